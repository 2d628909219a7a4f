import Testing

/// Real libusb and libudev on an emulated kernel: run by `scripts/test-umockdev`, and skipped otherwise.
///
/// One after the other, since there is one emulated machine in a process.
@Suite(.serialized, .enabled(if: EmulatedBus.isAvailable)) struct EmulatedUSBTests {}
