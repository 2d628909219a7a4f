#pragma once
#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* Variadic functions, macros and the library's closed enumerations, behind plain functions. */

typedef void *(*cmhd_uri_callback)(void *context, const char *uri, struct MHD_Connection *connection);
typedef int (*cmhd_header_callback)(void *context, const char *name, const char *value);
/* A connection was opened, or is about to be closed: its socket is still open then. */
typedef void (*cmhd_connection_callback)(void *context, int socket, int is_open);

/* What the callbacks share: the library hands `context` to each. */
struct cmhd_callbacks {
    MHD_AccessHandlerCallback handler;
    cmhd_uri_callback on_uri;
    MHD_RequestCompletedCallback on_completed;
    cmhd_connection_callback on_connection;
    void *context;
};

/* The socket of a connection; -1 when there is none. */
static inline int cmhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static inline void cmhd_notify(
    void *callbacks, struct MHD_Connection *connection, void **socket_context, enum MHD_ConnectionNotificationCode code) {
    const struct cmhd_callbacks *calls = (const struct cmhd_callbacks *)callbacks;
    (void)socket_context;
    calls->on_connection(calls->context, cmhd_socket(connection), code == MHD_CONNECTION_NOTIFY_STARTED);
}

/* How many files this process may have open. */
static inline long cmhd_open_files(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 1000000 ? (long)limit.rlim_cur : 1000000;
}

/* Reads a numeric address; returns its family, or 0. */
static inline int cmhd_address(const char *host, uint16_t port, struct sockaddr_storage *address) {
    struct sockaddr_in *four = (struct sockaddr_in *)address;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, host, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons(port);
    } else if (inet_pton(AF_INET6, host, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons(port);
    }
    return address->ss_family;
}

/* Whether a numeric address is of this machine alone. */
static inline int cmhd_is_loopback(const char *host) {
    struct sockaddr_storage address;
    switch (cmhd_address(host, 0, &address)) {
        case AF_INET: return ntohl(((struct sockaddr_in *)&address)->sin_addr.s_addr) >> 24 == 127;
        case AF_INET6: return IN6_IS_ADDR_LOOPBACK(&((struct sockaddr_in6 *)&address)->sin6_addr);
        default: return 0;
    }
}

/* Listens on a socket in the file system that only its owner may connect to; returns -1 and errno. One that a process which has
   ended left behind is replaced; a file that is no socket never is. */
static inline int cmhd_listen_at(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address.sun_path, path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0) return -1;
    int bound = bind(listener, (struct sockaddr *)&address, sizeof address);
    if (bound < 0 && errno == EADDRINUSE) {
        int other = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        int is_dead = other >= 0 && connect(other, (struct sockaddr *)&address, sizeof address) < 0 && errno == ECONNREFUSED;
        if (other >= 0) close(other);
        struct stat status;
        int is_socket = lstat(path, &status) == 0 && S_ISSOCK(status.st_mode);
        errno = EADDRINUSE;
        if (is_dead && is_socket && unlink(path) == 0) bound = bind(listener, (struct sockaddr *)&address, sizeof address);
    }
    /* Nobody can connect before it listens. */
    if (bound == 0 && chmod(path, 0600) == 0 && listen(listener, SOMAXCONN) == 0) return listener;
    int reason = errno;
    close(listener);
    errno = reason;
    return -1;
}

/* Starts a server on a numeric address, or on a socket that listens (not -1), whose one thread serves every connection; port 0 lets the system choose. With epoll the library
   overlooks the end of a request that was cut short (0.9.75), and keeps the connection for the idle time. Above the number of
   connections others wait until one of them ends. The callbacks must live as long as the server. */
static inline struct MHD_Daemon *cmhd_start(
    const char *host, uint16_t port, int listener, unsigned int idle_seconds, size_t header_bytes, unsigned int connections,
    const struct cmhd_callbacks *calls) {
    struct sockaddr_storage address;
    int family = cmhd_address(host, port, &address);
    struct MHD_OptionItem place[] = {
        {listener < 0 ? MHD_OPTION_SOCK_ADDR : MHD_OPTION_LISTEN_SOCKET, listener, listener < 0 ? &address : NULL},
        {MHD_OPTION_END, 0, NULL}};
    if (!family && listener < 0) {
        errno = EAFNOSUPPORT;
        return NULL;
    }
    return MHD_start_daemon(
        MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | (family == AF_INET6 ? MHD_USE_DUAL_STACK : 0), port, NULL, NULL, calls->handler, calls->context,
        MHD_OPTION_ARRAY, place, MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, header_bytes, MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_URI_LOG_CALLBACK, calls->on_uri, calls->context, MHD_OPTION_NOTIFY_COMPLETED, calls->on_completed,
        calls->context, MHD_OPTION_NOTIFY_CONNECTION, cmhd_notify, (void *)calls, MHD_OPTION_END);
}

static inline uint16_t cmhd_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

struct cmhd_header_visit {
    cmhd_header_callback visit;
    void *context;
};

static inline enum MHD_Result cmhd_visit_header(void *visit, enum MHD_ValueKind kind, const char *name, const char *value) {
    struct cmhd_header_visit *visitor = (struct cmhd_header_visit *)visit;
    (void)kind;
    return visitor->visit(visitor->context, name, value ? value : "") ? MHD_YES : MHD_NO;
}

/* Calls `visit` for each request header until it returns 0. */
static inline void cmhd_each_header(struct MHD_Connection *connection, cmhd_header_callback visit, void *context) {
    struct cmhd_header_visit visitor = {visit, context};
    MHD_get_connection_values(connection, MHD_HEADER_KIND, cmhd_visit_header, &visitor);
}

/* The value of a header, in either case; NULL when there is none. */
static inline const char *cmhd_header(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static inline struct MHD_Response *cmhd_response(const void *bytes, size_t count) {
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/* A response of `count` bytes whose reader may stop early with cmhd_end_with_error. */
static inline struct MHD_Response *cmhd_response_from_reader(
    size_t count, size_t block, MHD_ContentReaderCallback reader, void *context,
    MHD_ContentReaderFreeCallback release) {
    return MHD_create_response_from_callback(count, block, reader, context, release);
}

/* A response whose reader decides when it ends, with cmhd_end_of_stream; 0 is for a connection that is suspended. */
static inline struct MHD_Response *cmhd_response_of_any_length(
    size_t block, MHD_ContentReaderCallback reader, void *context, MHD_ContentReaderFreeCallback release) {
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, block, reader, context, release);
}

static inline ssize_t cmhd_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }

static inline ssize_t cmhd_end_with_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }

/* Nonzero when the library took it. */
static inline int cmhd_add_header(struct MHD_Response *response, const char *name, const char *value) {
    return MHD_add_response_header(response, name, value) == MHD_YES;
}

static inline int cmhd_queue(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
    return MHD_queue_response(connection, status, response) == MHD_YES;
}
