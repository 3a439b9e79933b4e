printf 'What is your name? '
read -r name
while :; do :; done
