import CLibUSB
import Glibc
import Synchronization
import TenderDevices
import TenderReaders

/// A libusb context with the thread on which everything of it completes.
///
/// Whoever has a device of it open keeps it; with the last of them its thread ends and frees it.
final class USBContext: Sendable {
    /// The context, which libusb itself protects.
    private struct Pointer: @unchecked Sendable {
        // libusb may be called from any thread; freed by the event thread, after the last use.
        let raw: OpaquePointer
    }

    private final class Flag: Sendable {
        let isSet = Atomic(false)
    }

    private let context: Pointer
    private let isEnding = Flag()

    init() throws(TransportError) {
        var raw: OpaquePointer?
        let result = libusb_init(&raw)
        guard result == 0, let raw else { throw TransportError(result, "libusb_init", "USB") }
        let context = Pointer(raw: raw)
        let isEnding = isEnding
        guard OwnThread.start({ Self.run(context, isEnding) }) else {
            libusb_exit(raw)
            throw .failed("no thread for USB can be started")
        }
        self.context = context
    }

    deinit {
        isEnding.isSet.store(true, ordering: .releasing)
        libusb_interrupt_event_handler(context.raw)
    }

    /// Lends the context to a call.
    func use<Value>(_ body: (OpaquePointer) throws(TransportError) -> Value) throws(TransportError) -> Value {
        defer { extendLifetime(self) }
        return try body(context.raw)
    }

    private static func run(_ context: Pointer, _ isEnding: Flag) {
        while !isEnding.isSet.load(ordering: .acquiring) {
            var pause = timeval(tv_sec: 60, tv_usec: 0)
            let result = libusb_handle_events_timeout_completed(context.raw, &pause, nil)
            // What is wrong now may be right soon, and nothing tells when: until then the processor is left alone.
            if result < 0, libusb_error(result) != LIBUSB_ERROR_INTERRUPTED { poll(nil, 0, 10) }
        }
        libusb_exit(context.raw)
    }
}
