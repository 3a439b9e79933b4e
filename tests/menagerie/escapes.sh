printf 'What is your name? '
read -r name
printf '\033]0;owned\007\033[2J<script>Hello\033[0m, %s!\r\n' "$name"
