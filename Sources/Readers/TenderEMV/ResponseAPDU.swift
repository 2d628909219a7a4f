/// A card's response to a command: data and a status word.
public struct ResponseAPDU: Hashable, Sendable {
    /// The data.
    public var data: [UInt8]
    /// The status word (SW1 SW2), `0x9000` for success.
    public var statusWord: UInt16

    /// Creates a response.
    public init(data: [UInt8] = [], statusWord: UInt16) {
        self.data = data
        self.statusWord = statusWord
    }

    /// Parses a response.
    ///
    /// - Throws: `APDUError.tooShort` if there is no status word.
    public init(parsing bytes: consuming [UInt8]) throws(APDUError) {
        guard let sw2 = bytes.popLast(), let sw1 = bytes.popLast() else { throw .tooShort }
        self.init(data: bytes, statusWord: UInt16(sw1) << 8 | UInt16(sw2))
    }

    /// The first byte of the status word.
    public var sw1: UInt8 { UInt8(truncatingIfNeeded: statusWord >> 8) }
    /// The second byte of the status word.
    public var sw2: UInt8 { UInt8(truncatingIfNeeded: statusWord) }
    /// Whether the status word is 9000.
    public var isSuccess: Bool { statusWord == 0x9000 }
    /// Whether the status word is a warning: 62xx or 63xx.
    public var isWarning: Bool { sw1 == 0x62 || sw1 == 0x63 }
    /// The response as bytes.
    public var bytes: [UInt8] { data + [sw1, sw2] }
}

extension ResponseAPDU: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of bytes and the status word; never the data, which may be card data.
    public var description: String { "\(data.count) bytes, \(String(statusWord, radix: 16, uppercase: true))" }

    /// The number of bytes and the status word.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
