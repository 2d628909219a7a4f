#pragma once
#include <libudev.h>
/* Requests to the kernel's drivers that `import Glibc` does not show: macros with parameters, and newer ones. */
#include <dirent.h>
#include <fcntl.h>
#include <linux/hidraw.h>
#include <sys/ioctl.h>

/// Whether somebody has the terminal for himself: 1, 0, or -1 when that cannot be told.
static inline int cudev_is_exclusive(int descriptor) {
    int value = 0;
    return ioctl(descriptor, TIOCGEXCL, &value) == 0 ? value != 0 : -1;
}
/// Reads the report descriptor of a HID device; -1 on failure.
static inline int cudev_report_descriptor(int descriptor, struct hidraw_report_descriptor *report) {
    int size = 0;
    if (ioctl(descriptor, HIDIOCGRDESCSIZE, &size) < 0) return -1;
    if (size < 0 || size > HID_MAX_DESCRIPTOR_SIZE) return -1;
    report->size = (unsigned int)size;
    return ioctl(descriptor, HIDIOCGRDESC, report);
}
/// Sends a feature report, its number first; -1 on failure.
static inline int cudev_set_feature(int descriptor, void *bytes, unsigned int count) {
    return ioctl(descriptor, HIDIOCSFEATURE(count), bytes);
}
/// Asks for the feature report whose number is the first byte; the number of bytes, or -1 on failure.
static inline int cudev_get_feature(int descriptor, void *bytes, unsigned int count) {
    return ioctl(descriptor, HIDIOCGFEATURE(count), bytes);
}
/// The name of a directory's entry, which is longer or shorter than its declaration.
static inline const char *cudev_entry_name(const struct dirent *entry) { return entry->d_name; }
/// Opens the name of a file, not the file: nothing can be read, and a device notices nothing. -1 on failure.
static inline int cudev_open_name(const char *path) { return open(path, __O_PATH | O_CLOEXEC); }
