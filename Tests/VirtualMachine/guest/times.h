// Times of answers: collected, and told as tender apdu --repeat tells them.

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline long long nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static inline int compare_times(const void *one, const void *other) {
    const long long left = *(const long long *)one, right = *(const long long *)other;
    return (left > right) - (left < right);
}

static inline void tell_times(long long *times, int count) {
    if (count < 1) return;
    qsort(times, (size_t)count, sizeof *times, compare_times);
    printf("%d answers: median %lld µs, shortest %lld µs, longest %lld µs\n", count, times[count / 2] / 1000,
           times[0] / 1000, times[count - 1] / 1000);
}
