/* Small programs that behave, and misbehave, in one way each: `menagerie SPECIES [MARK]`.
 * Nothing here flushes. What outlives its parent ends by itself after a minute. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void linger(void) {
    alarm(60);
    for (;;)
        pause();
}

static int ask(const char *question, const char *echo) {
    int number = 0;
    printf("%s", question);
    if (scanf("%d", &number) != 1)
        return -1;
    printf(echo, number);
    return number;
}

static int polite(void) {
    int sticks = ask("How many sticks? ", "You said %d\n");
    int taken = ask("How many do you take? ", "You take %d\n");
    printf("%d left\n", sticks - taken);
    return 0;
}

/* A child that leaves session and group, is orphaned, and ignores every polite signal. */
static void escape(void) {
    if (fork() == 0) {
        setsid();
        signal(SIGHUP, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        if (fork() == 0)
            linger();
        _exit(0);
    }
}

static void stubborn_child(void) {
    if (fork() == 0) {
        signal(SIGHUP, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        linger();
    }
}

/* Every child forks as fast as its parent, up to 400 processes: enough to be caught, few enough
 * for the machine that runs the tests. */
static void bomb(void) {
    int *born = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    while (__sync_fetch_and_add(born, 1) < 400) {
        fork();
        alarm(60);
    }
    linger();
}

/* Hops from process to process: the parent ends, the child goes on. */
static void comet(void) {
    for (int hop = 0; hop < 200000; hop++)
        if (fork() != 0)
            _exit(0);
    _exit(0);
}

static void hog(void) {
    for (;;) {
        size_t size = 16 << 20;
        void *piece = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (piece == MAP_FAILED)
            linger();
        memset(piece, 1, size);
        usleep(5000);
    }
}

static void end_input_again_and_again(void) {
    char line[80];
    for (int times = 0; times < 3; times++) {
        while (read(0, line, sizeof line) > 0)
            ;
    }
    printf("three times\n");
}

int main(int count, char **words) {
    const char *species = count > 1 ? words[1] : "polite";
#define IS(name) (strcmp(species, name) == 0)
    if (IS("polite"))
        return polite();
    if (IS("polite-then-3"))
        return polite() + 3;
    if (IS("wait-silently"))
        return ask("", "%d\n") < 0;
    if (IS("pause"))
        linger();
    if (IS("loop"))
        for (volatile int i = 0;; i++)
            ;
    if (IS("flood"))
        for (;;)
            puts("again and again and again and again and again and again and again");
    if (IS("segfault")) {
        ask("How many sticks? ", "You said %d\n");
        fflush(stdout);
        *(volatile int *)8 = 1;
    }
    if (IS("escape")) {
        escape();
        polite();
    }
    if (IS("escape-and-stay")) {
        escape();
        linger();
    }
    if (IS("stubborn-child")) {
        stubborn_child();
        polite();
    }
    if (IS("stubborn-child-and-stay")) {
        stubborn_child();
        linger();
    }
    if (IS("bomb"))
        bomb();
    if (IS("comet"))
        comet();
    if (IS("hog"))
        hog();
    if (IS("three-ends"))
        end_input_again_and_again();
    return 0;
}
