/* Toothpick Takeaway in several wordings (WORDING) with one bug or none (BUG). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *bug;
static int is(const char *name) { return strcmp(bug, name) == 0; }

int main(int argc, char **argv) {
    int wording = atoi(argv[1]), left = 10, bounds = 2, count = 0, bad = 0, draws[100];
    bug = argv[2];
    char *moves = NULL;
    for (int i = 3; i < argc; i++) {
        if (!strcmp(argv[i], "--bounds")) bounds = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--moves")) moves = argv[++i];
        else left = atoi(argv[i]);
    }
    srand(is("same") ? 1 : getpid() * 7919);
    int rest = left;
    if (moves) for (char *word = strtok(moves, ","); word; word = strtok(NULL, ",")) {
        char *end;
        int draw = strtol(word, &end, 10), most = is("lessthan") ? bounds - 1 : bounds;
        if (*end || draw < 1 || draw > most || draw > rest) bad = 1;
        draws[count++] = draw;
        rest -= draw;
    } else while (rest > 0) {
        int most = rest < bounds ? rest : bounds;
        draws[count] = is("greedy") ? most : 1 + rand() % most;
        rest -= draws[count++];
    }
    if (bad && !is("anything")) { printf("error: an illegal draw\n"); return is("exit") ? 0 : 2; }
    for (int i = 0; i < count; i++) {
        int who = is("sameplayer") ? 1 : 1 + i % 2, shown = is("shows") ? left + 1 : left, drawn = is("told") ? draws[i] + 1 : draws[i];
        switch (wording) {
        case 0: printf("%d toothpicks remaining, Player %d draws %d toothpicks.\n\n", shown, who, drawn); break;
        case 1: printf("PLAYER %d TAKES %d. ", who, drawn); break;
        case 2: printf("Remaining: %d\nPlayer %d picked %d toothpick(s)\n", shown, who, drawn); break;
        }
        left -= draws[i];
        if (wording == 1) printf("%d LEFT\n", is("shows") ? left + 1 : left);
    }
    int winner = 1 + (count - 1) % 2;
    if (is("loses")) winner = 3 - winner;
    switch (wording) {
    case 0: printf("0 toothpicks remaining. Player %d wins.\n", winner); break;
    case 1: printf("PLAYER %d WON!\n", winner); break;
    case 2: printf("The winner is Player %d\n", winner); break;
    }
    return 0;
}
