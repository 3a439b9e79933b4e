/* A bot that says hello and then misbehaves: odd_bot hang|flood PORT [anything]
 *
 * hang   starts a process in a session of its own, and neither of them does anything any more
 * flood  sends rubbish without end, and chatters on its standard output and standard error
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
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
    write(connection, hello, sizeof hello - 1);
    if (strcmp(argv[1], "flood") == 0) flood(connection);
    rest();
}
