printf 'What is your name? '
read -r name
exec sleep 1000
