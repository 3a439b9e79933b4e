printf 'What is your name? '
read -r name
echo "hello, $name!"
echo "Your name has ${#name} letters."
