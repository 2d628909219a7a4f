#pragma once
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast macro, which Swift does not see: these copy the bytes before they return. */

static inline int csqlite_bind_text_copied(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_blob_copied(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}
