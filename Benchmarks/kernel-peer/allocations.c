#include "kernel_peer.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic uint64_t allocations;

uint64_t kernel_peer_allocations(void) { return atomic_load_explicit(&allocations, memory_order_relaxed); }

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

// glibc's own functions under their second names; a sanitizer has its own instead.
#ifndef SANITIZED

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

// Two threads may lose a count between them; what is counted here runs on one, and an atomic addition would be felt.
static inline void note(void) {
    uint64_t value = atomic_load_explicit(&allocations, memory_order_relaxed);
    atomic_store_explicit(&allocations, value + 1, memory_order_relaxed);
}

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    note();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    note();
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **place, size_t alignment, size_t size) {
    note();
    *place = __libc_memalign(alignment, size);
    return *place ? 0 : ENOMEM;
}

#endif
