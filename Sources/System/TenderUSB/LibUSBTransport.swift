import CLibUSB
public import TenderReaders

/// A claimed interface of a USB device, through libusb.
public final class LibUSBTransport: USBTransport {
    /// The interface's description of itself.
    public let interface: USBInterface

    private let handle: USBHandle

    init(_ handle: USBHandle, _ interface: USBInterface) {
        self.handle = handle
        self.interface = interface
    }

    /// Begins a transfer; its callback runs on the thread of libusb's events.
    @discardableResult
    public func begin(
        _ transfer: USBTransferRequest, timeout: Duration?,
        ended: @escaping @Sendable (TransferResult<[UInt8]>) -> Void
    ) -> USBTransferID {
        do throws(TransportError) {
            return handle.begin(try request(transfer, timeout), ended: ended)
        } catch {
            ended(.failure(error))
            return 0
        }
    }

    /// Cancels a transfer; one that has ended is ignored.
    public func cancel(_ transfer: USBTransferID) { handle.cancel(transfer) }

    /// Clears the halt of an endpoint of the interface.
    public func clearHalt(_ endpoint: USBEndpoint.Kind) async throws(TransportError) {
        let address = try self.endpoint(endpoint).address
        try await handle.call("libusb_clear_halt") { libusb_clear_halt($0, address) }
    }

    /// Resets the device and claims the interface again; transfers in progress end with `.canceled`.
    public func reset() async throws(TransportError) { try await handle.reset() }

    /// Cancels the transfers in progress, waits for them to end, and releases the device.
    public func close() async { await handle.close() }

    private func endpoint(_ kind: USBEndpoint.Kind) throws(TransportError) -> USBEndpoint {
        guard let endpoint = interface.endpoints.first(where: { $0.kind == kind }) else {
            throw .notFound("\(kind.rawValue) endpoint of \(handle.node)")
        }
        return endpoint
    }

    private func request(
        _ transfer: USBTransferRequest, _ timeout: Duration?
    ) throws(TransportError) -> USBTransfer.Request {
        switch transfer {
        case .bulkOut(let bytes):
            USBTransfer.Request(
                kind: LIBUSB_TRANSFER_TYPE_BULK, endpoint: try endpoint(.bulkOut).address, bytes: bytes,
                timeout: timeout)
        case .bulkIn(let byteCount):
            try receiving(.bulkIn, LIBUSB_TRANSFER_TYPE_BULK, byteCount, timeout)
        case .interruptIn(let byteCount):
            try receiving(.interruptIn, LIBUSB_TRANSFER_TYPE_INTERRUPT, byteCount, timeout)
        case .control(let request, let value, let bytes, let byteCount):
            try USBTransfer.Request(
                type: 0x21, request: request, value: value, index: UInt16(interface.number), bytes: bytes,
                byteCount: byteCount, timeout: timeout)
        }
    }

    /// Receives into a buffer for whole packets: a device that sends more than requested would otherwise fail, but on
    /// some controllers only.
    private func receiving(
        _ kind: USBEndpoint.Kind, _ type: libusb_transfer_type, _ byteCount: Int, _ timeout: Duration?
    ) throws(TransportError) -> USBTransfer.Request {
        let endpoint = try endpoint(kind)
        guard (0...Self.longest).contains(byteCount) else { throw .failed("a transfer of \(byteCount) bytes") }
        let packet = max(1, endpoint.maximumPacketSize)
        let room = (max(1, byteCount) + packet - 1) / packet * packet
        return USBTransfer.Request(
            kind: type, endpoint: endpoint.address, room: room, limit: byteCount, timeout: timeout)
    }

    /// The maximum size of one transfer, in bytes; a CCID message has at most 65,554.
    private static let longest = 1 << 20
}
