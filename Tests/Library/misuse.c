/* Every misuse of libtender.so, each of which must be a status or an answer: prints a line a check, then 'N passed, N failed'.
 *
 * usage: misuse FOLDER */
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <tender.h>
#include <unistd.h>

static int passed, failed;

static void expect(int condition, const char *name)
{
    if (condition) {
        passed++;
        printf("ok      %s\n", name);
    } else {
        failed++;
        printf("FAILED  %s\n", name);
    }
    fflush(stdout);
}

/* Checks that a text says something, and gives it back. */
static int says(char *text, const char *words)
{
    int found = text != NULL && strstr(text, words) != NULL;
    if (!found)
        printf("        said: %s\n", text ? text : "nothing");
    return (tender_free(text) == TENDER_OK) & found;
}

static char options[1024];

static tender_till open_till(void)
{
    char *answer = NULL;
    tender_till till;
    if (tender_open(options, &till, &answer) != TENDER_OK)
        printf("        said: %s\n", answer ? answer : "nothing");
    tender_free(answer);
    return till;
}

static char *call(tender_till till, const char *name, const char *input, const char *key)
{
    char *answer = NULL;
    tender_call(till, name, input, key, &answer);
    return answer;
}

/* Whether every function of a till gives this status. */
static int all_give(tender_till till, tender_status status)
{
    char *text = (char *)1;
    uint64_t number = 1;
    int descriptor = 1;
    int count = (tender_call(till, "retrieve_status", NULL, NULL, &text) == status && text == NULL) +
                (tender_start(till, "retrieve_status", NULL, NULL, &number) == status && number == 0) +
                (tender_follow(till, 0) == status) +
                (tender_descriptor(till, &descriptor) == status && descriptor == -1) +
                (tender_next(till, &text) == status && text == NULL) + (tender_close(till) == status);
    return count == 6;
}

static void opening(const char *folder)
{
    tender_till till = 1;
    char *answer = (char *)1, text[2048];
    expect(tender_open(NULL, &till, &answer) == TENDER_NULL && till == 0 && answer == NULL, "open without options");
    expect(tender_open("{}", NULL, &answer) == TENDER_NULL && answer == NULL, "open without a place for the handle");
    const char *wrong[][2] = {
        {"", "invalid_json"}, {"{", "invalid_json"}, {"\xff\xfe", "invalid_json"}, {"[]", "invalid_input"},
        {"{}", "'folder' is missing"}, {"{\"folder\": 1}", "'folder' takes a text"},
        {"{\"folder\": \"/proc/none\"}", "cannot be made"}, {"{\"folder\": \"F\", \"none\": 1}", "no member 'none'"},
        {"{\"folder\": \"F\", \"name\": \"../x\"}", "'name' takes"}, {"{\"folder\": \"F\", \"reader\": \"none\"}", "'reader'"},
        {"{\"folder\": \"F\", \"reader\": \"internet\"}", "'gateway'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        answer = NULL;
        int refused = tender_open(wrong[i][0], &till, &answer) == TENDER_REFUSED && till == 0;
        snprintf(text, sizeof text, "open with %s", i == 2 ? "what is no UTF-8" : wrong[i][0]);
        expect(says(answer, wrong[i][1]) & refused, text);
    }
    snprintf(text, sizeof text, "{\"folder\": \"%s\", \"reader\": \"simulated\", \"cards\": [\"none\"]}", folder);
    answer = NULL;
    expect(tender_open(text, &till, &answer) == TENDER_REFUSED && says(answer, "no simulated card"), "open with no such card");
    snprintf(text, sizeof text, "{\"folder\": \"%s\", \"gateway\": \"http://127.0.0.1:1\", \"api_key_file\": \"/none\"}", folder);
    expect(tender_open(text, &till, NULL) == TENDER_REFUSED, "open without a place for the answer");
}

static void calls(tender_till till)
{
    char *answer = NULL;
    expect(tender_call(till, NULL, NULL, NULL, &answer) == TENDER_NULL, "call without a name");
    expect(tender_call(till, "retrieve_status", NULL, NULL, NULL) == TENDER_NULL, "call without a place for the answer");
    expect(tender_start(till, NULL, NULL, NULL, NULL) == TENDER_NULL, "start without a name");
    expect(tender_descriptor(till, NULL) == TENDER_NULL, "no place for the descriptor");
    expect(tender_next(till, NULL) == TENDER_NULL, "no place for the message");
    expect(says(call(till, "none", NULL, NULL), "no_such_call"), "no such call");
    expect(says(call(till, "", NULL, NULL), "no_such_call"), "an empty name");
    expect(says(call(till, "retrieve_status", "", NULL), "invalid_json"), "an empty input");
    expect(says(call(till, "retrieve_status", "{\"a\"", NULL), "invalid_json"), "half an input");
    expect(says(call(till, "retrieve_status", "7", NULL), "invalid_input"), "an input that is no object");
    expect(says(call(till, "retrieve_status", "{\"a\": 1}", NULL), "no member 'a'"), "an unknown member");
    expect(says(call(till, "retrieve_payment_intent", NULL, NULL), "invalid_input"), "no id");
    expect(says(call(till, "retrieve_payment_intent", "{\"id\": 7}", NULL), "'id' takes"), "an id that is no text");
    expect(says(call(till, "retrieve_payment_intent", "{\"id\": \"../x\"}", NULL), "'id' takes"), "an id with a path");
    expect(says(call(till, "create_payment_intent", "{\"amount\": 1, \"currency\": \"eur\"}", NULL), "key_missing"), "no key");
    expect(says(call(till, "create_payment_intent", "{\"amount\": 1, \"currency\": \"eur\"}", "a b"), "key_missing"),
        "a key with a space");

    size_t size = 1 << 20;
    char *large = malloc(size + 1);
    memset(large, 'x', size);
    large[size] = 0;
    expect(says(call(till, "retrieve_status", large, NULL), "too_large"), "an input of 1 MiB");
    expect(says(call(till, large, NULL, NULL), "no_such_call"), "a name of 1 MiB");
    expect(says(call(till, "create_payment_intent", "{\"amount\": 1, \"currency\": \"eur\"}", large), "key_missing"),
        "a key of 1 MiB");
    memset(large, '[', 60000);
    large[60000] = 0;
    expect(says(call(till, "retrieve_status", large, NULL), "invalid_json"), "an input that is 60000 lists deep");
    free(large);
}

static void texts(tender_till till)
{
    char own[] = "own", *answer = call(till, "retrieve_status", NULL, NULL);
    expect(tender_free(NULL) == TENDER_OK, "null is given back in vain");
    expect(tender_free(own) == TENDER_NO_TEXT, "a text of the caller's own");
    expect(tender_free(answer + 1) == TENDER_NO_TEXT, "the middle of a text");
    expect(tender_free(answer) == TENDER_OK, "a text is given back");
    expect(tender_free(answer) == TENDER_NO_TEXT, "a text is given back twice");
}

static void messages(tender_till till)
{
    char *message = NULL;
    struct pollfd ready = {.events = POLLIN};
    int started = 0, read = 0;
    tender_descriptor(till, &ready.fd);
    expect(tender_next(till, &message) == TENDER_EMPTY && message == NULL, "nothing to read");
    expect(poll(&ready, 1, 0) == 0, "the descriptor says that, too");
    while (started < 1000 && tender_start(till, "retrieve_status", NULL, NULL, NULL) == TENDER_OK)
        started++;
    expect(started == 256, "too many calls are started");
    while (read < started && poll(&ready, 1, 30000) == 1)
        while (tender_next(till, &message) == TENDER_OK)
            read += says(message, "\"type\":\"answer\"");
    expect(read == 256, "each of them is answered");
    expect(poll(&ready, 1, 0) == 0, "then the descriptor is silent again");
    expect(tender_follow(till, -1) == TENDER_OK, "the till is followed");
    expect(tender_follow(till, -1) == TENDER_BUSY, "the till is followed twice");
}

static void *ask(void *till)
{
    long right = 0;
    for (int i = 0; i < 50; i++) {
        char *answer = call(*(tender_till *)till, "retrieve_status", NULL, NULL);
        right += answer != NULL && strstr(answer, "\"outcome\":\"done\"") != NULL;
        right += tender_free(answer) == TENDER_OK;
    }
    return (void *)right;
}

static void threads(tender_till till)
{
    pthread_t thread[4];
    long right = 0;
    for (int i = 0; i < 4; i++)
        pthread_create(&thread[i], NULL, ask, &till);
    for (int i = 0; i < 4; i++) {
        void *result;
        pthread_join(thread[i], &result);
        right += (long)result;
    }
    expect(right == 400, "four threads at a time");
}

static void forks(tender_till till)
{
    char *answer = call(till, "retrieve_status", NULL, NULL);
    pid_t child = fork();
    if (child == 0) {
        tender_till other = 1;
        char *text = (char *)1;
        int right = all_give(till, TENDER_FORKED) + all_give(0, TENDER_FORKED) +
                    (tender_open(options, &other, &text) == TENDER_FORKED && other == 0 && text == NULL) +
                    (tender_free(answer) == TENDER_FORKED) + (tender_version() != NULL) + (tender_abi_version() == 1);
        exit(right == 6 ? 0 : 1); /* with all that is done at the end of a process */
    }
    int status;
    waitpid(child, &status, 0);
    expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a child of fork");
    tender_free(answer);
    expect(says(call(till, "retrieve_status", NULL, NULL), "\"done\""), "its parent goes on");
}

static void *close_till(void *till) { return (void *)(long)tender_close(*(tender_till *)till); }

static void *pay(void *till)
{
    char *answer = call(*(tender_till *)till, "create_payment_intent", "{\"amount\": 1250, \"currency\": \"eur\"}", "m-create"), *id;
    static char input[300];
    id = answer ? strstr(answer, "\"id\":\"") : NULL;
    snprintf(input, sizeof input, "{\"id\": \"%.*s\"}", id ? (int)strcspn(id + 6, "\"") : 0, id ? id + 6 : "");
    tender_free(answer);
    return call(*(tender_till *)till, "process_payment_intent", input, "m-pay");
}

static void closing(tender_till till)
{
    pthread_t payer, closer[2];
    void *answer, *first, *second;
    struct pollfd ready = {.events = POLLIN};
    char *message;
    int asks = 0;
    tender_descriptor(till, &ready.fd);
    tender_free(call(till, "connect_reader", NULL, NULL));
    pthread_create(&payer, NULL, pay, &till);
    while (!asks && poll(&ready, 1, 30000) == 1)
        while (tender_next(till, &message) == TENDER_OK) {
            asks |= strstr(message, "\"input_options\"") != NULL;
            tender_free(message);
        }
    expect(asks, "the reader asks for a card");
    pthread_create(&closer[0], NULL, close_till, &till);
    pthread_create(&closer[1], NULL, close_till, &till);
    pthread_join(closer[0], &first);
    pthread_join(closer[1], &second);
    pthread_join(payer, &answer);
    expect((long)first + (long)second == TENDER_CLOSED, "two threads close, and one of them does");
    expect(says(answer, "\"outcome\":\"canceled\""), "a payment that waits for its card is canceled");
    expect(all_give(till, TENDER_CLOSED), "everything after close");
}

int main(int count, char **words)
{
    if (count != 2)
        return 2;
    snprintf(options, sizeof options, "{\"folder\": \"%s\", \"reader\": \"simulated\"}", words[1]);
    opening(words[1]);
    tender_till till = open_till(), other = 1;
    char *answer = NULL;
    expect(till != 0, "a till is opened");
    expect(tender_open(options, &other, &answer) == TENDER_REFUSED && other == 0, "a till is opened twice");
    tender_free(answer);
    expect(all_give(0, TENDER_NO_TILL), "the handle 0");
    expect(all_give(1, TENDER_NO_TILL), "the handle 1");
    expect(all_give(till + 1, TENDER_NO_TILL), "the handle after the last");
    expect(all_give(UINT64_MAX, TENDER_NO_TILL), "the largest handle");
    calls(till);
    texts(till);
    messages(till);
    threads(till);
    forks(till);
    closing(till);

    tender_till again = open_till();
    expect(again != 0 && again != till, "it is opened again under another handle");
    expect(says(call(again, "create_payment_intent", "{\"amount\": 1250, \"currency\": \"eur\"}", "m-create"), "\"replayed\":true"),
        "a command is repeated after that, and its answer says so");
    expect(says(call(again, "create_payment_intent", "{\"amount\": 1251, \"currency\": \"eur\"}", "m-create"), "key_taken"),
        "its key is for nothing else");
    expect(all_give(till, TENDER_CLOSED), "the old handle stays closed");
    expect(tender_close(again) == TENDER_OK, "it is closed");
    expect(strcmp(tender_status_text(99), "there is no such status") == 0, "a status that does not exist");
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
