import CLibUSB
import TenderBytes
import TenderDevices
import TenderReaders

/// An open USB device with one claimed interface.
final class USBHandle: Sendable {
    /// The handle, which libusb itself synchronizes.
    private struct Pointer: @unchecked Sendable {
        // Used by transfers and calls that the state counts; closed when none are left.
        let raw: OpaquePointer
    }

    private struct State {
        /// The task that every caller of `close()` waits for.
        var closing: Task<Void, Never>?
        /// Whether the device is being reset, during which nothing new may begin.
        var isHeld = false
        /// The transfers in progress; there are few, so that a list is faster than a table.
        var transfers: [(id: USBTransferID, transfer: USBTransfer)] = []
        /// The transfers of each endpoint that wait for their next use.
        var idle: [USBTransfer] = []
        var lastID: USBTransferID = 0
        var callCount = 0
        var waiters: [CheckedContinuation<Void, Never>] = []

        var isClosed: Bool { closing != nil }

        /// Takes a kept transfer for a request, or allocates one; `nil` if memory is exhausted.
        mutating func takeTransfer(for request: USBTransfer.Request) -> USBTransfer? {
            let place = idle.firstIndex { $0.endpoint == request.endpoint && $0.capacity >= request.byteCount }
            return place.map { idle.remove(at: $0) } ?? USBTransfer(for: request)
        }

        /// Ends a transfer, and keeps it unless there are enough for its endpoint.
        mutating func end(_ id: USBTransferID, _ transfer: USBTransfer) {
            transfers.removeAll { $0.id == id }
            guard !isClosed else { return }
            // A shorter buffer has been found too short.
            idle.removeAll { $0.endpoint == transfer.endpoint && $0.capacity < transfer.capacity }
            // Two, because a callback may begin the next transfer before its own counts as ended.
            if idle.count(where: { $0.endpoint == transfer.endpoint }) < 2 { idle.append(transfer) }
        }

        /// Returns the callers waiting for all use to end, once it has ended.
        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            guard transfers.isEmpty, callCount == 0 else { return [] }
            defer { waiters = [] }
            return waiters
        }
    }

    /// The device's node, for messages.
    let node: String
    /// The context it was opened in.
    let context: USBContext

    private let pointer: Pointer
    private let number: UInt8
    private let state = Guarded(State())

    /// Opens a device and claims an interface; call it on a thread that may block.
    init(
        _ device: OpaquePointer, _ node: String, claiming number: UInt8, in context: USBContext
    ) throws(TransportError) {
        var raw: OpaquePointer?
        let opened = libusb_open(device, &raw)
        guard opened == 0, let raw else { throw TransportError(opened, "libusb_open", node) }
        // Some readers have a kernel driver that is not needed while this program uses them.
        libusb_set_auto_detach_kernel_driver(raw, 1)
        let claimed = libusb_claim_interface(raw, Int32(number))
        guard claimed == 0 else {
            libusb_close(raw)
            let isBusy = libusb_error(claimed) == LIBUSB_ERROR_BUSY
            throw isBusy ? .busy(PortHolder.find(node)) : TransportError(claimed, "libusb_claim_interface", node)
        }
        (pointer, self.node, self.number, self.context) = (Pointer(raw: raw), node, number, context)
    }

    deinit {
        guard !state.withLock({ $0.isClosed }) else { return }
        OwnThread.start { [pointer, number, context] in Self.release(pointer, number, context) }
    }

    /// Begins a transfer, and returns at once.
    ///
    /// - Parameter ended: Called once the transfer has ended, in any case; with `.canceled` if the device is closed or
    ///   being reset.
    func begin(
        _ request: USBTransfer.Request, ended: @escaping @Sendable (TransferResult<[UInt8]>) -> Void
    ) -> USBTransferID {
        let (id, result) = state.withLock { state -> (USBTransferID, Result<USBTransfer, TransportError>) in
            state.lastID += 1
            let id = state.lastID
            guard !state.isClosed, !state.isHeld else { return (id, .failure(.canceled)) }
            guard let transfer = state.takeTransfer(for: request) else {
                return (id, .failure(.failed("out of memory")))
            }
            let flight = USBTransfer.Flight(
                id: id, handle: self, receives: request.room > 0, limit: request.limit, ended: ended)
            transfer.prepare(request, flight, on: pointer.raw)
            state.transfers.append((id, transfer))
            return (id, .success(transfer))
        }
        switch result {
        case .success(let transfer):
            if let error = transfer.submit(id) {
                ended(.failure(error))
                finish(id, transfer)
            }
        case .failure(let error): ended(.failure(error))
        }
        return id
    }

    /// Cancels a transfer; one that has ended is ignored.
    func cancel(_ id: USBTransferID) {
        let transfer = state.withLock { state in state.transfers.first { $0.id == id }?.transfer }
        transfer?.cancel(id)
    }

    /// Notes that the callback of a transfer has run.
    func finish(_ id: USBTransferID, _ transfer: USBTransfer) { end { $0.end(id, transfer) } }

    /// Performs a transfer and returns what was received, which may be nothing.
    ///
    /// - Throws: `.canceled` if the task was canceled, or the device closed or reset, once the transfer has ended.
    func transfer(_ request: USBTransfer.Request) async throws(TransportError) -> [UInt8] {
        let result = await CallbackCall<USBTransferID, TransferResult<[UInt8]>>().wait(canceled: .failure(.canceled)) {
            begin(request, ended: $0)
        } cancel: { [self] in
            cancel($0)
        }
        return try result.get()
    }

    /// Performs a libusb call that may block, on a thread of its own; canceling does not end it.
    func call(
        _ operation: String, _ body: @escaping @Sendable (OpaquePointer) -> Int32
    ) async throws(TransportError) {
        let isAllowed = state.withLock { state in
            if !state.isClosed { state.callCount += 1 }
            return !state.isClosed
        }
        guard isAllowed else { throw .canceled }
        let pointer = pointer
        let result = await OwnThread.run { body(pointer.raw) }
        end { $0.callCount -= 1 }
        guard result == 0 else { throw TransportError(result, operation, node) }
    }

    /// Cancels everything in progress, resets the device and claims the interface again.
    func reset() async throws(TransportError) {
        let isAllowed = state.withLock { state in
            guard !state.isClosed, !state.isHeld else { return false }
            state.isHeld = true
            return true
        }
        guard isAllowed else { throw .canceled }
        await cancelAll()
        defer { state.withLock { $0.isHeld = false } }
        do throws(TransportError) {
            try await call("libusb_reset_device") { libusb_reset_device($0) }
        } catch .notFound {
            // The device re-enumerated as a different one.
            throw .disconnected
        }
    }

    /// Cancels everything in progress, waits for it to end and closes the device, which returns it to the kernel's
    /// driver.
    func close() async {
        let closing = state.withLock { state in
            let closing = state.closing ?? Task { await cancelAllAndRelease() }
            state.closing = closing
            return closing
        }
        await closing.value
    }

    private func cancelAllAndRelease() async {
        await cancelAll()
        state.withLock { $0.idle = [] }
        await OwnThread.run { [pointer, number, context] in Self.release(pointer, number, context) }
    }

    private func cancelAll() async {
        for (id, transfer) in state.withLock({ $0.transfers }) { transfer.cancel(id) }
        await withCheckedContinuation { continuation in
            end { $0.waiters.append(continuation) }
        }
    }

    /// Changes the state, and resumes the waiting callers once nothing is in use any more.
    private func end(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    private static func release(_ pointer: Pointer, _ number: UInt8, _ context: USBContext) {
        // This fails if the device is gone, but is required all the same.
        libusb_release_interface(pointer.raw, Int32(number))
        libusb_close(pointer.raw)
        extendLifetime(context)
    }
}
