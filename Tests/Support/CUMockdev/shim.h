#pragma once
/* umockdev, and what Swift cannot see of GObject and of the kernel's usbfs: macros with parameters. */
#include <linux/hidraw.h>
#include <linux/usbdevice_fs.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <umockdev.h>

/// What a program asks of usbfs.
enum cumockdev_kind {
    CUMOCKDEV_OTHER, CUMOCKDEV_CAPABILITIES, CUMOCKDEV_GET_DRIVER, CUMOCKDEV_IOCTL, CUMOCKDEV_DISCONNECT_CLAIM,
    CUMOCKDEV_CLAIM, CUMOCKDEV_SETTING, CUMOCKDEV_CLEAR_HALT, CUMOCKDEV_RESET, CUMOCKDEV_SUBMIT, CUMOCKDEV_DISCARD,
    CUMOCKDEV_REAP
};
static inline enum cumockdev_kind cumockdev_kind(unsigned long request) {
    switch (request) {
    case USBDEVFS_GET_CAPABILITIES: return CUMOCKDEV_CAPABILITIES;
    case USBDEVFS_GETDRIVER: return CUMOCKDEV_GET_DRIVER;
    case USBDEVFS_IOCTL: return CUMOCKDEV_IOCTL;
    case USBDEVFS_DISCONNECT_CLAIM: return CUMOCKDEV_DISCONNECT_CLAIM;
    case USBDEVFS_CLAIMINTERFACE: return CUMOCKDEV_CLAIM;
    case USBDEVFS_RELEASEINTERFACE:
    case USBDEVFS_SETCONFIGURATION:
    case USBDEVFS_SETINTERFACE: return CUMOCKDEV_SETTING;
    case USBDEVFS_CLEAR_HALT: return CUMOCKDEV_CLEAR_HALT;
    case USBDEVFS_RESET: return CUMOCKDEV_RESET;
    case USBDEVFS_SUBMITURB: return CUMOCKDEV_SUBMIT;
    case USBDEVFS_DISCARDURB: return CUMOCKDEV_DISCARD;
    case USBDEVFS_REAPURB:
    case USBDEVFS_REAPURBNDELAY: return CUMOCKDEV_REAP;
    default: return CUMOCKDEV_OTHER;
    }
}
/// What a program asks of hidraw.
enum cumockdev_hid { CUMOCKDEV_HID_OTHER, CUMOCKDEV_HID_SIZE, CUMOCKDEV_HID_DESCRIPTOR, CUMOCKDEV_HID_SET, CUMOCKDEV_HID_GET };
static inline enum cumockdev_hid cumockdev_hid(unsigned long request) {
    if (request == HIDIOCGRDESCSIZE) return CUMOCKDEV_HID_SIZE;
    if (request == HIDIOCGRDESC) return CUMOCKDEV_HID_DESCRIPTOR;
    if (_IOC_TYPE(request) != 'H') return CUMOCKDEV_HID_OTHER;
    if (_IOC_NR(request) == _IOC_NR(HIDIOCSFEATURE(0))) return CUMOCKDEV_HID_SET;
    if (_IOC_NR(request) == _IOC_NR(HIDIOCGFEATURE(0))) return CUMOCKDEV_HID_GET;
    return CUMOCKDEV_HID_OTHER;
}
/// The bytes of a request's argument.
static inline unsigned int cumockdev_size(unsigned long request) { return _IOC_SIZE(request); }
/// Whether a USBDEVFS_IOCTL detaches the kernel's driver.
static inline int cumockdev_detaches(const void *argument) {
    return ((const struct usbdevfs_ioctl *)argument)->ioctl_code == (int)USBDEVFS_DISCONNECT;
}
/// Whether a USBDEVFS_IOCTL gives the interface back to the kernel's driver.
static inline int cumockdev_attaches(const void *argument) {
    return ((const struct usbdevfs_ioctl *)argument)->ioctl_code == (int)USBDEVFS_CONNECT;
}
/// Where an URB has the address of its buffer.
static inline size_t cumockdev_buffer_offset(void) { return offsetof(struct usbdevfs_urb, buffer); }
/// Makes a handler of a node's requests, which calls back on the thread of the test bed.
static inline UMockdevIoctlBase *cumockdev_handler(
    int (*handle)(UMockdevIoctlBase *, UMockdevIoctlClient *, void *), void *context) {
    UMockdevIoctlBase *base = umockdev_ioctl_base_new();
    g_signal_connect(base, "handle-ioctl", G_CALLBACK(handle), context);
    return base;
}
