// Runs a program and tells the processor time that it and its threads took, of the kernel for them included.
//
// usage: spent PROGRAM ARGUMENTS…

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static long long microseconds(struct timeval time) { return time.tv_sec * 1000000LL + time.tv_usec; }

int main(int count, char **arguments) {
    if (count < 2) return 2;
    const pid_t child = fork();
    if (child == 0) {
        execvp(arguments[1], arguments + 1);
        _exit(127);
    }
    int status = 0;
    struct rusage usage = {0};
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) return 1;
    printf("spent %lld µs of its own, %lld µs of the kernel, %ld switches\n", microseconds(usage.ru_utime),
           microseconds(usage.ru_stime), usage.ru_nvcsw + usage.ru_nivcsw);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
