// Sends APDUs through pcscd to the card in the first reader, and prints the answers: the oracle of our own driver.
//
// usage: pcsc-exchange [-n TIMES] HEX…
//
// With -n the APDUs are sent so many times, and how long an answer took is told.

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <winscard.h>

#include "times.h"

enum { patience = 200, pause_in_microseconds = 50000, longest = 65600 };

static int fails(const char *what, LONG code) {
    if (code == SCARD_S_SUCCESS) return 0;
    printf("%s: %s\n", what, pcsc_stringify_error(code));
    return 1;
}

static int bytes_of(const char *hex, unsigned char *bytes) {
    int count = 0;
    for (unsigned value; sscanf(hex + 2 * count, "%2x", &value) == 1; count++) {
        if (count == longest) return -1;
        bytes[count] = (unsigned char)value;
    }
    return strlen(hex) == 2 * (size_t)count ? count : -1;
}

static int exchange(SCARDHANDLE card, DWORD protocol, const char *hex, int is_told, long long *time) {
    static unsigned char command[longest], answer[longest];
    const int count = bytes_of(hex, command);
    if (count < 0) {
        printf("not an APDU: %s\n", hex);
        return 1;
    }
    DWORD length = sizeof answer;
    const SCARD_IO_REQUEST *header = protocol == SCARD_PROTOCOL_T0 ? SCARD_PCI_T0 : SCARD_PCI_T1;
    const long long start = nanoseconds();
    if (fails("transmit", SCardTransmit(card, header, command, (DWORD)count, NULL, answer, &length))) return 1;
    *time = nanoseconds() - start;
    if (!is_told) return 0;
    for (DWORD index = 0; index < length; index++) printf("%02X", answer[index]);
    printf("\n");
    return 0;
}

int main(int count, char **arguments) {
    const int first = count > 2 && strcmp(arguments[1], "-n") == 0 ? 3 : 1;
    const int rounds = first > 1 ? atoi(arguments[2]) : 1;
    long long *times = rounds > 0 ? calloc((size_t)rounds * (size_t)count, sizeof *times) : NULL;
    if (times == NULL) return 1;
    SCARDCONTEXT context;
    SCARDHANDLE card;
    DWORD protocol;
    char readers[4096] = "";
    LONG code = SCARD_E_NO_SERVICE;
    // pcscd and its driver take a moment.
    for (int attempt = 0; attempt < patience && code != SCARD_S_SUCCESS; attempt++) {
        if (attempt > 0) usleep(pause_in_microseconds);
        code = SCardEstablishContext(SCARD_SCOPE_SYSTEM, NULL, NULL, &context);
    }
    if (fails("context", code)) return 1;
    code = SCARD_E_NO_READERS_AVAILABLE;
    for (int attempt = 0; attempt < patience && code != SCARD_S_SUCCESS; attempt++) {
        if (attempt > 0) usleep(pause_in_microseconds);
        DWORD size = sizeof readers;
        code = SCardListReaders(context, NULL, readers, &size);
    }
    if (fails("readers", code)) return 1;
    code = SCARD_E_NO_SMARTCARD;
    for (int attempt = 0; attempt < patience && code != SCARD_S_SUCCESS; attempt++) {
        if (attempt > 0) usleep(pause_in_microseconds);
        const DWORD any = SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1;
        code = SCardConnect(context, readers, SCARD_SHARE_SHARED, any, &card, &protocol);
    }
    if (fails("connect", code)) return 1;
    int failed = 0, number = 0;
    for (int round = 0; round < rounds && !failed; round++)
        for (int index = first; index < count && !failed; index++)
            failed = exchange(card, protocol, arguments[index], round == 0, &times[number++]);
    if (first > 1 && !failed) tell_times(times, number);
    free(times);
    SCardDisconnect(card, SCARD_LEAVE_CARD);
    SCardReleaseContext(context);
    return failed;
}
