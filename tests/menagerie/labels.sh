printf 'What is your name? '
read -r name
echo "Hello, $name!"
echo "The length of it is ${#name}."
