/// A message of the host to a reader.
public struct CCIDMessage: Hashable, Sendable {
    /// What it asks.
    public var command: CCIDCode.Command
    /// The three bytes that each command has for itself.
    public var specific: [UInt8]
    /// What follows the header.
    public var data: [UInt8]

    /// Makes a message.
    public init(_ command: CCIDCode.Command, specific: (UInt8, UInt8, UInt8) = (0, 0, 0), data: [UInt8] = []) {
        self.command = command
        self.specific = [specific.0, specific.1, specific.2]
        self.data = data
    }

    /// A block for the card.
    ///
    /// - Parameter waitingTime: by how much the block waiting time of T=1 is multiplied; 0 for once.
    public static func block(_ data: [UInt8], chain: CCIDCode.Chain = .whole, waitingTime: UInt8 = 0) -> Self {
        Self(.xfrBlock, specific: (waitingTime, chain.rawValue, 0), data: data)
    }

    /// The message as bytes.
    public func bytes(slot: UInt8, sequence: UInt8) -> [UInt8] {
        [command.rawValue] + littleEndian(UInt32(truncatingIfNeeded: data.count)) + [slot, sequence] + specific + data
    }
}

/// A message of a reader to the host.
public struct CCIDAnswer: Hashable, Sendable {
    /// Whether the command worked.
    public enum Result: Hashable, Sendable {
        /// It did.
        case done
        /// It did not, for a reason in `error`.
        case failed
        /// The card needs more time; `error` times the usual.
        case timeExtension
    }

    /// What kind of answer it is.
    public let kind: CCIDCode.Answer
    /// The slot that it is about.
    public let slot: UInt8
    /// The number of the command that it answers.
    public let sequence: UInt8
    /// Whether the command worked.
    public let result: Result
    /// The state of the card: 0 active, 1 present and inactive, 2 absent.
    public let cardStatus: UInt8
    /// The reason of a failure, or how much more time.
    public let error: UInt8
    /// The byte that each kind has for itself: chain, clock status or protocol.
    public let specific: UInt8
    /// What follows the header.
    public let data: [UInt8]

    /// Reads a whole message; nil when it is none.
    public init?(_ bytes: [UInt8]) {
        guard let count = Self.count(of: bytes), bytes.count == count, let kind = CCIDCode.Answer(rawValue: bytes[0])
        else { return nil }
        let results: [Result?] = [.done, .failed, .timeExtension, nil]
        guard let result = results[Int(bytes[7] >> 6)] else { return nil }
        self.kind = kind
        slot = bytes[5]
        sequence = bytes[6]
        self.result = result
        cardStatus = bytes[7] & 3
        error = bytes[8]
        specific = bytes[9]
        data = [UInt8](bytes[10...])
    }

    /// How many bytes the message has that begins so; nil while its header is incomplete.
    public static func count(of bytes: [UInt8]) -> Int? {
        guard bytes.count >= CCIDCode.headerCount else { return nil }
        return CCIDCode.headerCount + Int(number(bytes[1..<5]))
    }
}

/// A number as four bytes, the lowest first.
func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
}

/// The number that at most four bytes make, the lowest first.
func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) } }
