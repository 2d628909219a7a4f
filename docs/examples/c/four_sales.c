/*
 * Four sales in C: approved, declined, canceled while the card is waited for, and with an unknown outcome.
 *
 *     cc four_sales.c $(pkg-config --cflags --libs tender) -o four_sales
 *     ./four_sales FOLDER sale|decline|cancel|unknown [GATEWAY]
 *
 * The reader is simulated; without GATEWAY the gateway is, too. An unknown outcome needs one that fails:
 *     tender gateway serve --fault drop-answer:confirm:99 --fault drop-answer:retrieve:99
 *
 * It prints the outcome. A program of yours reads the answers with a JSON library; here they are searched.
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tender.h>

/* Ends the program after a mistake in its own use of the library. */
static void check(tender_status status)
{
    if (status == TENDER_OK)
        return;
    fprintf(stderr, "four_sales: %s\n", tender_status_text(status));
    exit(1);
}

/* Copies the text of a member, the first of its name; an empty text if there is none. */
static void find(const char *json, const char *name, char *text, size_t size)
{
    char mark[64];
    snprintf(mark, sizeof mark, "\"%s\":\"", name);
    const char *found = strstr(json, mark);
    snprintf(text, size, "%.*s", found ? (int)strcspn(found + strlen(mark), "\"") : 0, found ? found + strlen(mark) : "");
}

/* Makes a call and waits for its answer, which the caller gives back. */
static char *call(tender_till till, const char *name, const char *input, const char *key)
{
    char *answer;
    check(tender_call(till, name, input, key, &answer));
    return answer;
}

static tender_till open_till(const char *folder, const char *card, const char *gateway)
{
    char options[2048], *answer;
    tender_till till;
    snprintf(options, sizeof options, "{\"folder\": \"%s\", \"reader\": \"simulated\", \"cards\": [%s%s%s]%s%s%s}", folder,
        card ? "\"" : "", card ? card : "", card ? "\"" : "", gateway ? ", \"gateway\": \"" : "", gateway ? gateway : "",
        gateway ? "\"" : "");
    if (tender_open(options, &till, &answer) == TENDER_OK)
        return till;
    fprintf(stderr, "four_sales: %s\n", answer ? answer : "the till cannot be opened");
    exit(1);
}

/* Starts the payment, stops it when the reader asks for a card, and returns the answer. */
static char *pay_and_stop(tender_till till, const char *input, const char *key)
{
    struct pollfd ready = {.events = POLLIN};
    check(tender_descriptor(till, &ready.fd));
    check(tender_follow(till, -1));
    check(tender_start(till, "process_payment_intent", input, key, NULL));
    for (;;) {
        char *message;
        poll(&ready, 1, -1);
        tender_status status = tender_next(till, &message);
        if (status == TENDER_EMPTY)
            continue;
        check(status);
        if (strstr(message, "\"type\":\"answer\""))
            return message;
        if (strstr(message, "\"type\":\"input_options\""))
            check(tender_free(call(till, "stop", NULL, NULL)));
        check(tender_free(message));
    }
}

int main(int count, char **words)
{
    if (count < 3) {
        fprintf(stderr, "usage: four_sales FOLDER sale|decline|cancel|unknown [GATEWAY]\n");
        return 2;
    }
    const char *act = words[2];
    int cancels = strcmp(act, "cancel") == 0;
    const char *card = cancels ? NULL : strcmp(act, "decline") == 0 ? "chargeDeclined" : "visa";
    tender_till till = open_till(words[1], card, count > 3 ? words[3] : NULL);
    char *answer, id[256], input[512], outcome[64], key[128];

    check(tender_free(call(till, "connect_reader", NULL, NULL)));

    /* A key is new for each command, and the same when it is repeated: here the order makes it. */
    snprintf(key, sizeof key, "order-17-%s-create", act);
    answer = call(till, "create_payment_intent", "{\"amount\": 1250, \"currency\": \"eur\"}", key);
    find(answer, "id", id, sizeof id);
    check(tender_free(answer));

    snprintf(input, sizeof input, "{\"id\": \"%s\", \"timeout_seconds\": 60}", id);
    snprintf(key, sizeof key, "order-17-%s-pay", act);
    answer = cancels ? pay_and_stop(till, input, key) : call(till, "process_payment_intent", input, key);
    find(answer, "outcome", outcome, sizeof outcome);
    puts(outcome);
    check(tender_free(answer));
    check(tender_close(till));
    return 0;
}
