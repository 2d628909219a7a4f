/* What a call costs a C program, and that it leaves nothing behind.
 *
 * usage: overhead FOLDER */
#include <malloc.h>
#include <poll.h>
#include <stdio.h>
#include <tender.h>
#include <time.h>

#define ROUNDS 200000
#define ANSWERS 20000

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

static void tell(const char *what, double began, int rounds)
{
    printf("%8.0f ns  %s\n", (now() - began) / rounds, what);
}

static int ask(tender_till till, const char *name)
{
    char *answer;
    return tender_call(till, name, NULL, NULL, &answer) == TENDER_OK && tender_free(answer) == TENDER_OK;
}

int main(int count, char **words)
{
    char options[1024], *answer, *message;
    tender_till till;
    int right = 0;
    if (count != 2)
        return 2;
    snprintf(options, sizeof options, "{\"folder\": \"%s\", \"reader\": \"simulated\"}", words[1]);
    if (tender_open(options, &till, &answer) != TENDER_OK)
        return 1;

    double began = now();
    for (int i = 0; i < ROUNDS; i++)
        right += tender_next(0, &message) == TENDER_NO_TILL;
    tell("a handle that never was", began, ROUNDS);
    began = now();
    for (int i = 0; i < ROUNDS; i++)
        right += tender_next(till, &message) == TENDER_EMPTY;
    tell("tender_next with nothing to read", began, ROUNDS);
    began = now();
    for (int i = 0; i < 250; i++)
        right += tender_start(till, "retrieve_status", NULL, NULL, NULL) == TENDER_OK;
    tell("tender_start of retrieve_status", began, 250);
    struct pollfd ready = {.events = POLLIN};
    tender_descriptor(till, &ready.fd);
    for (int read = 0; read < 250 && poll(&ready, 1, 30000) == 1;)
        while (tender_next(till, &message) == TENDER_OK)
            read += tender_free(message) == TENDER_OK;

    int asked = 0;
    began = now();
    for (int i = 0; i < 2000; i++)
        asked += ask(till, "none");
    tell("tender_call of no call: to the engine's threads and back", began, 2000);
    for (int i = 0; i < 2000; i++)
        asked += ask(till, "retrieve_status");
    size_t before = mallinfo2().uordblks;
    began = now();
    for (int i = 0; i < ANSWERS; i++)
        asked += ask(till, "retrieve_status");
    tell("tender_call of retrieve_status, which asks terminal and journal", began, ANSWERS);
    /* Caches of threads move by some KiB; a text or a task that is forgotten takes 32 bytes each time. */
    double left = ((double)mallinfo2().uordblks - (double)before) / ANSWERS;
    printf("%8.2f bytes  left behind by each\n", left);
    tender_close(till);
    return right == 2 * ROUNDS + 250 && asked == 4000 + ANSWERS && left < 16 ? 0 : 1;
}
