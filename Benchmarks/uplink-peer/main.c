/* The yardstick of the uplink: a plain client of libpq that sends made-up records in the statement that an uplink uses, 1000 of
 * 500 bytes at a time, on one connection and without looking at anything.
 *
 * usage: uplink-peer CONNECTION JOURNAL COUNT */
#include <arpa/inet.h>
#include <libpq-fe.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 1000, BODY = 500, HASH = 32 };

static const char *STATEMENT =
    "WITH moved AS MATERIALIZED (SELECT tender.raise_head($1::uuid, 0, $2, $3, $4, $5) AS ok) "
    "INSERT INTO tender.records (journal, branch, sequence, hash, body) "
    "SELECT $1::uuid, 0, r.sequence, r.hash, r.body FROM moved, unnest($6, $7, $8) AS r (sequence, hash, body) WHERE moved.ok";

static char *put32(char *to, uint32_t value) {
    value = htonl(value);
    memcpy(to, &value, 4);
    return to + 4;
}

static char *put64(char *to, uint64_t value) { return put32(put32(to, (uint32_t)(value >> 32)), (uint32_t)value); }

/* The header of an array of one dimension in binary form. */
static char *begin(char *to, Oid element, int count) {
    to = put32(put32(put32(to, 1), 0), element);
    return put32(put32(to, (uint32_t)count), 1);
}

int main(int argument_count, char **arguments) {
    if (argument_count != 4) return 2;
    PGconn *connection = PQconnectdb(arguments[1]);
    if (PQstatus(connection) != CONNECTION_OK) return fprintf(stderr, "%s", PQerrorMessage(connection)), 1;
    long count = atol(arguments[3]);
    char sequences[20 + BATCH * 12], hash[HASH] = {0}, before[8], after[8], body[BODY];
    char *hashes = malloc(20 + BATCH * (4 + HASH)), *bodies = malloc(20 + (size_t)BATCH * (4 + BODY));
    PGresult *start = PQexecParams(
        connection, "SELECT hash FROM tender.heads WHERE journal = $1::uuid", 1, NULL,
        (const char *[]){arguments[2]}, NULL, NULL, 1);
    if (PQntuples(start) != 1) return fprintf(stderr, "the journal is not enrolled\n"), 1;
    memcpy(hash, PQgetvalue(start, 0, 0), HASH);
    PQclear(start);
    memset(body, 'x', BODY);
    for (long sent = 0; sent < count; sent += BATCH) {
        char *to = begin(sequences, 20, BATCH), *hashed = begin(hashes, 17, BATCH), *text = begin(bodies, 17, BATCH);
        char next[HASH];
        memcpy(next, hash, HASH);
        for (long number = sent + 1; number <= sent + BATCH; number++) {
            to = put64(put32(to, 8), (uint64_t)number);
            memcpy(next, &number, sizeof number);
            memcpy(hashed = put32(hashed, HASH), next, HASH);
            hashed += HASH;
            memcpy(text = put32(text, BODY), body, BODY);
            text += BODY;
        }
        put64(before, (uint64_t)sent);
        put64(after, (uint64_t)(sent + BATCH));
        const char *values[] = {arguments[2], before, hash, after, next, sequences, hashes, bodies};
        int lengths[] = {0, 8, HASH, 8, HASH, (int)(to - sequences), (int)(hashed - hashes), (int)(text - bodies)};
        int formats[] = {0, 1, 1, 1, 1, 1, 1, 1};
        Oid types[] = {25, 20, 17, 20, 17, 1016, 1001, 1001};
        PGresult *result = PQexecParams(connection, STATEMENT, 8, types, values, lengths, formats, 1);
        if (atoi(PQcmdTuples(result)) != BATCH) return fprintf(stderr, "%s", PQerrorMessage(connection)), 1;
        PQclear(result);
        memcpy(hash, next, HASH);
    }
    PQfinish(connection);
    return 0;
}
