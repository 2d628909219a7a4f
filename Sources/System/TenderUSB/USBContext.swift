import CLibUSB
import Glibc
import TenderDevices
import TenderReaders

/// A libusb context and the thread on which all its transfers complete.
///
/// The thread is also an executor: work between the transfers of a reader needs neither another thread nor a context
/// switch. Every open device retains the context; when the last one is gone, the thread ends and frees it.
final class USBContext: TransferExecutor {
    /// The context, which libusb itself synchronizes.
    private struct Pointer: @unchecked Sendable {
        // Any thread may call libusb; the event thread frees the context after its last use.
        let raw: OpaquePointer
    }

    private let context: Pointer
    private let queue: USBJobQueue

    init() throws(TransportError) {
        var raw: OpaquePointer?
        let result = libusb_init(&raw)
        guard result == 0, let raw else { throw TransportError(result, "libusb_init", "USB") }
        let context = Pointer(raw: raw)
        let queue = USBJobQueue { libusb_interrupt_event_handler(context.raw) }
        guard OwnThread.start({ Self.run(context, queue) }) else {
            libusb_exit(raw)
            throw .failed("cannot start a thread for USB")
        }
        (self.context, self.queue) = (context, queue)
    }

    deinit { queue.end() }

    /// Lends the context to a call.
    func use<Value>(_ body: (OpaquePointer) throws(TransportError) -> Value) throws(TransportError) -> Value {
        defer { extendLifetime(self) }
        return try body(context.raw)
    }

    /// Runs a job on the event thread.
    func enqueue(_ job: consuming ExecutorJob) { queue.append(UnownedJob(job), for: self) }

    private static func run(_ context: Pointer, _ queue: USBJobQueue) {
        queue.begin()
        while let isEmpty = queue.runAll() {
            var pause = timeval(tv_sec: isEmpty ? 60 : 0, tv_usec: 0)
            let result = libusb_handle_events_timeout_completed(context.raw, &pause, nil)
            // The failure may be temporary, and nothing reports its end: do not spin until then.
            if result < 0, libusb_error(result) != LIBUSB_ERROR_INTERRUPTED { poll(nil, 0, 10) }
        }
        libusb_exit(context.raw)
    }
}
