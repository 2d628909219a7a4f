#pragma once
#include <sys/timex.h>
/* What `import Glibc` does not show of option parsing and of the process: globals and variadics. */
#include <getopt.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>

/// Starts a new parse: glibc resets its whole state when the index is zero.
static inline void cgetopt_reset(void) { optind = 0; opterr = 0; optopt = 0; }
/// The index of the first argument that is no option.
static inline int cgetopt_index(void) { return optind; }
/// The letter that is no option; 0 or more than a letter can be when it was a word.
static inline int cgetopt_letter(void) { return optopt; }
/// The value of the option just found, or NULL.
static inline const char *cgetopt_value(void) { return optarg; }
/// Finds the next option; *index is its place in the table, or -1.
static inline int cgetopt_next(int argc, char *const argv[], const struct option *table, int *index) {
    *index = -1;
    return getopt_long(argc, argv, ":", table, index);
}
/// Forbids core files and attaching: memory may hold card data. Returns 0 when both worked.
static inline int cgetopt_forbid_dumps(void) {
    const struct rlimit none = {0, 0};
    return setrlimit(RLIMIT_CORE, &none) | prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/* Whether somebody keeps the system's clock right; import Glibc does not show adjtimex. */
static inline int cgetopt_clock_is_kept(void) {
    struct timex setting = {0};
    int state = adjtimex(&setting);
    return state >= 0 && state != TIME_ERROR;
}

/// Lets all threads allocate from one heap, which grows by `step` bytes at a time. A thread's own heap grows a page at
/// a time, with a system call for each.
static inline void cgetopt_share_heap(int step) {
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TOP_PAD, step);
}
