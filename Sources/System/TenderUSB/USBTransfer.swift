import CLibUSB
import Glibc
import TenderBytes
import TenderReaders

/// One asynchronous transfer; it lives until its callback has run, whatever happens to whoever waits for it.
final class USBTransfer: Sendable {
    /// The parameters of a transfer.
    struct Request: Sendable {
        var kind: libusb_transfer_type
        var endpoint: UInt8
        /// The bytes to send; a control transfer begins with its setup packet.
        var bytes: [UInt8] = []
        /// The space for received bytes, after the bytes to send.
        var room = 0
        /// The time limit; `nil` for none.
        var timeout: Duration?
    }

    private struct State: @unchecked Sendable {
        // Both are used only under the state's lock, and by libusb between submission and callback.
        let pointer: UnsafeMutablePointer<libusb_transfer>
        /// Bytes that were not sent or received are uninitialized and never read.
        let buffer: UnsafeMutableBufferPointer<UInt8>
        let sentCount: Int
        var isFlying = false
        var isCanceled = false
        var continuation: CheckedContinuation<Result<[UInt8], TransportError>, Never>?
    }

    private let state: Guarded<State>

    /// Prepares a transfer; `nil` if memory is exhausted.
    init?(_ request: Request, on handle: OpaquePointer) {
        let count = request.bytes.count + request.room
        guard let length = Int32(exactly: count), let pointer = libusb_alloc_transfer(0) else { return nil }
        // libusb rejects a null pointer even for zero bytes.
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, count))
        _ = buffer.initialize(from: request.bytes)
        pointer.pointee.dev_handle = handle
        pointer.pointee.endpoint = request.endpoint
        pointer.pointee.type = UInt8(request.kind.rawValue)
        pointer.pointee.timeout = request.timeout.map(Self.milliseconds) ?? 0
        pointer.pointee.buffer = buffer.baseAddress
        pointer.pointee.length = length
        pointer.pointee.callback = transferEnded
        state = Guarded(State(pointer: pointer, buffer: buffer, sentCount: request.bytes.count))
    }

    deinit {
        state.withLock { state in
            let used = min(state.sentCount + max(0, Int(state.pointer.pointee.actual_length)), state.buffer.count)
            libusb_free_transfer(state.pointer)
            // Card data may have passed through.
            if let start = state.buffer.baseAddress { explicit_bzero(start, used) }
            state.buffer.deallocate()
        }
    }

    /// Submits the transfer to libusb; the continuation is resumed once, after the callback if libusb accepted it.
    func submit(_ continuation: CheckedContinuation<Result<[UInt8], TransportError>, Never>) {
        let failure = state.withLock { state -> TransportError? in
            if state.isCanceled { return .canceled }
            let context = Unmanaged.passRetained(self)
            state.pointer.pointee.user_data = context.toOpaque()
            let result = libusb_submit_transfer(state.pointer)
            guard result == 0 else {
                context.release()
                return TransportError(result, "libusb_submit_transfer", "a USB device")
            }
            state.isFlying = true
            state.continuation = continuation
            return nil
        }
        if let failure { continuation.resume(returning: .failure(failure)) }
    }

    /// Requests cancellation; the callback answers whoever waits.
    func cancel() {
        state.withLock { state in
            state.isCanceled = true
            if state.isFlying { libusb_cancel_transfer(state.pointer) }
        }
    }

    fileprivate func complete() {
        let (continuation, result) = state.withLock { state in
            state.isFlying = false
            defer { state.continuation = nil }
            return (state.continuation, Self.result(state))
        }
        continuation?.resume(returning: result)
    }

    private static func result(_ state: State) -> Result<[UInt8], TransportError> {
        let transfer = state.pointer.pointee
        if let error = TransportError(transfer.status) { return .failure(error) }
        let isControl = transfer.type == UInt8(LIBUSB_TRANSFER_TYPE_CONTROL.rawValue)
        let start = isControl ? Self.setupSize : 0
        let count = min(max(0, Int(transfer.actual_length)), max(0, state.buffer.count - start))
        return .success([UInt8](state.buffer[start..<start + count]))
    }

    /// The size of the setup packet that precedes the data of a control transfer, in bytes.
    private static let setupSize = 8

    /// Converts to libusb's milliseconds: at least one, because zero means no limit.
    private static func milliseconds(_ duration: Duration) -> UInt32 {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return 1 }
        return max(1, UInt32(min(seconds, 1_000_000) * 1000 + attoseconds / 1_000_000_000_000_000))
    }
}

/// Handles the end of a transfer, however it ended; libusb calls it on its event thread.
private func transferEnded(_ pointer: UnsafeMutablePointer<libusb_transfer>?) {
    guard let context = pointer?.pointee.user_data else { return }
    Unmanaged<USBTransfer>.fromOpaque(context).takeRetainedValue().complete()
}
