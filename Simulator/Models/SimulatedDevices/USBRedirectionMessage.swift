/// A message of the usb-redir protocol: type, length and id, four bytes each (eight for the id if both sides support
/// that), little-endian, then the type's own header and data.
struct USBRedirectionMessage: Hashable, Sendable {
    /// The message types in use, by the protocol's numbers.
    enum Kind: UInt32, Sendable {
        case hello = 0
        case deviceConnect = 1
        case deviceDisconnect = 2
        case reset = 3
        case interfaceInfo = 4
        case endpointInfo = 5
        case setConfiguration = 6
        case getConfiguration = 7
        case configurationStatus = 8
        case setAlternate = 9
        case getAlternate = 10
        case alternateStatus = 11
        case startInterrupt = 15
        case stopInterrupt = 16
        case interruptStatus = 17
        case cancel = 21
        case disconnectAck = 24
        case control = 100
        case bulk = 101
        case interrupt = 103
    }

    /// A capability beyond the first version, by the number of its bit.
    enum Capability: Int, Sendable {
        case connectDeviceVersion = 1
        case disconnectAck = 3
        case endpointPacketSize = 4
        case longIDs = 5
        case longBulkLength = 6
    }

    /// The status of a finished transfer, by the protocol's numbers.
    enum Status: UInt8, Sendable {
        case success = 0
        case canceled = 1
        case stall = 4
        case babble = 6
        case inputOutputError = 3
    }

    /// The type's number, which `Kind` may not have.
    var type: UInt32
    /// The id of a transfer, chosen by the host.
    var id: UInt64
    /// The header and the data.
    var bytes: [UInt8]

    init(_ kind: Kind, id: UInt64 = 0, _ bytes: [UInt8]) {
        (type, self.id, self.bytes) = (kind.rawValue, id, bytes)
    }

    private init(type: UInt32, id: UInt64, bytes: [UInt8]) {
        (self.type, self.id, self.bytes) = (type, id, bytes)
    }

    /// The most bytes of an acceptable message.
    static let limit = 1 << 20

    /// Returns the message in wire format.
    func encoded(longIDs: Bool) -> [UInt8] {
        let header = Self.word(UInt64(type), 4) + Self.word(UInt64(bytes.count), 4)
        return header + Self.word(id, longIDs ? 8 : 4) + bytes
    }

    /// Takes the first message of a buffer.
    ///
    /// - Returns: `nil` when it is not complete yet; `.failure` when it is malformed.
    static func take(from buffer: inout [UInt8], longIDs: Bool) -> Result<USBRedirectionMessage, Malformed>? {
        let header = longIDs ? 16 : 12
        guard buffer.count >= header else { return nil }
        let length = Int(number(buffer[4..<8]))
        guard length <= limit else { return .failure(Malformed()) }
        guard buffer.count - header >= length else { return nil }
        let message = USBRedirectionMessage(
            type: UInt32(truncatingIfNeeded: number(buffer[0..<4])), id: number(buffer[8..<header]),
            bytes: [UInt8](buffer[header..<header + length]))
        buffer.removeFirst(header + length)
        return .success(message)
    }

    /// A malformed message.
    struct Malformed: Error {}

    /// Returns a number as some bytes, little-endian.
    static func word(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    /// Returns the number in up to eight bytes, little-endian.
    static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
