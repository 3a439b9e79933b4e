printf 'What is your name? '
read -r name
echo "Hello, Ada!"
echo "Your name has ${#name} letters."
