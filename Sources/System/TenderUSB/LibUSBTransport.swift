import CLibUSB
public import TenderReaders

/// A claimed interface of a USB device, through libusb.
public final class LibUSBTransport: USBTransport {
    /// The interface's description of itself.
    public let interface: USBInterface
    /// The thread that runs libusb's events.
    public var executor: (any TransferExecutor)? { handle.context }

    private let handle: USBHandle

    init(_ handle: USBHandle, _ interface: USBInterface) {
        self.handle = handle
        self.interface = interface
    }

    /// Sends one bulk message.
    public func bulkOut(_ bytes: [UInt8], timeout: Duration) async throws(TransportError) {
        let endpoint = try endpoint(.bulkOut)
        _ = try await handle.transfer(
            USBTransfer.Request(
                kind: LIBUSB_TRANSFER_TYPE_BULK, endpoint: endpoint.address, bytes: bytes, timeout: timeout))
    }

    /// Waits for one bulk transfer of at most `byteCount` bytes, which may be empty.
    public func bulkIn(byteCount: Int, timeout: Duration) async throws(TransportError) -> [UInt8] {
        try await receive(.bulkIn, LIBUSB_TRANSFER_TYPE_BULK, byteCount, timeout)
    }

    /// Waits for one interrupt transfer, without a time limit.
    public func interruptIn(byteCount: Int) async throws(TransportError) -> [UInt8] {
        try await receive(.interruptIn, LIBUSB_TRANSFER_TYPE_INTERRUPT, byteCount, nil)
    }

    /// Makes a class request to the interface.
    public func control(
        request: UInt8, value: UInt16, bytes: [UInt8]?, byteCount: Int, timeout: Duration
    ) async throws(TransportError) -> [UInt8] {
        try await handle.control(
            type: 0x21, request: request, value: value, index: UInt16(interface.number), bytes: bytes,
            byteCount: byteCount, timeout: timeout)
    }

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

    /// Receives into a buffer for whole packets: a device that sends more than requested would otherwise fail, but on
    /// some controllers only.
    private func receive(
        _ kind: USBEndpoint.Kind, _ type: libusb_transfer_type, _ byteCount: Int, _ timeout: Duration?
    ) async throws(TransportError) -> [UInt8] {
        let endpoint = try endpoint(kind)
        guard (0...Self.longest).contains(byteCount) else { throw .failed("a transfer of \(byteCount) bytes") }
        let packet = max(1, endpoint.maximumPacketSize)
        let room = (max(1, byteCount) + packet - 1) / packet * packet
        let bytes = try await handle.transfer(
            USBTransfer.Request(
                kind: type, endpoint: endpoint.address, room: room, timeout: timeout))
        guard bytes.count <= byteCount else { throw .overflow }
        return bytes
    }

    /// The maximum size of one transfer, in bytes; a CCID message has at most 65,554.
    private static let longest = 1 << 20
}
