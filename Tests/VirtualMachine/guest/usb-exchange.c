// Sends an APDU again and again to the card in the first CCID reader, with libusb and nothing else: the least that an
// exchange costs. It believes whatever it gets.
//
// usage: usb-exchange COUNT HEX

#include <libusb-1.0/libusb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "times.h"

enum { header_size = 10, longest = 271, power_on = 0x62, transfer = 0x6F, data_block = 0x80, patience_in_ms = 5000 };

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

int main(int count, char **arguments) {
    const int rounds = count == 3 ? atoi(arguments[1]) : 0;
    unsigned char command[longest - header_size], answer[longest];
    int length = 0;
    if (rounds > 0)
        for (unsigned value; length < (int)sizeof command && sscanf(arguments[2] + 2 * length, "%2x", &value) == 1;)
            command[length++] = (unsigned char)value;
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
    for (int round = 0; round < rounds; round++) {
        const long long start = nanoseconds();
        size = exchange(&reader, transfer, command, length, answer);
        times[round] = nanoseconds() - start;
        if (size < 2) {
            puts("no answer");
            return 1;
        }
    }
    for (int index = 0; index < size; index++) printf("%02X", answer[header_size + index]);
    printf("\n");
    tell_times(times, rounds);
    libusb_close(reader.handle);
    free(times);
    return 0;
}
