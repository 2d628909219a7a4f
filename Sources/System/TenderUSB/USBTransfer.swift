import CLibUSB
import Glibc
import TenderBytes
import TenderReaders

/// The memory of one asynchronous transfer after the other on an endpoint; libusb has it from submission to callback.
final class USBTransfer: Sendable {
    /// The parameters of a transfer.
    struct Request: Sendable {
        var kind: libusb_transfer_type
        var endpoint: UInt8
        /// The bytes to send; a control transfer begins with its setup packet.
        var bytes: [UInt8] = []
        /// The space for received bytes, after the bytes to send.
        var room = 0
        /// The maximum count of received bytes, if the space is larger.
        var limit = Int.max
        /// The time limit; `nil` for none.
        var timeout: Duration?

        var byteCount: Int { bytes.count + room }
    }

    /// What a transfer in progress leads to.
    struct Flight: Sendable {
        var id: USBTransferID
        /// The device, which lives at least as long as its transfers.
        var handle: USBHandle
        /// Whether anything is received, and the maximum count of bytes.
        var receives: Bool
        var limit: Int
        var ended: @Sendable (TransferResult<[UInt8]>) -> Void
    }

    private struct State: @unchecked Sendable {
        // Both are used only under the lock, and by libusb between submission and callback.
        let pointer: UnsafeMutablePointer<libusb_transfer>
        /// Bytes that were not sent or received are uninitialized and never read.
        let buffer: UnsafeMutableBufferPointer<UInt8>
        var sentCount = 0
        var flight: Flight?
        var isCanceled = false
    }

    /// The transfer as libusb knows it, lent to its submission.
    private struct Pointer: @unchecked Sendable {
        // Only the function that submits it has it, which retains the object that owns the memory until libusb has taken it.
        let raw: UnsafeMutablePointer<libusb_transfer>
    }

    /// The address of the endpoint that it is kept for.
    let endpoint: UInt8
    /// The size of the buffer, in bytes.
    let capacity: Int
    private let state: Guarded<State>

    /// Allocates a transfer; `nil` if memory is exhausted.
    init?(for request: Request) {
        guard Int32(exactly: request.byteCount) != nil, let pointer = libusb_alloc_transfer(0) else { return nil }
        endpoint = request.endpoint
        // libusb rejects a null pointer even for zero bytes.
        capacity = max(Self.leastCapacity, request.byteCount)
        state = Guarded(State(pointer: pointer, buffer: .allocate(capacity: capacity)))
    }

    deinit {
        state.withLock { state in
            libusb_free_transfer(state.pointer)
            state.buffer.deallocate()
        }
    }

    /// Enters what the next submission transfers; from now on it can be canceled.
    func prepare(_ request: Request, _ flight: Flight, on handle: OpaquePointer) {
        state.withLock { state in
            _ = state.buffer.update(fromContentsOf: request.bytes)
            state.sentCount = request.bytes.count
            state.flight = flight
            state.isCanceled = false
            state.pointer.pointee.dev_handle = handle
            state.pointer.pointee.endpoint = request.endpoint
            state.pointer.pointee.type = UInt8(request.kind.rawValue)
            state.pointer.pointee.timeout = request.timeout.map(Self.milliseconds) ?? 0
            state.pointer.pointee.buffer = state.buffer.baseAddress
            state.pointer.pointee.length = Int32(truncatingIfNeeded: request.byteCount)
            state.pointer.pointee.callback = transferEnded
        }
    }

    /// Submits what was prepared under an ID.
    ///
    /// No lock is held meanwhile: the transfer may end, and the next one begin, before this returns.
    /// - Returns: The error if libusb did not accept it, in which case no callback follows.
    func submit(_ id: USBTransferID) -> TransportError? {
        let pointer = state.withLock { Pointer(raw: $0.pointer) }.raw
        let context = Unmanaged.passRetained(self)
        pointer.pointee.user_data = context.toOpaque()
        let result = libusb_submit_transfer(pointer)
        guard result == 0 else {
            context.release()
            state.withLock { _ = Self.end(&$0) }
            return TransportError(result, "libusb_submit_transfer", "a USB device")
        }
        // A cancel that came before the submission has found nothing to cancel.
        state.withLock { state in
            if state.isCanceled, state.flight?.id == id { libusb_cancel_transfer(state.pointer) }
        }
        return nil
    }

    /// Requests cancellation, if the transfer is still the one with the ID; the callback reports the end.
    func cancel(_ id: USBTransferID) {
        state.withLock { state in
            guard state.flight?.id == id else { return }
            state.isCanceled = true
            libusb_cancel_transfer(state.pointer)
        }
    }

    fileprivate func complete() {
        let (flight, result) = state.withLock { state in
            let result = Self.result(state)
            return (Self.end(&state), result)
        }
        guard let flight else { return }
        flight.ended(result)
        flight.handle.finish(flight.id, self)
    }

    /// Ends the flight and wipes what was transferred: card data may have passed through.
    private static func end(_ state: inout State) -> Flight? {
        let used = min(state.sentCount + max(0, Int(state.pointer.pointee.actual_length)), state.buffer.count)
        if let start = state.buffer.baseAddress { explicit_bzero(start, used) }
        defer { state.flight = nil }
        return state.flight
    }

    private static func result(_ state: State) -> TransferResult<[UInt8]> {
        let transfer = state.pointer.pointee
        if let error = TransportError(transfer.status) { return .failure(error) }
        guard let flight = state.flight, flight.receives else { return .success([]) }
        let isControl = transfer.type == UInt8(LIBUSB_TRANSFER_TYPE_CONTROL.rawValue)
        let start = isControl ? Self.setupSize : 0
        let count = min(max(0, Int(transfer.actual_length)), max(0, state.buffer.count - start))
        guard count <= flight.limit else { return .failure(.overflow) }
        return .success([UInt8](UnsafeBufferPointer(rebasing: state.buffer[start..<start + count])))
    }

    /// The size of the setup packet that precedes the data of a control transfer, in bytes.
    private static let setupSize = 8
    /// Most messages fit into it, so that a longer one rarely needs another buffer.
    private static let leastCapacity = 512

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
