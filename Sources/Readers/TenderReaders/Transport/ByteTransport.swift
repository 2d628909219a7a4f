/// A bidirectional byte transport to a device: a serial line, a socket, or the reports of a HID device.
///
/// It supports one receiver and one sender, which may run concurrently.
public protocol ByteTransport: Sendable {
    /// Waits for bytes: whatever a line or socket has, or exactly one input report of a HID device.
    ///
    /// Canceling the task ends the wait without losing anything that arrived.
    /// - Throws: `TransportError.disconnected` at the end, `.canceled`.
    func receive() async throws(TransportError) -> [UInt8]

    /// Sends all of the bytes; exactly one output report on a HID device.
    ///
    /// - Throws: `TransportError`; some of the bytes may have left.
    func send(_ bytes: [UInt8]) async throws(TransportError)

    /// Ends both directions; a wait for bytes ends with `.canceled`, and closing twice does nothing.
    func close() async
}

/// A serial line.
public protocol SerialTransport: ByteTransport {
    /// Changes speed and framing, and discards received bytes that were not read.
    func configure(_ configuration: SerialConfiguration) async throws(TransportError)
}

/// A connected socket.
public protocol StreamTransport: ByteTransport {}

/// A HID device: input and output reports as bytes, and separate feature reports.
///
/// A report begins with its ID if the device numbers its reports, and has no ID otherwise.
public protocol HIDTransport: ByteTransport {
    /// The report descriptor.
    var reportDescriptor: [UInt8] { get }

    /// Sends a feature report; `bytes` begins with the report ID, or 0 if reports are not numbered.
    func setFeature(_ bytes: [UInt8]) async throws(TransportError)

    /// Requests a feature report of at most `byteCount` bytes, including the report ID at its start.
    func feature(id: UInt8, byteCount: Int) async throws(TransportError) -> [UInt8]
}
