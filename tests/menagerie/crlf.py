"""Part one of the game of sticks, with the line ends of Windows."""
import sys

sys.stdout.reconfigure(newline="\r\n")


def ask(prompt, low, high):
    while True:
        answer = input(prompt)
        if answer.strip().isdigit() and low <= int(answer) <= high:
            return int(answer)
        print(f"Please enter a number between {low} and {high}")


print("Welcome to the game of sticks!")
sticks = ask("How many sticks are there on the table initially (10-100)? ", 10, 100)
player = 1
while True:
    print()
    if sticks == 1:
        print("There is 1 stick on the board.")
    else:
        print(f"There are {sticks} sticks on the board.")
    sticks -= ask(f"Player {player}: How many sticks do you take (1-3)? ", 1, 3)
    if sticks <= 0:
        print(f"Player {player}, you lose.")
        break
    player = 3 - player
