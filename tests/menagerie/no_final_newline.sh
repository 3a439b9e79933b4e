printf 'What is your name? '
read -r name
echo "Hello, $name!"
printf 'Your name has %d letters.' "${#name}"
