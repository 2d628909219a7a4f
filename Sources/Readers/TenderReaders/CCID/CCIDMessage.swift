/// A message of the host to a reader.
public struct CCIDMessage: Hashable, Sendable {
    /// The command.
    public var command: CCIDCode.Command
    /// The three bytes that are specific to each command.
    public var specific: [UInt8]
    /// The data after the header.
    public var data: [UInt8]

    /// Creates a message.
    public init(_ command: CCIDCode.Command, specific: (UInt8, UInt8, UInt8) = (0, 0, 0), data: [UInt8] = []) {
        self.command = command
        self.specific = [specific.0, specific.1, specific.2]
        self.data = data
    }

    /// Returns a message with a block for the card.
    ///
    /// - Parameter waitingTime: The multiplier of T=1's block waiting time; 0 for once.
    public static func block(_ data: [UInt8], chain: CCIDCode.Chain = .whole, waitingTime: UInt8 = 0) -> Self {
        Self(.xfrBlock, specific: (waitingTime, chain.rawValue, 0), data: data)
    }

    /// Returns the message as bytes.
    public func bytes(slot: UInt8, sequence: UInt8) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(CCIDCode.headerCount + data.count)
        bytes.append(command.rawValue)
        for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: data.count >> shift)) }
        bytes.append(slot)
        bytes.append(sequence)
        bytes.append(contentsOf: specific)
        bytes.append(contentsOf: data)
        return bytes
    }
}

/// A message of a reader to the host.
public struct CCIDAnswer: Hashable, Sendable {
    /// Whether the command worked.
    public enum Result: Hashable, Sendable {
        /// It worked.
        case done
        /// It failed, for the reason in `error`.
        case failed
        /// The card needs more time; `error` is the multiplier of the usual time.
        case timeExtension
    }

    /// The kind of the answer.
    public let kind: CCIDCode.Answer
    /// The slot that it concerns.
    public let slot: UInt8
    /// The number of the command that it answers.
    public let sequence: UInt8
    /// Whether the command worked.
    public let result: Result
    /// The state of the card: 0 active, 1 present and inactive, 2 absent.
    public let cardStatus: UInt8
    /// The reason of a failure, or the multiplier of the time.
    public let error: UInt8
    /// The byte that is specific to each kind: chain, clock status or protocol.
    public let specific: UInt8
    /// The data after the header.
    public let data: [UInt8]

    /// Parses a complete message; `nil` if the bytes are not one.
    public init?(_ bytes: [UInt8]) {
        guard let count = Self.count(of: bytes), bytes.count == count, let kind = CCIDCode.Answer(rawValue: bytes[0])
        else { return nil }
        switch bytes[7] >> 6 {
        case 0: result = .done
        case 1: result = .failed
        case 2: result = .timeExtension
        default: return nil
        }
        self.kind = kind
        slot = bytes[5]
        sequence = bytes[6]
        cardStatus = bytes[7] & 3
        error = bytes[8]
        specific = bytes[9]
        data = [UInt8](bytes[10...])
    }

    /// Returns the size of the message that begins with these bytes; `nil` while its header is incomplete.
    public static func count(of bytes: [UInt8]) -> Int? {
        guard bytes.count >= CCIDCode.headerCount else { return nil }
        return CCIDCode.headerCount + Int(number(bytes[1..<5]))
    }
}

/// Decodes at most four bytes, least significant first.
func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var number: UInt32 = 0
    var shift: UInt32 = 0
    for byte in bytes.prefix(4) {
        number |= UInt32(byte) << shift
        shift += 8
    }
    return number
}
