#pragma once
#include <libpq-fe.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/ioctl.h>

/* The field codes are character macros, ioctl is variadic, and a receiver of notices is a function with a C type. */

static inline const char *cpq_sqlstate(const PGresult *result) { return PQresultErrorField(result, PG_DIAG_SQLSTATE); }
static inline const char *cpq_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}
static inline const char *cpq_constraint(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
}

static void cpq_drop_notice(void *context, const PGresult *result) { (void)context; (void)result; }
/// Drops the server's notices, which would otherwise be printed.
static inline void cpq_drop_notices(PGconn *connection) { PQsetNoticeReceiver(connection, cpq_drop_notice, 0); }

/// The bytes that the system holds for a socket; 0 when that cannot be told.
static inline int cpq_available(int descriptor) {
    int count = 0;
    return ioctl(descriptor, FIONREAD, &count) == 0 && count > 0 ? count : 0;
}
/// Whether a socket has bytes, an end or an error to read.
static inline bool cpq_is_readable(int descriptor) {
    struct pollfd polled = {descriptor, POLLIN, 0};
    return poll(&polled, 1, 0) > 0;
}
