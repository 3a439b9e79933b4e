/* A bot that says hello and then does something odd: odd_bot hang|flood PORT [anything]
 *                                                     odd_bot limit|late|taken PORT first|second
 *
 * hang   starts a process in a session of its own, and neither of them does anything any more
 * flood  sends rubbish without end, and chatters on its standard output and standard error
 * limit  takes as many as it may, and takes current_max for the limit
 * late   is the same, but for its first moves, which are built in
 * taken  takes as many as it may, and takes current_max for the most that was taken
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void rest(void) {
    for (;;) pause();
}

static void chatter(void) {
    static const char line[] = "so much to say\n";
    write(STDOUT_FILENO, line, sizeof line - 1);
    write(STDERR_FILENO, line, sizeof line - 1);
}

static void flood(int socket) {
    chatter();
    if (fork() == 0) {
        for (;;) chatter();
    }
    while (write(socket, "rubbish ", 8) > 0) {
    }
    rest();
}

static void play(int socket, int limit_is_told, int built_in, int first) {
    char heard[4096], said[64];
    int limit = 3, mine = first;
    sprintf(said, "{\"name\": \"odd\", \"order\": %d}", first ? 0 : 1);
    write(socket, said, strlen(said));
    ssize_t length = read(socket, heard, sizeof heard - 1);
    while (length > 0) {
        if (mine) {
            int stones = built_in > 0 ? 1 + built_in-- % 3 : limit;
            sprintf(said, "{\"num_stones\": %d, \"reset\": false}", stones);
            write(socket, said, strlen(said));
        }
        length = read(socket, heard, sizeof heard - 1);
        if (length <= 0) return;
        heard[length] = 0;
        char *told = strstr(heard, "\"current_max\": ");
        if (strstr(heard, "\"finished\": true") || !told) return;
        limit = atoi(told + 15) + (limit_is_told ? 0 : 1);
        if (!limit_is_told && limit < 3) limit = 3;
        mine = !mine;
    }
}

int main(int argc, char **argv) {
    static const char hello[] = "{\"name\": \"odd\", \"order\": 0}";
    struct sockaddr_in server = {.sin_family = AF_INET};
    if (argc < 3) return 2;
    server.sin_port = htons(atoi(argv[2]));
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(connection, (struct sockaddr *)&server, sizeof server) != 0) return 1;
    signal(SIGPIPE, SIG_IGN);
    if (strcmp(argv[1], "hang") == 0 && fork() == 0) {
        setsid();
        rest();
    }
    if (strcmp(argv[1], "limit") == 0 || strcmp(argv[1], "late") == 0 || strcmp(argv[1], "taken") == 0) {
        play(connection, argv[1][0] == 'l', strcmp(argv[1], "late") == 0 ? 5 : 0, argc > 3 && strcmp(argv[3], "first") == 0);
        return 0;
    }
    write(connection, hello, sizeof hello - 1);
    if (strcmp(argv[1], "flood") == 0) flood(connection);
    rest();
}
