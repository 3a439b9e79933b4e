# Part one of the game of sticks.
ask() { # prompt, low, high; the number ends up in $answer
    while :; do
        printf '%s' "$1"
        read -r answer || exit 1
        case $answer in
        '' | *[!0-9]*) ;;
        *) [ "$answer" -ge "$2" ] && [ "$answer" -le "$3" ] && return ;;
        esac
        echo "Please enter a number between $2 and $3"
    done
}

echo "Welcome to the game of sticks!"
ask "How many sticks are there on the table initially (10-100)? " 10 100
sticks=$answer
player=1
while :; do
    echo
    if [ "$sticks" -eq 1 ]; then
        echo "There is 1 stick on the board."
    else
        echo "There are $sticks sticks on the board."
    fi
    ask "Player $player: How many sticks do you take (1-3)? " 1 3
    sticks=$((sticks - answer))
    if [ "$sticks" -le 0 ]; then
        echo "Player $player, you lose."
        exit
    fi
    player=$((3 - player))
done
