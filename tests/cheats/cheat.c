/* Submissions that would rather not play. Each tries one thing in every way it knows, says `refused` if
   none worked, and otherwise which one did. What to try stands in the file `orders`, a word a line: a
   path on the command line would be allowed. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/inotify.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

static int worked;

static void tell(const char *how, int success) {
    if (success) {
        printf("WORKED: %s\n", how);
        worked = 1;
    }
}

static void in_private(char *path, const char *name) {
    const char *folder = getenv("TMPDIR");
    snprintf(path, 4096, "%s/%s", folder ? folder : "/tmp", name);
}

static int readable(const char *path) {
    char byte;
    int fd = open(path, O_RDONLY | O_NONBLOCK);
    int got = fd >= 0 && read(fd, &byte, 1) == 1;
    if (fd >= 0) close(fd);
    return got;
}

static int lists(const char *path) {
    DIR *folder = opendir(path);
    if (folder) closedir(folder);
    return folder != NULL;
}

/* Whether `--version` can be had of a program. */
static int runs(int (*start)(const char *), const char *path) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, 1), dup2(nowhere, 2);
        start(path);
        _exit(99);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int by_name(const char *name) {
    return execlp(name, name, "--version", NULL);
}

static int by_descriptor(const char *path) {
    char *words[] = {"x", "--version", NULL};
    return fexecve(open(path, O_PATH), words, environ);
}

static int by_loader(const char *path) {
    return execl("/lib64/ld-linux-x86-64.so.2", "ld.so", path, "--version", NULL);
}

static int by_handle(const char *path) {
    struct {
        struct file_handle head;
        unsigned char bytes[128];
    } handle;
    char *words[] = {"x", "--version", NULL};
    int mount, folder = open("/", O_RDONLY | O_DIRECTORY);
    handle.head.handle_bytes = 128;
    if (name_to_handle_at(AT_FDCWD, path, &handle.head, &mount, 0)) return -1;
    return fexecve(open_by_handle_at(folder, &handle.head, O_RDONLY), words, environ);
}

static void run_reference(const char *path) {
    char other[4096];
    tell("run by path", runs(by_name, path));
    tell("run by name", runs(by_name, strrchr(path, '/') + 1));
    tell("run by descriptor", runs(by_descriptor, path));
    tell("run by the loader", runs(by_loader, path));
    tell("run by inode", runs(by_handle, path));
    in_private(other, "link");
    symlink(path, other);
    tell("run through a link", runs(by_name, other));
    in_private(other, "hard-link");
    if (link(path, other) == 0) tell("run through a hard link", runs(by_name, other));
    tell("read", readable(path));
}

static void read_places(int count, char **places) {
    for (int i = 0; i < count; i++) tell(places[i], readable(places[i]) || lists(places[i]));
}

static void write_places(int count, char **places, int and_change) {
    for (int i = 0; i < count; i++) {
        char *path = places[i], other[4096], mine[4096];
        struct stat before, after;
        int known = stat(path, &before) == 0;
        int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
        tell("open", fd >= 0);
        tell("truncate", truncate(path, 0) == 0);
        tell("mkdir", mkdir(path, 0700) == 0);
        in_private(mine, "forged");
        close(open(mine, O_WRONLY | O_CREAT, 0600));
        tell("rename over", rename(mine, path) == 0);
        tell("link over", symlink(mine, path) == 0);
        snprintf(other, sizeof other, "%s.away", path);
        tell("rename away", rename(path, other) == 0);
        if (known && and_change) {
            chmod(path, 0);
            chown(path, 12345, 12345);
            tell("chmod or chown", stat(path, &after) || after.st_mode != before.st_mode
                                       || after.st_uid != before.st_uid);
        }
        tell("unlink", unlink(path) == 0);
    }
}

/* Everything of every other process that /proc has to offer. */
static void look_at_processes(void) {
    static const char *files[] = {"environ", "mem", "maps", "exe", "cwd", "fd", "root/etc/passwd"};
    DIR *processes = opendir("/proc");
    struct dirent *entry;
    while (processes && (entry = readdir(processes))) {
        int pid = atoi(entry->d_name);
        if (!pid || pid == getpid()) continue;
        for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
            char path[4096];
            snprintf(path, sizeof path, "/proc/%d/%s", pid, files[i]);
            tell(path, readable(path) || lists(path));
        }
    }
    for (unsigned i = 0; i < 3; i++) {
        char path[4096];
        snprintf(path, sizeof path, "/proc/%d/%s", getppid(), files[i]);
        tell(path, readable(path));
    }
    char *secret = getenv("GRADE_SECRET");
    tell("the environment", secret != NULL);

}

static void reach_process(pid_t pid, const char *who) {
    char page[16], text[99];
    struct iovec here = {page, 16}, there = {(void *)0x400000, 16};
    int signals[] = {SIGCONT, SIGSTOP, SIGTERM, SIGKILL};
    for (int i = 0; i < 4; i++) {
        snprintf(text, sizeof text, "signal %d to %s", signals[i], who);
        tell(text, kill(pid, signals[i]) == 0);
    }
    snprintf(text, sizeof text, "trace %s", who);
    tell(text, ptrace(PTRACE_SEIZE, pid, 0, 0) == 0 || ptrace(PTRACE_ATTACH, pid, 0, 0) == 0);
    snprintf(text, sizeof text, "read the memory of %s", who);
    tell(text, process_vm_readv(pid, &here, 1, &there, 1, 0) > 0);
}

/* Our parent inside is the one who adopts orphans: the kernel takes signals to it and drops them. */
static void reach_grader(pid_t victim) {
    pid_t parent = getppid();
    if (parent > 1) reach_process(parent, "the grader");
    kill(parent, SIGKILL);
    tell("trace the parent", parent && ptrace(PTRACE_SEIZE, parent, 0, 0) == 0);
    if (victim > 99) reach_process(victim, "a stranger");
    if (getppid() == 1) kill(-1, SIGSTOP), kill(-1, SIGKILL);
}

static void connect_out(int port, char *path) {
    struct sockaddr_in server = {AF_INET, htons(port), {htonl(INADDR_LOOPBACK)}};
    struct sockaddr_un local = {AF_UNIX};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    tell("connect", connect(fd, (void *)&server, sizeof server) == 0);
    fd = socket(AF_INET, SOCK_DGRAM, 0);
    tell("send", sendto(fd, "x", 1, 0, (void *)&server, sizeof server) == 1);
    strncpy(local.sun_path, path, sizeof local.sun_path - 1);
    fd = socket(AF_UNIX, SOCK_STREAM, 0);
    tell("a helper", connect(fd, (void *)&local, sizeof local) == 0);
    fd = socket(AF_INET, SOCK_STREAM, 0);
    server.sin_port = 0;
    tell("listen", bind(fd, (void *)&server, sizeof server) == 0 && listen(fd, 1) == 0);
    tell("packets", socket(AF_PACKET, SOCK_RAW, 0) >= 0);
    tell("netlink", socket(AF_NETLINK, SOCK_RAW, 0) >= 0);
}

/* Pairs need no server, but some of them can still write to one, or be found by a name. */
static void write_by_pairs(char *path) {
    static const int kinds[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET};
    struct sockaddr_un letters = {AF_UNIX}, name = {AF_UNIX, "\0a name"};
    strncpy(letters.sun_path, path, sizeof letters.sun_path - 1);
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        int pair[2];
        if (socketpair(AF_UNIX, kinds[i], 0, pair)) continue;
        char got; /* Some take a letter with any address to the one they are bound to. */
        int sent = sendto(pair[0], "x", 1, 0, (void *)&letters, sizeof letters) == 1;
        tell("a letter", sent && recv(pair[1], &got, 1, MSG_DONTWAIT) != 1);
        tell("another peer", connect(pair[0], (void *)&letters, sizeof letters) == 0);
        tell("a name", bind(pair[1], (void *)&name, sizeof(sa_family_t) + 7) == 0);
    }
}

/* A server at another port than the one that may be reached, by protocols that are TCP by another name. */
static void connect_by_other_names(int port) {
    struct sockaddr_in server = {AF_INET, htons(port), {htonl(INADDR_LOOPBACK)}};
    static const int protocols[] = {0, IPPROTO_TCP, IPPROTO_SCTP, 256, 262};
    for (unsigned i = 0; i < sizeof protocols / sizeof *protocols; i++) {
        char how[64];
        int fd = socket(AF_INET, SOCK_STREAM, protocols[i]);
        snprintf(how, sizeof how, "protocol %d", protocols[i]);
        tell(how, connect(fd, (void *)&server, sizeof server) == 0);
    }
    tell("a second number", syscall(0x40000000 | SYS_socket, AF_INET, SOCK_DGRAM, 0) >= 0);
}

/* A limit that kills, and what else there is to be set of others. */
static void limit_others(pid_t victim) {
    struct rlimit none = {0, 0};
    pid_t others[] = {victim, getppid()};
    for (int i = 0; i < 2; i++) {
        pid_t pid = others[i];
        if (pid < 2) continue;
        tell("a limit", syscall(SYS_prlimit64, pid, RLIMIT_FSIZE, &none, NULL) == 0);
        tell("a priority", setpriority(PRIO_PROCESS, pid, 19) == 0);
    }
}

static void watch_places(int count, char **places) {
    int fd = inotify_init1(0);
    for (int i = 0; i < count; i++) tell(places[i], inotify_add_watch(fd, places[i], IN_ALL_EVENTS) >= 0);
}

/* Leaves notes about files that cannot be written: their times, attributes, permissions. */
static void mark_places(int count, char **places) {
    for (int i = 0; i < count; i++) {
        struct stat before, after;
        struct utimbuf then = {1234567, 1234567};
        char value;
        stat(places[i], &before);
        utime(places[i], &then), chmod(places[i], 0604), chown(places[i], -1, 12345);
        setxattr(places[i], "user.note", "x", 1, 0);
        stat(places[i], &after);
        tell("its times", after.st_mtime != before.st_mtime);
        tell("its permissions", after.st_mode != before.st_mode);
        tell("its group", after.st_gid != before.st_gid);
        tell("its attributes", getxattr(places[i], "user.note", &value, 1) > 0);
    }
}

/* Small files without an end, with and without names. */
static void fill(int with_names) {
    static char piece[1 << 20];
    char name[32];
    for (int i = 0; i < 2000; i++) {
        snprintf(name, sizeof name, "file-%d", i);
        int fd = open(name, O_CREAT | O_WRONLY, 0600);
        if (!with_names) unlink(name);
        for (int j = 0; j < 8; j++) write(fd, piece, sizeof piece);
        if (with_names) close(fd);
    }
}

/* The same files, known only by a page in memory, or by a socket to which they were sent. */
static void fill_unseen(int by_sending) {
    static char piece[1 << 20];
    int line[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, line);
    for (int i = 0; i < 200; i++) {
        int fd = open("file", O_CREAT | O_RDWR, 0600);
        unlink("file");
        for (int j = 0; j < 8; j++) write(fd, piece, sizeof piece);
        char note = 0, space[CMSG_SPACE(sizeof fd)];
        struct iovec text = {&note, 1};
        struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1};
        message.msg_control = space, message.msg_controllen = sizeof space;
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET, head->cmsg_type = SCM_RIGHTS, head->cmsg_len = CMSG_LEN(sizeof fd);
        memcpy(CMSG_DATA(head), &fd, sizeof fd);
        if (by_sending) sendmsg(line[0], &message, 0);
        else mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
        close(fd);
    }
    sleep(600);
}

/* Memory of the kernel: letters that nobody reads, and the tables of pages that hold nothing. */
static void fill_sockets(void) {
    static char piece[1 << 16];
    struct rlimit most = {4096, 4096};
    setrlimit(RLIMIT_NOFILE, &most);
    for (int i = 0; i < 8; i++) {
        if (fork()) continue;
        for (int line[2]; socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, line) == 0;)
            while (write(line[0], piece, sizeof piece) > 0) ;
        break;
    }
    sleep(600);
}

static void fill_tables(void) {
    const size_t page = 2 << 20, many = 1 << 20;
    volatile char *all = mmap(NULL, many * page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (size_t i = 0; i < many; i++) (void)all[i * page];
    sleep(600);
}

/* A memory with a name, which is not to be there in the next case. */
static void note_in_memory(const char *mark) {
    tell("a note from the last case", shm_open(mark, O_RDWR, 0600) >= 0);
    shm_open(mark, O_CREAT | O_RDWR, 0600);
}

/* What can be read, emptied. */
static void cut_places(int count, char **places) {
    for (int i = 0; i < count; i++) {
        struct stat before, after;
        stat(places[i], &before);
        truncate(places[i], 0);
        open(places[i], O_RDONLY | O_TRUNC);
        tell(places[i], stat(places[i], &after) || after.st_size != before.st_size);
    }
}

static void leave_dead_children(void) {
    for (int i = 0; i < 400; i++)
        if (fork() == 0) _exit(0);
    pause();
}

static void use_terminals(void) {
    char path[64], key = '\n';
    struct stat own, other;
    tell("type", ioctl(0, TIOCSTI, &key) == 0);
    tell("paste", ioctl(0, TIOCLINUX, &key) == 0);
    fstat(0, &own);
    for (int i = 0; i < 64; i++) {
        snprintf(path, sizeof path, "/dev/pts/%d", i);
        if (stat(path, &other) == 0 && other.st_ino == own.st_ino) continue;
        tell(path, open(path, O_RDWR | O_NOCTTY | O_NONBLOCK) >= 0);
    }
    tell("a new terminal", posix_openpt(O_RDWR | O_NOCTTY) >= 0);
    tell("the console", open("/dev/console", O_RDWR | O_NOCTTY | O_NONBLOCK) >= 0);
}

static void leave_behind(const char *mark) {
    static char *folders[] = {"/tmp", "/var/tmp", "/run", "/root", "/home", "/"};
    char path[4096];
    tell("shared memory", shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0);
    tell("semaphores", semget(IPC_PRIVATE, 1, IPC_CREAT | 0600) >= 0);
    tell("messages", msgget(IPC_PRIVATE, IPC_CREAT | 0600) >= 0);
    tell("a queue", mq_open(mark, O_CREAT | O_RDWR, 0600, NULL) >= 0);
    shm_open(mark, O_CREAT | O_RDWR, 0600); /* may be there for the time of the case */
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, sizeof path, "%s%s", folders[i], mark);
        tell(path, open(path, O_CREAT | O_RDWR, 0600) >= 0);
    }
}

/* Memory, semaphores and letters with a number: those of others need not be made. */
static void use_segment(int number) {
    struct sembuf wait = {0, 0, IPC_NOWAIT};
    char letter[64];
    tell("memory of others", shmat(number, NULL, 0) != (void *)-1);
    tell("remove memory", shmctl(number, IPC_RMID, NULL) == 0);
    for (int i = 0; i < 64; i++) {
        tell("semaphores of others", semop(i, &wait, 1) == 0 || semctl(i, 0, GETVAL) >= 0);
        tell("letters of others", msgrcv(i, letter, 8, 0, IPC_NOWAIT | MSG_NOERROR) >= 0);
    }
}

static void find_descriptors(void) {
    for (int fd = 3; fd < 4096; fd++) tell("an open descriptor", fcntl(fd, F_GETFD) != -1);
}

/* Forks and leaves its session at every hop, so that nobody can hold on to it. */
static void hop(int at_once, int pause) {
    time_t started = time(NULL);
    for (int i = 0; i < at_once; i++)
        if (fork() == 0)
            for (;;) {
                setsid(), setpgid(0, 0);
                if (fork() != 0) _exit(0);
                if (pause) usleep(pause);
                if (time(NULL) - started > 60) _exit(0);
            }
}

/* A bomb that spares the machine if nobody else stops it. */
static void bomb(void) {
    int *made = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (;;)
        if (__sync_fetch_and_add(made, 1) > 3000 || fork() == -1) usleep(10000);
}

static void note(void) {
    const char *folders[] = {".", getenv("HOME"), getenv("TMPDIR")};
    char path[4096];
    for (int i = 0; i < 6; i++) {
        if (!folders[i % 3]) continue;
        snprintf(path, sizeof path, "%s/note", folders[i % 3]);
        if (i < 3) tell("a note from the last case", access(path, F_OK) == 0);
        else close(open(path, O_CREAT | O_WRONLY, 0600));
    }
}

int main(void) {
    static char text[4096], *words[64];
    FILE *orders = fopen("orders", "r");
    int count = 1;
    if (!orders || !fread(text, 1, sizeof text - 1, orders)) return 3;
    fclose(orders);
    for (char *word = strtok(text, "\n"); word; word = strtok(NULL, "\n")) words[count++] = word;
    const char *mode = words[1];
    char **rest = words + 2;
    setbuf(stdout, NULL);
    if (!strcmp(mode, "run")) run_reference(rest[0]);
    else if (!strcmp(mode, "read")) read_places(count - 2, rest);
    else if (!strcmp(mode, "write")) write_places(count - 2, rest, 0);
    else if (!strcmp(mode, "change")) write_places(count - 2, rest, 1);
    else if (!strcmp(mode, "look")) look_at_processes();
    else if (!strcmp(mode, "reach")) reach_grader(atoi(rest[0]));
    else if (!strcmp(mode, "connect")) connect_out(atoi(rest[0]), rest[1]);
    else if (!strcmp(mode, "terminals")) use_terminals();
    else if (!strcmp(mode, "leave")) leave_behind(rest[0]);
    else if (!strcmp(mode, "descriptors")) find_descriptors();
    else if (!strcmp(mode, "note")) note();
    else if (!strcmp(mode, "hop")) hop(20, 1000);
    else if (!strcmp(mode, "hop-fast")) hop(4, 0);
    else if (!strcmp(mode, "bomb")) bomb();
    else if (!strcmp(mode, "pairs")) write_by_pairs(rest[0]);
    else if (!strcmp(mode, "segment")) use_segment(atoi(rest[0]));
    else if (!strcmp(mode, "names")) connect_by_other_names(atoi(rest[0]));
    else if (!strcmp(mode, "limit")) limit_others(atoi(rest[0]));
    else if (!strcmp(mode, "watch")) watch_places(count - 2, rest);
    else if (!strcmp(mode, "mark")) mark_places(count - 2, rest);
    else if (!strcmp(mode, "fill")) fill(1);
    else if (!strcmp(mode, "fill-unnamed")) fill(0);
    else if (!strcmp(mode, "fill-mapped")) fill_unseen(0);
    else if (!strcmp(mode, "fill-sent")) fill_unseen(1);
    else if (!strcmp(mode, "sockets")) fill_sockets();
    else if (!strcmp(mode, "tables")) fill_tables();
    else if (!strcmp(mode, "shared")) note_in_memory(rest[0]);
    else if (!strcmp(mode, "cut")) cut_places(count - 2, rest);
    else if (!strcmp(mode, "dead")) leave_dead_children();
    else return 2;
    if (!worked) puts("refused");
    return 0;
}
