/// A way to a device on which bytes go to and fro: a serial line, a socket, or the reports of a HID device.
///
/// One consumer receives, and one sender sends; each may run beside the other.
public protocol ByteTransport: Sendable {
    /// Waits for bytes: whatever is there on a line or socket, exactly one input report of a HID device.
    ///
    /// Cancelling the task ends the wait; nothing that arrived is lost by it.
    /// - Throws: `TransportError.disconnected` at the end, `.canceled`.
    func receive() async throws(TransportError) -> [UInt8]

    /// Sends all of the bytes; exactly one output report on a HID device.
    ///
    /// - Throws: `TransportError`; some of the bytes may have left.
    func send(_ bytes: [UInt8]) async throws(TransportError)

    /// Ends both directions; a wait for bytes ends with `.canceled`. Closing twice does nothing.
    func close() async
}

/// A serial line.
public protocol SerialTransport: ByteTransport {
    /// Changes speed and framing; what was received and not read before is dropped.
    func configure(_ configuration: SerialConfiguration) async throws(TransportError)
}

/// A connected socket.
public protocol StreamTransport: ByteTransport {}

/// A HID device: input and output reports as bytes, feature reports apart.
///
/// A report begins with its id when the device numbers its reports, and has no id otherwise.
public protocol HIDTransport: ByteTransport {
    /// The report descriptor.
    var reportDescriptor: [UInt8] { get }

    /// Sends a feature report; `bytes` begins with the report id, 0 when reports are not numbered.
    func setFeature(_ bytes: [UInt8]) async throws(TransportError)

    /// Asks for a feature report of at most `byteCount` bytes, the id included, which the answer begins with.
    func feature(id: UInt8, byteCount: Int) async throws(TransportError) -> [UInt8]
}
