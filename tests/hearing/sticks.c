/* The Game of Sticks in many wordings (first argument) with one bug or none (second argument) and
   for part 1, 2 or 3 (third argument). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *bug = "none";
static int wording, part, first_game = 1, alone, moves, totals[2];
static int is(const char *name) { return strcmp(bug, name) == 0; }

static const char *names[2] = {"Player 1", "Player 2"};
static char typed_names[2][64];

static int number(void) {
    char line[256];
    if (!fgets(line, sizeof line, stdin)) exit(1);
    char *end;
    long value = strtol(line, &end, 10);
    return end == line ? -1 : (int)value;
}
static void text_line(char *line) {
    if (!fgets(line, 64, stdin)) exit(1);
    line[strcspn(line, "\r\n")] = 0;
}
static void bars(int n) { for (int i = 0; i < n; i++) printf("| "); printf("\n"); }
static const char *small[] = {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"};

static void welcome(void) {
    switch (wording) {
    case 0: printf("Welcome to the game of sticks!\n"); break;
    case 1: printf("WELCOME TO THE GAME OF STICKS!!!\n\n"); break;
    case 2: printf("=====================\n   Game of Sticks\n=====================\nThe player who takes the last stick loses. You may take 1, 2 or 3 sticks.\n"); break;
    case 3: printf("\033[1;32mWelcome to the Game of Sticks\033[0m\n"); break;
    case 4: printf("Sticks\n"); break;
    case 5: printf("Hello! Player one's name: "); text_line(typed_names[0]); printf("Player two's name: "); text_line(typed_names[1]);
            names[0] = typed_names[0]; names[1] = typed_names[1]; break;
    case 6: break;
    case 7: printf("Willkommen beim Stockspiel!\n"); names[0] = "Spieler 1"; names[1] = "Spieler 2"; break;
    case 8: printf("Welcome to the Game of Sticks!\nPress Enter to start..."); { char l[64]; text_line(l); } break;
    case 9: printf("*** STICKS ***\n1) Play against a human\n2) Play against the AI\n3) Exit\nYour choice: "); if (part == 1) number(); break;
    case 10: printf("Let's play sticks. How many players (1 or 2)? "); if (part == 1) number(); break;
    case 11: printf("Game of sticks, one to three a turn.\n"); names[0] = "Marvin"; names[1] = "Hal"; break;
    case 12: printf("\033[2J\033[H+------------+\n|   STICKS   |\n+------------+\n"); break;
    case 13: printf("Sticks.\n"); if (part == 1) { char l[64]; do { printf("'P' for two people, 'C' for the computer: "); text_line(l); } while (l[0] != 'P' && l[0] != 'p'); } break;
    case 14: printf("welcom to teh game of stiks!!!\n"); names[0] = "plyer 1"; names[1] = "plyer 2"; break;
    case 15: printf("Sticks, build 3.2\n"); names[0] = "P1"; names[1] = "P2"; break;
    case 16: printf("A game of sticks.\n"); names[0] = "the first player"; names[1] = "the second player"; break;
    case 17: printf("Who plays? First player: "); text_line(typed_names[0]); printf("And the second? "); text_line(typed_names[1]);
             names[0] = typed_names[0]; names[1] = typed_names[1]; break;
    case 18: for (int i = 0; i < 2; i++) {
                 do { printf("Is Player %d a human or a computer? ", i + 1); text_line(typed_names[i]); } while (strcmp(typed_names[i], part > 1 && i ? "computer" : "human"));
                 printf("What is the %s's name? ", typed_names[i]); text_line(typed_names[i]); names[i] = typed_names[i];
             } break;
    case 19: printf("Sticks, red against blue.\n"); names[0] = "Red"; names[1] = "Blue"; break;
    case 21: printf("Sticks for X and O\n"); names[0] = "X"; names[1] = "O"; break;
    case 22: printf("Who goes first? "); text_line(typed_names[0]); printf("Who goes second? "); text_line(typed_names[1]);
             names[0] = typed_names[0]; names[1] = typed_names[1]; break;
    case 23: { char l[64]; printf("Hello! Do you want to play sticks?\n"); text_line(l); if (strcmp(l, "yes")) exit(0); }
             names[0] = "Otto"; names[1] = "Emil"; break;
    case 24: do printf("Do you play against an AI (1) or another player (2)?\n"); while (number() != 2);
             do printf("How many rounds do you want to play? "); while (number() != 1); break;
    }
}
static void ask_size(void) {
    switch (wording) {
    case 1: printf("HOW MANY STICKS ARE THERE ON THE TABLE INITIALLY (10-100)?"); break;
    case 2: printf("Please enter the number of sticks to start with, between 10 and 100:\n> "); break;
    case 4: printf("Number of sticks: "); break;
    case 6: printf("how many sticks should we start with? [10..100] "); break;
    case 7: printf("Wie viele Hölzer liegen am Anfang auf dem Tisch (10-100)? "); break;
    case 11: printf("How many sticks do you want on the table? "); break;
    case 14: printf("how meny stiks do u want?? (10-100) "); break;
    case 16: printf("How many sticks will there be (ten to one hundred, in digits)? "); break;
    default: printf("How many sticks are there on the table initially (10-100)? ");
    }
}
static void refuse(int low, int high) {
    switch (wording) {
    case 1: printf("INVALID INPUT\n"); break;
    case 2: printf("Sorry, that is not possible. Try again.\n"); break;
    case 4: printf("no\n"); break;
    case 6: printf("Error: your number must be at least %d and at most %d!\n", low, high); break;
    case 7: printf("Bitte eine Zahl zwischen %d und %d eingeben\n", low, high); break;
    case 12: printf("\033[31mNope.\033[0m\n"); break;
    case 14: printf("rong number dude\n"); break;
    case 16: printf("Out of range.\n"); break;
    case 20: printf("Not that one: %d to %d.\n", low, high); { char l[64]; text_line(l); } break;
    default: printf("Please enter a number between %d and %d\n", low, high);
    }
}
static void show(int left, int taken, int who) {
    switch (wording) {
    case 1: printf("THERE ARE %d STICKS ON THE BOARD\n", left); break;
    case 2: printf("---------------------\n"); if (taken) printf("%s took %d sticks, ", names[who], taken); printf("%d remaining.\n", left); break;
    case 3: printf("\n\033[33mThere %s \033[1m%d\033[0m stick%s on the board.\033[0m\n", left == 1 ? "is" : "are", left, left == 1 ? "" : "s"); break;
    case 4: bars(left); break;
    case 6: printf("[sticks left: %d]\n", left); break;
    case 7: printf("\nEs liegen %d Hölzer auf dem Tisch.\n", left); break;
    case 10: if (left <= 12) printf("\nThere are %s sticks left\n", small[left < 0 ? 0 : left]); else printf("\nThere are %d sticks left\n", left); break;
    case 11: if (taken) printf("%s takes %d stick%s, there are %d sticks remaining.\n", names[who], taken, taken == 1 ? "" : "s", left); else printf("The game starts with %d sticks on the board.\n", left); break;
    case 12: printf("\033[2J\033[H+------------+\n| Sticks: %2d left |\n+------------+\n", left); break;
    case 13: printf(">> %d sticks\n", left); break;
    case 14: printf("theres %d stiks left\n", left); break;
    case 15: if (taken) printf("#%02d  %s took %d  |  P1 total %d  P2 total %d  |  left %d\n", ++moves, names[who], taken, totals[0] += who ? 0 : taken, totals[1] += who ? taken : 0, left); break;
    case 16: if (left >= 0 && left <= 12) printf("\n%s %s left.\n", small[left], left == 1 ? "stick" : "sticks"); else printf("\n%d sticks left.\n", left); break;
    case 19: if (taken) printf("%s takes %d. %d left.\n", names[who], taken, left); break;
    default: printf("\nThere %s %d stick%s on the board.\n", left == 1 ? "is" : "are", left, left == 1 ? "" : "s");
    }
}
static void ask_take(int who, int left) {
    int most = left < 3 ? left : 3;
    switch (wording) {
    case 1: printf("PLAYER %d: HOW MANY STICKS DO YOU TAKE (1-3)?", who + 1); break;
    case 2: printf("%s, it is your turn.\nTake 1, 2 or 3 sticks:\n> ", names[who]); break;
    case 4: printf("P%d> ", who + 1); break;
    case 5: printf("%s, how many do you take? ", names[who]); break;
    case 6: printf("%s's turn! How many sticks would you like to remove (1-%d)? ", names[who], most); break;
    case 7: printf("%s: Wie viele nimmst du (1-3)? ", names[who]); break;
    case 11: printf("%s: your move? ", names[who]); break;
    case 12: printf("%s to move. Pick 1-3: ", names[who]); break;
    case 13: if (part > 1) printf("Your turn [1-3]: "); else printf("%s, your turn [1-3]: ", names[who]); break;
    case 14: printf("%s how meny u takin?? (1-3) ", names[who]); break;
    case 15: printf("%s takes [1-3]: ", names[who]); break;
    case 16: printf("It is %s's turn. Remove one, two or three (in digits): ", names[who]); break;
    case 19: printf("How many sticks (1-3)? "); break;
    case 21: printf("%s takes: ", names[who]); break;
    case 23: if (alone) printf("How many (1-3)? "); else printf("%s, you are next.\nHow many (1-3)? ", names[who]); break;
    default: printf("%s: How many sticks do you take (1-3)? ", names[who]);
    }
}
static void lost(int who) {
    int shown = is("winner") ? 1 - who : who;
    switch (wording) {
    case 1: printf("PLAYER %d, YOU LOSE.\n", shown + 1); break;
    case 2: printf("=====================\n%s wins! %s loses!\n", names[1 - shown], names[shown]); break;
    case 4: printf("P%d lost\n", shown + 1); break;
    case 6: printf("GAME OVER\nThe winner is %s. Thanks for playing!\n", names[1 - shown]); break;
    case 7: printf("%s, du hast verloren.\n", names[shown]); break;
    case 10: printf("%s took the last stick.\n%s\n", names[who], is("winner") ? "You win!" : "You lose!"); break;
    case 11: printf("%s has to take the final stick and loses.\n", names[shown]); break;
    case 13: printf("Lost ! %s has removed the last stick.\n", names[shown]); break;
    case 14: printf("haha %s u lose!!!!!\n", names[shown]); break;
    case 15: printf("%s is defeated after %d moves.\n", names[shown], moves + 1); break;
    case 16: printf("And the loser is... %s!\n", names[shown]); break;
    case 18: printf("The game is over. %s lost.\n", names[shown]); break;
    case 19: printf("You took the last stick, so %s is the winner.\n", names[1 - shown]); break;
    case 21: printf("Loser: %s  Winner: %s\n", names[shown], names[1 - shown]); break;
    case 23: printf("Game over! %s wins and %s loses.\nFinal score: %s took 5, %s took 5\n", names[1 - shown], names[shown], names[0], names[1]); break;
    case 24: printf("FAIL! What was that?\n"); break;
    default: printf("%s, you lose.\n", names[shown]);
    }
}
static int size(void) {
    if (is("nosize")) return 20;
    int low = is("size9") ? 9 : is("size11") ? 11 : 10, high = is("size101") ? 101 : is("size99") ? 99 : 100;
    if (is("anysize")) { low = 0; high = 100000; }
    for (;;) {
        ask_size();
        int n = number();
        if (is("sizeplus")) n++;
        if (n >= low && n <= high) return n;
        if (is("sizequit")) exit(0);
        refuse(10, 100);
    }
}
static int menu(void) {
    for (;;) {
        if (wording == 2) printf("Choose your opponent:\n 1. the computer\n 2. a friend\n%s> ", part == 3 ? " 3. the trained computer\n" : "");
        else if (wording == 13) printf("Choose your opponent:\n  1 ... a friend\n  2 ... HAL\n%sOpponent: ", part == 3 ? "  3 ... HAL, trained\n" : "");
        else if (wording == 6) printf("who plays? 1 = friend, 2 = computer%s: ", part == 3 ? ", 3 = trained computer" : "");
        else printf("Options:\n  Play against a friend (1)\n  Play against the computer (2)\n%sWhich option do you take (1-%d)? ", part == 3 ? "  Play against the trained computer (3)\n" : "", part);
        int option = number();
        if (is("menuany") && (option < 1 || option > part)) return 1;
        if (option >= 1 && option <= part) return wording == 2 && option < 3 ? 3 - option : option;
        refuse(1, part);
        if (wording == 23) return 0;
    }
}
static int take(int who, int left) {
    int low = is("take0") ? 0 : 1, high = is("take4") ? 4 : is("take2") ? 2 : is("anytake") ? 1000 : 3;
    for (int again = 0;; again++) {
        ask_take(is("sameplayer") ? 0 : who, left);
        int n = number();
        if (is("lastone") && n > 1 && left == 2) { refuse(1, 3); continue; }
        if (is("nomore") && n > left) { refuse(1, 3); continue; }
        if (is("lasttwo") && n >= left && left > 1) { refuse(1, 3); continue; }
        if (is("no1") && n == 1 && left > 1) { refuse(1, 3); continue; }
        if (is("refuse3") && n == 3) { refuse(1, 3); continue; }
        if (n >= low && n <= high) return n;
        if (is("takequit")) exit(0);
        if (is("takecrash")) abort();
        if (is("passes")) return 0;
        if (is("badthree")) return 3;
        if (is("loop")) for (;;) printf("x\n");
        refuse(1, 3);
        if (is("switches")) who = 1 - who;
    }
}
static void friends(int left) {
    int who = is("second") ? 1 : 0, taken = 0, takes = 0, shown;
    for (;;) {
        shown = is("stale") ? left + taken : is("shows1") ? left + 1 : is("showsless") && taken ? left - 1 : left;
        if (!is("mute")) show(shown, taken, 1 - who);
        taken = take(who, left);
        int before = left;
        if (!is("notake")) left -= taken;
        if (is("onemore")) left -= 1;
        if (is("ten") && before == 10) left = 10 - taken + 1;
        if (is("goeson") ? left < -1 : is("early") || is("earlynext") ? left <= 1 : is("negative") ? left == 0 : is("early2") ? left <= 2 : left <= 0) break;
        if (is("silent") && left > 3) { left -= 2; continue; }
        if (wording == 24) { char l[64]; printf("Press <Enter> to continue "); text_line(l); }
        if (!is("sticky") && !(is("skips") && ++takes == 3)) who = 1 - who;
        if (is("tellsearly") && left == 1) lost(1 - who);
        if (is("silentend") && left <= 2) exit(0);
    }
    if (is("nobody")) { printf("Game over\n"); return; }
    if (is("firstloses")) who = 0;
    if (is("otherloses") || is("earlynext")) who = 1 - who;
    if (wording == 24) { char l[64]; printf("Press <Enter> to continue "); text_line(l); }
    lost(is("early") && left == 1 ? 1 - who : who);
}

static int balls[128][4];
static int draw_ball(int left) {
    int all = balls[left][1] + balls[left][2] + balls[left][3];
    int drawn = rand() % all;
    for (int b = 1; b < 3; b++) { if (drawn < balls[left][b]) return b; drawn -= balls[left][b]; }
    return 3;
}
static void learn(int *hats, int *drawn, int count, int won) {
    for (int i = is("onemove") && count ? count - 1 : 0; i < count; i++) {
        int *ball = &balls[hats[i]][drawn[i]];
        if (won) ++*ball; else if ((*ball > 1 || is("lastball")) && !is("keepsall")) --*ball;
        if (balls[hats[i]][1] + balls[hats[i]][2] + balls[hats[i]][3] == 0) balls[hats[i]][1] = balls[hats[i]][2] = balls[hats[i]][3] = 1;
    }
}
static void train(int n) {
    for (int g = 0; g < 100000; g++) {
        int hats[2][128], drawn[2][128], count[2] = {0, 0}, left = n - rand() % 4, who = g % 2;
        while (left > 0) {
            int b = draw_ball(left);
            hats[who][count[who]] = left; drawn[who][count[who]++] = b;
            left -= b; who = 1 - who;
        }
        learn(hats[who], drawn[who], count[who], 1);
        learn(hats[1 - who], drawn[1 - who], count[1 - who], 0);
    }
}
static int computer(int n, int trained) {
    alone = 1;
    if (first_game) for (int i = 0; i < 128; i++) balls[i][1] = balls[i][2] = balls[i][3] = 1;
    if (trained && first_game) { printf("Training AI, please wait...\n"); if (!is("untrained")) train(n); }
    for (;; first_game = 0) {
        int hats[128], drawn[128], count = 0, left = n, who = is("aifirst") || (is("aiagain") && !first_game) ? 1 : 0, taken = 0;
        while (left > 0) {
            show(is("stale") ? left + taken : left, taken, 1 - who);
            if (who == 0) taken = take(0, left);
            else {
                taken = is("ai4") ? 4 : is("lazy") ? 1 : draw_ball(left);
                hats[count] = left; drawn[count++] = taken;
                printf(wording == 13 ? "HAL takes %d\n" : wording == 1 ? "AI SELECTS %d\n" : wording == 2 ? "The computer takes %d.\n" : "AI selects %d\n", taken);
                if (is("ailies")) taken = taken % 3 + 1;
            }
            left -= taken;
            if (is("early") && left == 1) { who = 1 - who; break; }
            who = 1 - who;
        }
        int won = who == 1;
        if (is("winner")) won = !won;
        if (!is("nolearn")) learn(hats, drawn, count, is("unlearn") ? !won : won);
        if (wording == 13) printf(won ? "You lose, HAL wins.\n" : "HAL loses the game.\n"); else if (wording == 2) printf(won ? "The computer wins!\n" : "You win!\n"); else printf(won ? "You lose.\n" : "AI loses.\n");
        if (is("noagain")) return 0;
        char line[64];
        if (wording == 13) printf("Again (0-1) "); else if (wording == 3) printf("Do you want to play again? Yes/No\n1: Yes\n2: No\n"); else if (wording == 4) printf("Play again (1 = yes, 0 = no)?\nThe AI gets better and better!\n"); else if (wording == 2) printf("Enter y if you want to play again, n otherwise: "); else printf("Play again (1 = yes, 0 = no)? ");
        text_line(line);
        if (line[0] != (wording == 2 ? 'y' : '1')) return 0;
        if (wording == 23) { first_game = 0; return 1; }
    }
}
int main(int argc, char **argv) {
    if (argc > 1) wording = atoi(argv[1]);
    if (argc > 2) bug = argv[2];
    part = argc > 3 ? atoi(argv[3]) : 1;
    srand(argc > 4 ? atoi(argv[4]) : 1);
    welcome();
    if (wording == 17) { do printf("How many sticks can be taken per turn (2-20)? "); while (number() != 3); }
    int n, option;
    do {
        do { n = size(); option = part > 1 ? menu() : 1; } while (option == 0);
        if (option == 1) { friends(n); return 0; }
    } while (computer(n, option == 3));
    return 0;
}
