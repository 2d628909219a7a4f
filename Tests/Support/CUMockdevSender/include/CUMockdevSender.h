#pragma once
#include <sys/socket.h>

/* These two take the place of the C library's in a program that links umockdev: there, telling a monitor that begins or
 * ends at the same moment, or that has not read for a while, aborts the process (mended in umockdev 0.19.0; Debian 12
 * has 0.17.16). Here a monitor that begins or ends is told nothing, and one that has not read is waited for. */

int connect(int descriptor, const struct sockaddr *address, socklen_t size);

ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags);

/** How often a monitor that has not read was waited for. */
unsigned monitor_waits(void);
