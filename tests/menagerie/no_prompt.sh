read -r name
echo "Hello, $name!"
