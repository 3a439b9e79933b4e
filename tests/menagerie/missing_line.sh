printf 'What is your name? '
read -r name
echo "Hello, $name!"
