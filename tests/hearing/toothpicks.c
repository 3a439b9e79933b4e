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
        if (*end || draw < (is("zero") ? 0 : 1) || draw > most || draw > rest) bad = 1;
        draws[count++] = draw;
        rest -= draw;
    } else while (rest > 0) {
        int most = rest < bounds ? rest : bounds;
        draws[count] = is("greedy") ? most : 1 + rand() % most;
        rest -= draws[count++];
    }
    if (bad && is("partly") && draws[0] > 0) printf("Player 1 draws %d\n", draws[0]);
    if (bad && !is("anything")) { printf("error: an illegal draw\n"); return is("exit") ? 0 : 2; }
    for (int i = 0; i < count; i++) {
        int who = is("sameplayer") ? 1 : 1 + i % 2, shown = is("shows") || (is("stale") && i) ? left + 1 : left, drawn = is("told") ? draws[i] + 1 : draws[i];
        switch (wording) {
        case 0: printf("%d toothpicks remaining, Player %d draws %d toothpicks.\n\n", shown, who, drawn); break;
        case 1: printf("PLAYER %d TAKES %d. ", who, drawn); break;
        case 2: printf("Remaining: %d\nPlayer %d picked %d toothpick(s)\n", shown, who, drawn); break;
        case 3: printf("P%d: -%d  (%d -> %d)\n", who, drawn, shown, shown - draws[i]); break;
        case 4: printf("Player %c's turn\nTakes %d toothpicks and leaves %d on the table.\n", "AB"[who - 1], drawn, shown - draws[i]); break;
        case 5: printf("Toothpicks: %d\n  Player %d -> %d\n", shown, who, drawn); break;
        case 6: printf("%s takes %d toothpicks. %d left.\n", who == 1 ? "Ann" : "Bob", drawn, shown - draws[i]); break;
        case 7: printf("[%d] Player %d -> %d\n", shown, who - 1, drawn); break;
        case 8: printf("%sPlayer %d | %d | %d | %d\n", i ? "" : "Player | Before | Draw | After\n", who, shown, drawn, shown - draws[i]); break;
        }
        left -= draws[i];
        if (wording == 1) printf("%d LEFT\n", is("shows") || is("stale") ? left + 1 : left);
    }
    int winner = 1 + (count - 1) % 2;
    if (is("loses")) winner = 3 - winner;
    if (is("always")) winner = 1;
    switch (wording) {
    case 0: printf("0 toothpicks remaining. Player %d wins.\n", winner); break;
    case 1: printf("PLAYER %d WON!\n", winner); break;
    case 2: printf("The winner is Player %d\n", winner); break;
    case 3: printf("Winner: P%d\n", winner); break;
    case 4: printf("No toothpicks left. Player %c wins!\n", "AB"[winner - 1]); break;
    case 5: printf("Toothpicks: 0, Player %d wins after %d turns\n", winner, count); break;
    case 6: printf("%s took the last toothpick and wins.\n", winner == 1 ? "Ann" : "Bob"); break;
    case 7: printf("[0] Player %d wins\n", winner - 1); break;
    case 8: printf("Winner: Player %d\n", winner); break;
    }
    return is("ends3") ? 3 : 0;
}
