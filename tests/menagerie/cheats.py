"""Part two of the game of sticks, with an AI that takes four sticks when it can."""


def ask(prompt, low, high):
    while True:
        answer = input(prompt)
        if answer.strip().isdigit() and low <= int(answer) <= high:
            return int(answer)
        print(f"Please enter a number between {low} and {high}")


print("Welcome to the game of sticks!")
size = ask("How many sticks are there on the table initially (10-100)? ", 10, 100)
print("Options:\n  Play against a friend (1)\n  Play against the computer (2)")
ask("Which option do you take (1-2)? ", 1, 2)
again = 1
while again:
    sticks = size
    while sticks > 0:
        print(f"\nThere are {sticks} sticks on the board.")
        sticks -= ask("Player 1: How many sticks do you take (1-3)? ", 1, 3)
        loser = "You lose."
        if sticks > 0:
            print(f"\nThere are {sticks} sticks on the board.")
            taken = min(4, sticks)
            print(f"AI selects {taken}")
            sticks -= taken
            loser = "AI loses."
    print(loser)
    again = ask("Play again (1 = yes, 0 = no)? ", 0, 1)
