/* Bots that would rather not play: hostile_bot MODE PORT [anything]
 *
 * thief  says hello again and again, to sit in its opponent's seat too
 * eater  says hello and eats memory
 * crowd  says hello and is many
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int say_hello(int port) {
    static const char hello[] = "{\"name\": \"hostile\", \"order\": 1}";
    struct sockaddr_in server = {AF_INET, htons(port), {htonl(INADDR_LOOPBACK)}};
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(connection, (struct sockaddr *)&server, sizeof server) != 0) return -1;
    return write(connection, hello, sizeof hello - 1);
}

int main(int argc, char **argv) {
    if (argc < 3 || say_hello(atoi(argv[2])) < 0) return 1;
    if (!strcmp(argv[1], "thief"))
        for (int i = 0; i < 500; i++) say_hello(atoi(argv[2])), usleep(10000);
    if (!strcmp(argv[1], "eater"))
        for (int i = 0; i < 24; i++) {
            char *food = malloc(50 << 20);
            if (food) memset(food, 1, 50 << 20);
        }
    if (!strcmp(argv[1], "crowd"))
        for (int i = 0; i < 300; i++)
            if (fork() == 0) break;
    for (;;) pause();
}
