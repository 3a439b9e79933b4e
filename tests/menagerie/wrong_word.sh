printf 'What is your name? '
read -r name
echo "Hullo, $name!"
echo "Your name has ${#name} letters."
