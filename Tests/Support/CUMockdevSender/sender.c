#define _GNU_SOURCE
#include "CUMockdevSender.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/un.h>

static atomic_uint waits;

unsigned monitor_waits(void) { return atomic_load(&waits); }

/// Whether it is the address of a monitor of umockdev: a socket named eventN.
static int is_monitor(const void *address) {
    const struct sockaddr_un *place = address;
    if (place == NULL || place->sun_family != AF_UNIX) return 0;
    const char *name = strrchr(place->sun_path, '/');
    return name != NULL && strncmp(name, "/event", 6) == 0;
}

int connect(int descriptor, const struct sockaddr *address, socklen_t size) {
    int (*next)(int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "connect");
    int result = next(descriptor, address, size);
    // The monitor has not bound its socket yet; umockdev knows what to do with one that refuses.
    if (result < 0 && errno == ENOENT && is_monitor(address)) errno = ECONNREFUSED;
    return result;
}

ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags) {
    ssize_t (*next)(int, const struct msghdr *, int) = dlsym(RTLD_NEXT, "sendmsg");
    for (;;) {
        ssize_t sent = next(descriptor, message, flags);
        if (sent >= 0 || !is_monitor(message->msg_name)) return sent;
        if (errno == ECONNREFUSED) return 0;
        if (errno != EAGAIN) return sent;
        atomic_fetch_add(&waits, 1);
        struct pollfd writable = {.fd = descriptor, .events = POLLOUT};
        if (poll(&writable, 1, -1) < 0 && errno != EINTR) return -1;
    }
}
