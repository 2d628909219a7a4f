import CLibUSB
public import TenderReaders

/// A HID device through libusb, for systems where the kernel provides no hidraw node.
public final class LibUSBHID: HIDTransport {
    /// The report descriptor.
    public let reportDescriptor: [UInt8]

    private let handle: USBHandle
    private let number: UInt8
    private let input: USBEndpoint
    private let inputLength: Int
    private let areNumbered: Bool

    /// The time limit of a request, after which the device counts as unresponsive.
    private static let timeout = Duration.seconds(5)

    init(_ handle: USBHandle, _ interface: USBInterface) async throws(TransportError) {
        self.handle = handle
        number = interface.number
        guard let input = interface.endpoints.first(where: { $0.kind == .interruptIn }) else {
            throw .notFound("interrupt endpoint of \(handle.node)")
        }
        self.input = input
        reportDescriptor = try await handle.control(
            type: 0x01, request: 0x06, value: 0x2200, index: UInt16(number), bytes: nil, byteCount: 4096,
            timeout: Self.timeout)
        let lengths = HIDReportLengths(reportDescriptor)
        areNumbered = lengths.areNumbered
        // Exactly the length of a report: a report made of full packets would not end a longer transfer.
        inputLength = lengths.longest(.input) ?? input.maximumPacketSize
        // With SET_IDLE, reports are sent only when there is something to report; a device that behaves so anyway may
        // refuse.
        _ = try? await handle.control(
            type: 0x21, request: 0x0A, value: 0, index: UInt16(number), bytes: [], byteCount: 0, timeout: Self.timeout)
    }

    /// Waits for one input report.
    public func receive() async throws(TransportError) -> [UInt8] {
        try await handle.transfer(
            USBTransfer.Request(
                kind: LIBUSB_TRANSFER_TYPE_INTERRUPT, endpoint: input.address, room: max(1, inputLength)))
    }

    /// Sends one output report as a control request, which every HID device accepts.
    public func send(_ bytes: [UInt8]) async throws(TransportError) {
        try await set(.output, id: areNumbered ? bytes.first ?? 0 : 0, bytes)
    }

    /// Sends a feature report; `bytes` begins with the report ID, or 0 if reports are not numbered.
    public func setFeature(_ bytes: [UInt8]) async throws(TransportError) {
        let id = bytes.first ?? 0
        try await set(.feature, id: id, id == 0 ? [UInt8](bytes.dropFirst()) : bytes)
    }

    /// Requests a feature report of at most `byteCount` bytes, including the report ID at its start.
    public func feature(id: UInt8, byteCount: Int) async throws(TransportError) -> [UInt8] {
        let answer = try await handle.control(
            type: 0x21, request: 0x01, value: UInt16(ReportType.feature.rawValue) << 8 | UInt16(id),
            index: UInt16(number), bytes: nil, byteCount: id == 0 ? max(1, byteCount) - 1 : byteCount,
            timeout: Self.timeout)
        return id == 0 ? [0] + answer : answer
    }

    /// Ends both directions and returns the device to its kernel driver.
    public func close() async { await handle.close() }

    /// The types of reports (HID 1.11, section 7.2.1).
    private enum ReportType: UInt8 {
        case output = 2
        case feature = 3
    }

    private func set(_ type: ReportType, id: UInt8, _ bytes: [UInt8]) async throws(TransportError) {
        _ = try await handle.control(
            type: 0x21, request: 0x09, value: UInt16(type.rawValue) << 8 | UInt16(id), index: UInt16(number),
            bytes: bytes, byteCount: 0, timeout: Self.timeout)
    }
}
