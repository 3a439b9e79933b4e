printf 'What is your name? '
read -r name
echo "Hello, $name!"
echo "Your name has ${#name} letters."
