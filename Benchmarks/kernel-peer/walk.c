#define _GNU_SOURCE
#include "kernel_peer.h"

#include <sched.h>
#include <string.h>

void kernel_peer_pin(void) {
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET(sched_getcpu(), &processors);
    sched_setaffinity(0, sizeof processors, &processors);
}

uint8_t kernel_peer_copy(const uint8_t *bytes, size_t count) {
    static uint8_t place[1024];
    if (count == 0 || count > sizeof place) return 0;
    memcpy(place, bytes, count);
    __asm__ volatile("" : : "r"(place) : "memory");
    return place[count - 1];
}

// As plain as it can be: no limit on depth or number.
uint64_t kernel_peer_walk(const uint8_t *bytes, size_t count) {
    uint64_t sum = 0;
    size_t place = 0;
    while (place < count) {
        if (bytes[place] == 0) {
            place++;
            continue;
        }
        int constructed = bytes[place] & 0x20;
        uint32_t tag = bytes[place++];
        if ((tag & 0x1F) == 0x1F) {
            do {
                if (place >= count) return 0;
                tag = tag << 8 | bytes[place];
            } while (bytes[place++] & 0x80);
        }
        if (place >= count) return 0;
        size_t length = bytes[place++];
        if (length >= 0x80) {
            int more = (int)length & 0x7F;
            if (more < 1 || more > 2) return 0;
            for (length = 0; more > 0; more--) {
                if (place >= count) return 0;
                length = length << 8 | bytes[place++];
            }
        }
        if (length > count - place) return 0;
        sum += tag + length;
        if (constructed) sum += kernel_peer_walk(bytes + place, length);
        place += length;
    }
    return sum;
}
