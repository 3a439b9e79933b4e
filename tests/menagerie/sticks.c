/* Part one of the game of sticks. It never flushes, as programs by beginners never do. */
#include <stdio.h>
#include <stdlib.h>

static int ask(const char *prompt, int low, int high)
{
    char line[100];
    for (;;) {
        printf("%s", prompt);
        if (!fgets(line, sizeof line, stdin)) {
            printf("\n");
            exit(1);
        }
        int answer = atoi(line);
        if (low <= answer && answer <= high)
            return answer;
        printf("Please enter a number between %d and %d\n", low, high);
    }
}

int main(void)
{
    printf("Welcome to the game of sticks!\n");
    int sticks = ask("How many sticks are there on the table initially (10-100)? ", 10, 100);
    int player = 1;
    for (;;) {
        char prompt[80];
        if (sticks == 1)
            printf("\nThere is 1 stick on the board.\n");
        else
            printf("\nThere are %d sticks on the board.\n", sticks);
        snprintf(prompt, sizeof prompt, "Player %d: How many sticks do you take (1-3)? ", player);
        sticks -= ask(prompt, 1, 3);
        if (sticks <= 0) {
            printf("Player %d, you lose.\n", player);
            return 0;
        }
        player = 3 - player;
    }
}
