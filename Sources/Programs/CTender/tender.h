/*
 * tender.h - a card till for C: readers, payments, refunds, events.
 *
 * The calls are those of the local service (`tender serve`), in this process and without HTTP; `tender serve openapi` lists
 * them with their members. Their input and answers are JSON texts in UTF-8 that end with a NUL.
 *
 * Two kinds of results are kept apart:
 *
 *   - a tender_status tells whether the library was used rightly. It says nothing about money.
 *   - an answer tells what became of a call. It is a JSON object with "outcome", such as "approved", "declined", "canceled",
 *     "unknown" or "failed"; the last comes with "error". A call that cannot be understood is answered, too.
 *
 * Threads: every function may be called on any thread, and on several at the same time. There are no callbacks: no thread of
 * the library ever runs the caller's code. What happens is read with tender_next(), when tender_descriptor() is readable.
 *
 * Memory: a text that a function hands out through a `char **` belongs to the caller, who gives it back with tender_free().
 * Texts that are handed in are copied before a function returns. A `const char *` that is returned is never given back.
 *
 * Processes: what was opened belongs to the process that opened it. In a child of fork() every function of a till returns
 * TENDER_FORKED.
 *
 * Promise: a program that was built with this header runs with every later libtender.so.1.
 */
#ifndef TENDER_H
#define TENDER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the library was used rightly. */
typedef enum tender_status {
    /* It was. */
    TENDER_OK = 0,
    /* A pointer is null that must not be. Nothing was done. */
    TENDER_NULL = 1,
    /* The handle was never handed out. */
    TENDER_NO_TILL = 2,
    /* The till was closed, or is being closed. */
    TENDER_CLOSED = 3,
    /* This process is a child of the one that opened the library. */
    TENDER_FORKED = 4,
    /* The till cannot be opened; the answer says why. */
    TENDER_REFUSED = 5,
    /* There is nothing to read. */
    TENDER_EMPTY = 6,
    /* Too many started calls are under way or unread, or the till is followed already. */
    TENDER_BUSY = 7,
    /* The text was not handed out, or was given back already. */
    TENDER_NO_TEXT = 8
} tender_status;

/* An open till. The number is no address, is never used again, and is never 0. */
typedef uint64_t tender_till;

/* Returns the version of this interface: 1, and one more for each time that functions were added. */
uint32_t tender_abi_version(void);

/* Returns the version of the library, such as "0.1.0". */
const char *tender_version(void);

/* Returns a sentence about a status, also about one that does not exist; never null. */
const char *tender_status_text(tender_status status);

/*
 * Opens a till: its journal, its gateway, its readers. Blocks while it reads the journal.
 *
 * options: a JSON object with these members:
 *     "folder"         where the journal is, which one process at a time has open; made if it is not there
 *     "name"           the till's name, "till" when left out; its journal is NAME.journal
 *     "gateway"        the URL of the payments API; when left out, a simulated one runs inside, for one till of a folder
 *     "api_key_file"   a file of mode 0600 with the API key; else it is in TENDER_API_KEY
 *     "ca_bundle"      a PEM file of further certificate authorities
 *     "reader"         "usb[:ID][#SLOT]", "serial:PATH[,neo|zvt]", "tcp:HOST:PORT[,zvt|neo]", "internet[:ID]", "simulated" or
 *                      "simulated-ccid[:MODEL]"; a ZVT terminal is its own gateway; "usb" when left out, without "gateway" "simulated"
 *     "emv"            a file with rules and keys for chips, which a USB chip reader needs
 *     "sealing_key"    with "key_store", the key under which a USB reader's cards are encrypted
 *     "key_store"      the folder of the key store, which one process at a time has open; its tills share it
 *     "cards"          names of test cards that are presented by themselves at a simulated reader
 *     "claim_by_call"  true to list an approval as pending until claim_payment is called
 * till: gets the handle; 0 unless TENDER_OK is returned.
 * answer: gets null, or with TENDER_REFUSED an answer whose "error" says why; may be null.
 *
 * Returns TENDER_OK, TENDER_NULL, TENDER_FORKED or TENDER_REFUSED.
 */
tender_status tender_open(const char *options, tender_till *till, char **answer);

/*
 * Carries out a call and waits for its answer. A call at the reader waits for the customer; to stop it, make the call "stop"
 * on another thread.
 *
 * call: the name of the call, such as "create_payment_intent".
 * input: a JSON object with the call's members, 64 KiB at most; null for none. What the service has in its path is a member
 *     here: {"id": "pi_..."}.
 * key: the idempotency key of a call that changes something, 1 to 255 printable characters without spaces: new for each
 *     command, and the same when it is repeated, also after a restart. null for a call that needs none.
 * answer: gets the answer. That to a command that was given before has "replayed": true: it was carried out then.
 *
 * Returns TENDER_OK, TENDER_NULL, TENDER_NO_TILL, TENDER_CLOSED or TENDER_FORKED.
 */
tender_status tender_call(tender_till till, const char *call, const char *input, const char *key, char **answer);

/*
 * Starts a call and returns at once. Its answer comes with tender_next():
 *     {"type": "answer", "number": 7, "answer": {...}}
 *
 * number: gets the number of the call, counted from 1; may be null.
 *
 * Returns TENDER_OK, TENDER_NULL, TENDER_NO_TILL, TENDER_CLOSED, TENDER_FORKED, or TENDER_BUSY when 256 started calls are
 * under way or unread.
 */
tender_status tender_start(
    tender_till till, const char *call, const char *input, const char *key, uint64_t *number);

/*
 * Lets tender_next() tell what happens at the till, until it is closed:
 *     {"type": "record", "record": {"sequence": 17, ...}}    a record of the journal: none is ever missed
 *     {"type": "passing", "event": {"type": "input_options", ...}}   what passes, such as a text for the customer; one who
 *                                                            reads too slowly misses some
 *     {"type": "end", "answer": {...}}                       the journal cannot be read any more
 *
 * after: the "sequence" of the last record that is known, 0 for all; less than 0 begins with what happens now.
 *
 * Returns TENDER_OK, TENDER_NO_TILL, TENDER_CLOSED, TENDER_FORKED, or TENDER_BUSY if the till is followed already.
 */
tender_status tender_follow(tender_till till, int64_t after);

/*
 * Gives the file descriptor that is readable while tender_next() has something to read, for poll(), epoll or an event loop.
 * It belongs to the library: neither read it nor close it. It ends with the till; take it out of a loop before tender_close().
 *
 * Returns TENDER_OK, TENDER_NULL, TENDER_NO_TILL, TENDER_CLOSED or TENDER_FORKED.
 */
tender_status tender_descriptor(tender_till till, int *descriptor);

/*
 * Reads the next answer or event, oldest first; never waits.
 *
 * message: gets the JSON object, or null.
 *
 * Returns TENDER_OK, TENDER_EMPTY, TENDER_NULL, TENDER_NO_TILL, TENDER_CLOSED or TENDER_FORKED.
 */
tender_status tender_next(tender_till till, char **message);

/*
 * Closes a till: takes no further calls, stops what waits for a card, waits for what was sent to the gateway, and closes
 * reader and journal. Blocks until then. Nothing that was sent is lost: what nobody has read is answered again when the call
 * is repeated under its key.
 *
 * Returns TENDER_OK, TENDER_NO_TILL, TENDER_CLOSED or TENDER_FORKED.
 */
tender_status tender_close(tender_till till);

/*
 * Gives a text back; null is given back in vain. A text that is given back twice is noticed unless its address was handed out
 * again meanwhile.
 *
 * Returns TENDER_OK, TENDER_FORKED or TENDER_NO_TEXT.
 */
tender_status tender_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
