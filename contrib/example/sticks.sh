#!/bin/sh
# A submission to try `grade` on: part one of the Game of Sticks, in words of its own, and with one
# mistake that the report finds.

ask() { # question, lowest, highest: the answer is in $answer
    while :; do
        printf '%s ' "$1"
        read -r answer || exit 1
        case $answer in
            '' | *[!0-9]*) ;;
            *) [ "$answer" -ge "$2" ] && [ "$answer" -le "$3" ] && return ;;
        esac
        echo "That has to be a number from $2 to $3."
    done
}

echo "*** Sticks ***"
ask "How many sticks shall we start with (10-100)?" 10 100
left=$answer
player=1
while [ "$left" -gt 1 ]; do
    echo
    echo "$left sticks are on the table."
    ask "Player $player, how many do you take (1-3)?" 1 3
    left=$((left - answer))
    player=$((3 - player))
done
echo
echo "One stick is left for player $player: player $player loses!"
