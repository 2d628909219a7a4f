import TenderDevices
public import TenderFlow
public import TenderModel
public import TenderReaders

/// The protocol settings of a ZVT terminal at an address, and how to open it.
public struct ZVTLine: Sendable {
    /// The protocol settings.
    public let configuration: ZVTConfiguration
    /// Opens the line or the connection.
    public let open: @Sendable () async throws(TransportError) -> any ByteTransport

    /// The usual setting of a serial line, 9600 8N2 (PA00P016).
    private static let serial = SerialConfiguration(baudRate: 9600, stopBits: 2)

    /// Creates the line of a terminal.
    ///
    /// - Parameter address: A serial port, or HOST:PORT.
    /// - Throws: `ReaderError.refused` for any other address.
    public init(_ address: ReaderAddress) throws(ReaderError) {
        switch (address.method, address.place) {
        case (.serial, let path?):
            configuration = ZVTConfiguration(.serial)
            open = { () async throws(TransportError) in try await TermiosSerial.open(path, Self.serial) }
        case (.tcp, let place?):
            guard let (host, port) = ReaderAccess.split(place) else { throw .refused("\(place) is not HOST:PORT") }
            configuration = ZVTConfiguration(.stream)
            open = { () async throws(TransportError) in try await ReaderAccess.connect(host, port) }
        default: throw .refused("\(address) is not a ZVT terminal")
        }
    }
}
