// Sends an APDU again and again to the card in the first CCID reader, with libusb and nothing else: the least that an
// exchange costs. It believes whatever it gets.
//
// usage: usb-exchange [-t | -c] COUNT HEX
//        usb-exchange -s COUNT FILE
//
//   without an option   one thread, which waits in libusb for each of the two transfers
//   -t   with an event thread, as a program has it that does something else as well: the main thread submits both
//        transfers and waits until the callbacks on the event thread wake it
//   -c   with an event thread, whose callback submits the next exchange: no other thread has to run in between
//   -s   the same with the commands of a file, one a line, after the card was switched off and on: the round counts

#include <libusb-1.0/libusb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "times.h"

enum {
    header_size = 10, longest = 271, most_messages = 64, patience_in_ms = 5000,
    power_on = 0x62, power_off = 0x63, transfer = 0x6F, data_block = 0x80
};

struct reader {
    libusb_device_handle *handle;
    int interface;
    unsigned char in, out, sequence;
};

static int find(libusb_device *device, struct reader *reader) {
    struct libusb_config_descriptor *configuration;
    if (libusb_get_active_config_descriptor(device, &configuration) != 0) return 0;
    int found = 0;
    for (int index = 0; index < configuration->bNumInterfaces && !found; index++) {
        const struct libusb_interface_descriptor *interface = configuration->interface[index].altsetting;
        if (interface->bInterfaceClass != LIBUSB_CLASS_SMART_CARD) continue;
        found = 1;
        reader->interface = interface->bInterfaceNumber;
        for (int number = 0; number < interface->bNumEndpoints; number++) {
            const struct libusb_endpoint_descriptor *endpoint = interface->endpoint + number;
            if ((endpoint->bmAttributes & 3) != LIBUSB_TRANSFER_TYPE_BULK) continue;
            if (endpoint->bEndpointAddress & LIBUSB_ENDPOINT_IN) reader->in = endpoint->bEndpointAddress;
            else reader->out = endpoint->bEndpointAddress;
        }
    }
    libusb_free_config_descriptor(configuration);
    return found;
}

static int open_first(struct reader *reader) {
    libusb_device **devices;
    const ssize_t count = libusb_get_device_list(NULL, &devices);
    for (ssize_t index = 0; index < count; index++) {
        if (!find(devices[index], reader)) continue;
        return libusb_open(devices[index], &reader->handle) == 0
            && libusb_claim_interface(reader->handle, reader->interface) == 0;
    }
    return 0;
}

// Returns the count of bytes of data in the answer, or -1.
static int exchange(struct reader *reader, int kind, const unsigned char *data, int count, unsigned char *answer) {
    unsigned char message[longest] = {(unsigned char)kind, (unsigned char)count};
    message[6] = reader->sequence++;
    if (count > 0) memcpy(message + header_size, data, (size_t)count);
    int moved = 0;
    if (libusb_bulk_transfer(reader->handle, reader->out, message, header_size + count, &moved, patience_in_ms) != 0)
        return -1;
    if (libusb_bulk_transfer(reader->handle, reader->in, answer, longest, &moved, patience_in_ms) != 0) return -1;
    return moved >= header_size && answer[0] == data_block && answer[7] == 0 ? moved - header_size : -1;
}

struct message {
    unsigned char bytes[longest];
    int length;
};

static struct message make_message(int kind, const unsigned char *data, int length) {
    struct message message = {.bytes = {(unsigned char)kind, (unsigned char)length}, .length = header_size + length};
    if (length > 0) memcpy(message.bytes + header_size, data, (size_t)length);
    return message;
}

// Rounds of exchanges in the background: two transfers for each, which are kept, and the callbacks on the event thread.
struct background {
    struct reader *reader;
    struct libusb_transfer *send, *receive;
    struct message *messages;
    unsigned char answer[longest];
    int count, step, pending, failed, chained, rounds, round;
    long long *times, start;
    pthread_mutex_t mutex;
    pthread_cond_t ended;
};

static void submit(struct background *background) {
    struct message *message = background->messages + background->step;
    message->bytes[6] = background->reader->sequence++;
    background->send->buffer = message->bytes;
    background->send->length = message->length;
    background->pending = 2;
    if (background->step == 0) background->start = nanoseconds();
    if (libusb_submit_transfer(background->send) != 0 || libusb_submit_transfer(background->receive) != 0) {
        puts("not submitted");
        exit(1);
    }
}

static void LIBUSB_CALL ended(struct libusb_transfer *transfer) {
    struct background *background = transfer->user_data;
    pthread_mutex_lock(&background->mutex);
    if (transfer->status != LIBUSB_TRANSFER_COMPLETED) background->failed = 1;
    const int last = --background->pending == 0;
    // An answer about the slot has the number after that of data.
    if (last && (background->answer[0] >> 1 != data_block >> 1 || background->answer[7] >> 6 != 0)) background->failed = 1;
    if (last && background->chained) {
        background->step = (background->step + 1) % background->count;
        if (background->step == 0) background->times[background->round++] = nanoseconds() - background->start;
        if (background->round < background->rounds && !background->failed) submit(background);
    }
    if (background->pending == 0) pthread_cond_signal(&background->ended);
    pthread_mutex_unlock(&background->mutex);
}

static void *handle_events(void *none) {
    for (;;) libusb_handle_events(NULL);
    return none;
}

static struct libusb_transfer *prepare(struct background *background, unsigned char endpoint) {
    struct libusb_transfer *transfer = libusb_alloc_transfer(0);
    if (transfer == NULL) exit(1);
    libusb_fill_bulk_transfer(
        transfer, background->reader->handle, endpoint, background->answer, longest, ended, background, 0);
    return transfer;
}

// Returns the count of bytes of data in the last answer, or -1.
static int exchange_in_background(struct reader *reader, struct message *messages, int count, int rounds, int chained,
                                  long long *times, unsigned char *answer) {
    static struct background background = {.mutex = PTHREAD_MUTEX_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER};
    background.reader = reader;
    background.messages = messages;
    background.count = count;
    background.rounds = rounds;
    background.chained = chained;
    background.times = times;
    background.send = prepare(&background, reader->out);
    background.receive = prepare(&background, reader->in);
    pthread_t thread;
    if (pthread_create(&thread, NULL, handle_events, NULL) != 0) return -1;
    for (int round = 0; round < rounds && !background.failed; round++) {
        pthread_mutex_lock(&background.mutex);
        if (!chained || round == 0) {
            background.pending = 2;
            pthread_mutex_unlock(&background.mutex);
            submit(&background);
            pthread_mutex_lock(&background.mutex);
        }
        while (background.pending > 0) pthread_cond_wait(&background.ended, &background.mutex);
        pthread_mutex_unlock(&background.mutex);
        if (chained) break;
        times[round] = nanoseconds() - background.start;
    }
    if (background.failed) return -1;
    memcpy(answer, background.answer, longest);
    return background.receive->actual_length - header_size;
}

static int decode(const char *text, unsigned char *bytes, int room) {
    int length = 0;
    for (unsigned value; length < room && sscanf(text + 2 * length, "%2x", &value) == 1;)
        bytes[length++] = (unsigned char)value;
    return length;
}

// Returns the count of messages of a transaction: off, on, and the commands of a file.
static int read_messages(const char *path, struct message *messages) {
    FILE *file = fopen(path, "r");
    if (file == NULL) return 0;
    messages[0] = make_message(power_off, NULL, 0);
    messages[1] = make_message(power_on, NULL, 0);
    int count = 2;
    char line[2 * longest];
    unsigned char command[longest - header_size];
    while (count < most_messages && fgets(line, sizeof line, file) != NULL)
        messages[count++] = make_message(transfer, command, decode(line, command, sizeof command));
    fclose(file);
    return count;
}

int main(int count, char **arguments) {
    const char *kind = count == 4 ? arguments[1] : "";
    if (count == 4) arguments++, count--;
    const int rounds = count == 3 ? atoi(arguments[1]) : 0;
    unsigned char command[longest - header_size], answer[longest];
    const int length = count == 3 ? decode(arguments[2], command, sizeof command) : 0;
    struct reader reader = {0};
    long long *times = calloc((size_t)rounds + 1, sizeof *times);
    if (rounds < 1 || times == NULL || libusb_init(NULL) != 0 || !open_first(&reader)) {
        puts("no reader, or no count and APDU");
        return 1;
    }
    if (exchange(&reader, power_on, NULL, 0, answer) < 0) {
        puts("no card");
        return 1;
    }
    int size = 0;
    const int is_background = strlen(kind) == 2;
    static struct message messages[most_messages];
    if (is_background) {
        messages[0] = make_message(transfer, command, length);
        const int messages_in_round = kind[1] == 's' ? read_messages(arguments[2], messages) : 1;
        size = exchange_in_background(&reader, messages, messages_in_round, rounds, kind[1] != 't', times, answer);
    }
    for (int round = 0; round < rounds && !is_background; round++) {
        const long long start = nanoseconds();
        size = exchange(&reader, transfer, command, length, answer);
        times[round] = nanoseconds() - start;
        if (size < 2) break;
    }
    if (size < 2) {
        puts("no answer");
        return 1;
    }
    for (int index = 0; index < size; index++) printf("%02X", answer[header_size + index]);
    printf("\n");
    tell_times(times, rounds);
    libusb_close(reader.handle);
    free(times);
    return 0;
}
