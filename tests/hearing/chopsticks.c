/* Chopsticks in several wordings (first argument) with one bug or none (second argument). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *bug;
static int wording, n = 3, m = 5, misere, wrap, computer, hand[2][64];
static int is(const char *name) { return strcmp(bug, name) == 0; }
static int alive(int side) { int a = 0; for (int i = 0; i < n; i++) a += hand[side][i] > 0; return a; }

static void show(int mover) {
    static const char *open[] = {"(", "[", "", ""};
    if (wording == 3) {
        for (int s = 0; s < 2; s++) { printf(s ? "Right:" : "Left:"); for (int i = 0; i < n; i++) printf(" %d", hand[s][i]); printf("\n"); }
        return;
    }
    if (wording >= 4) {
        static const char *name[] = {"Left", "Right"};
        if (wording == 4) printf("%s to move\n", name[mover]);
        for (int k = 0; k < 2; k++) {
            int s = wording == 4 ? (mover + k) % 2 : wording == 5 ? 1 - k : k;
            printf(wording == 4 ? (k ? "  opponent's hands: [" : "  own hands: [") : wording == 5 ? "%s has: " : "%s: ", name[s]);
            for (int i = 0; i < n; i++) wording == 6 ? printf("%shand %d: %d", i ? ", " : "", i + 1, hand[s][i]) : printf("%s%d", i ? ", " : "", hand[s][i]);
            printf(wording == 4 ? "]\n" : "\n");
        }
        if (wording == 5 && alive(0) && alive(1)) printf("turn: %c\n", "LR"[mover]);
        return;
    }
    if (is("side")) mover = 0;
    printf("%s%c", open[wording], mover ? 'R' : 'L');
    for (int s = 0; s < 2; s++) for (int i = 0; i < n; i++) printf(wording == 1 ? ", %d" : " %d", hand[s][i]);
    printf(wording == 0 ? ")\n" : wording == 1 ? "]\n" : "\n");
}
static int read_move(int *from, int *to) {
    char line[256];
    if (!fgets(line, sizeof line, stdin)) return 0;
    int got[2], count = 0;
    for (char *c = line; *c && count < 2; c++) if (*c >= '0' && *c <= '9') { got[count++] = strtol(c, &c, 10); c--; }
    *from = got[0] - 1; *to = got[1] - 1;
    return count == 2;
}
int main(int argc, char **argv) {
    wording = atoi(argv[1]); bug = argv[2];
    for (int i = 3; i < argc; i++) {
        if (!strcmp(argv[i], "-n")) n = atoi(argv[++i]);
        else if (!strcmp(argv[i], "-m")) m = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--misere")) misere = 1;
        else if (!strcmp(argv[i], "--wrap")) wrap = 1;
        else if (!strcmp(argv[i], "--right")) { computer = 1; i++; }
    }
    for (int i = 0; i < n; i++) hand[0][i] = hand[1][i] = 1;
    int mover = 0;
    while (alive(0) && alive(1)) {
        int from, to;
        show(mover);
        if (computer && mover) {
            do { from = rand() % n; to = rand() % n; } while (!(hand[1][from] || is("dead")) || !hand[0][to]);
        } else if (!read_move(&from, &to)) return 1;
        if (wording != 2) printf("%s's hand %d to %s's hand %d\n", mover ? "Right" : "Left", from + 1, mover ? "Left" : "Right", to + 1);
        int *target = &hand[1 - mover][to], sum = *target + hand[mover][from];
        if (is("fingers")) m = 5;
        if (is("moves")) hand[mover][from] = 0;
        if (wrap && is("wrapfull") && sum == m) sum = m;
        else if (is("wrapoff")) sum = sum > m ? 0 : sum;
        else if (misere && is("nowrap")) sum = sum > m ? 0 : sum;
        else if (wrap || is("wraps")) sum = sum == m && wrap ? 0 : sum > m ? sum - m : sum;
        else if (is("full") ? sum >= m : sum > m) sum = 0;
        *target = sum;
        if (!(is("again") && sum == 0)) mover = 1 - mover;
        if (is("early") && sum == 0) break;
    }
    show(mover);
    int out = alive(0) ? 1 : 0, winner = misere && !is("misere") ? out : 1 - out;
    if (is("winner")) winner = 1 - winner;
    static const char *side[] = {"Left", "Right"};
    if (wording == 0) printf("%s has no hands. %s wins\n", side[out], side[winner]);
    else if (wording == 4) printf("%s has lost all hands.\n%s wins the game!\n", side[out], side[winner]);
    else if (wording == 6) printf("winner: %c\n", "LR"[winner]);
    else if (wording == 1) printf("%s WINS!!!\n", winner ? "RIGHT" : "LEFT");
    else printf("%s lost the game, %s is the winner.\n", side[1 - winner], side[winner]);
    return 0;
}
