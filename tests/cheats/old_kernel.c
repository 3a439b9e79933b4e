/* Runs a command on a kernel that says it is older than it is: Landlock is of version 1, and there are no
   namespaces. Another process answers for the kernel, as seccomp_unotify(2) has it. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOAD(what) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, what))
#define IS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define SAY(what) BPF_STMT(BPF_RET | BPF_K, what)
#define CREATE_RULESET 444
#define ASKS_FOR_VERSION 1

static int filter(void) {
    struct sock_filter steps[] = {
        LOAD(nr), IS(SYS_unshare, 6, 0), IS(SYS_setns, 5, 0), IS(SYS_mount, 4, 0),
        IS(CREATE_RULESET, 0, 4), LOAD(args[2]), IS(ASKS_FOR_VERSION, 0, 2),
        SAY(SECCOMP_RET_USER_NOTIF), SAY(SECCOMP_RET_ERRNO | EPERM), SAY(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof steps / sizeof *steps, steps};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

static struct msghdr *message(int *fd) {
    static char note, space[CMSG_SPACE(sizeof(int))];
    static struct iovec text = {&note, 1};
    static struct msghdr whole = {.msg_iov = &text, .msg_iovlen = 1, .msg_control = space};
    whole.msg_controllen = sizeof space;
    struct cmsghdr *head = CMSG_FIRSTHDR(&whole);
    head->cmsg_level = SOL_SOCKET, head->cmsg_type = SCM_RIGHTS, head->cmsg_len = CMSG_LEN(sizeof *fd);
    memcpy(CMSG_DATA(head), fd, sizeof *fd);
    return &whole;
}

int main(int count, char **words) {
    int line[2], fd = -1, status;
    socketpair(AF_UNIX, SOCK_STREAM, 0, line);
    pid_t command = fork();
    if (command == 0) {
        fd = filter();
        if (fd < 0 || sendmsg(line[0], message(&fd), 0) < 0) _exit(9);
        close(fd), close(line[0]), close(line[1]);
        execvp(words[1], words + 1);
        _exit(9);
    }
    close(line[0]);
    struct msghdr *whole = message(&fd);
    if (recvmsg(line[1], whole, 0) <= 0) return 9;
    memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(whole)), sizeof fd);
    pid_t kernel = fork();
    while (kernel == 0) {
        struct seccomp_notif question = {0};
        struct seccomp_notif_resp answer = {.val = 1};
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (ioctl(fd, SECCOMP_IOCTL_NOTIF_RECV, &question) && errno != EINTR) _exit(0);
        answer.id = question.id;
        ioctl(fd, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    }
    waitpid(command, &status, 0);
    kill(kernel, SIGKILL);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 9;
}
