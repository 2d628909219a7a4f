import CLibUSB
import Glibc
import TenderBytes
import TenderDevices
import TenderReaders

/// A libusb context and the thread on which all its transfers complete.
///
/// Callbacks of transfers run on it, and what they do in answer to an answer needs no other thread. Every open device
/// retains the context; when the last one is gone, the thread ends and frees it.
final class USBContext: Sendable {
    /// The context, which libusb itself synchronizes.
    private struct Pointer: @unchecked Sendable {
        // Any thread may call libusb; the event thread frees the context after its last use.
        let raw: OpaquePointer
    }

    private let context: Pointer
    private let isEnding = Guarded(false)

    init() throws(TransportError) {
        var raw: OpaquePointer?
        let result = libusb_init(&raw)
        guard result == 0, let raw else { throw TransportError(result, "libusb_init", "USB") }
        let context = Pointer(raw: raw)
        guard OwnThread.start({ [isEnding] in Self.run(context, isEnding) }) else {
            libusb_exit(raw)
            throw .failed("cannot start a thread for USB")
        }
        self.context = context
    }

    deinit {
        isEnding.withLock { isEnding in
            isEnding = true
            // Under the lock: once the thread knows that this is the end, there is nothing left to wake.
            libusb_interrupt_event_handler(context.raw)
        }
    }

    /// Lends the context to a call.
    func use<Value>(_ body: (OpaquePointer) throws(TransportError) -> Value) throws(TransportError) -> Value {
        defer { extendLifetime(self) }
        return try body(context.raw)
    }

    private static func run(_ context: Pointer, _ isEnding: Guarded<Bool>) {
        while !isEnding.withLock({ $0 }) {
            var pause = timeval(tv_sec: 60, tv_usec: 0)
            let result = libusb_handle_events_timeout_completed(context.raw, &pause, nil)
            // The failure may be temporary, and nothing reports its end: do not spin until then.
            if result < 0, libusb_error(result) != LIBUSB_ERROR_INTERRUPTED { poll(nil, 0, 10) }
        }
        libusb_exit(context.raw)
    }
}
