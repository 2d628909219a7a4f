/// A card's answer to reset: which protocols it speaks, how fast, and with which waiting times.
///
/// Parsing is lenient, because not all cards in the field answer correctly: whatever is wrong is listed in `faults`,
/// and `emvFaults` says what EMV would reject. ISO/IEC 7816-3 clause 8.
public struct ATR: Hashable, Sendable {
    /// The maximum length of an answer, including its first byte.
    public static let maximumCount = 33

    /// One of TAi, TBi, TCi and TDi.
    public struct InterfaceByte: Hashable, Sendable {
        /// The kind of an interface byte.
        public enum Kind: String, Hashable, Sendable {
            /// Speed, mode, information field size, or clock stop.
            case a = "TA"
            /// Programming voltage (obsolete), or block and character waiting times.
            case b = "TB"
            /// Guard time, waiting time, or check value.
            case c = "TC"
            /// The protocol, and a bitmap of the bytes that follow.
            case d = "TD"
        }

        /// The kind.
        public let kind: Kind
        /// The group that the byte is in, counted from 1.
        public let group: Int
        /// The protocol that the byte applies to: that of the preceding TD; 0 in the first two groups.
        public let scope: UInt8
        /// The byte's value.
        public let value: UInt8
    }

    /// All bytes received.
    public let bytes: [UInt8]
    /// The interface bytes, in order.
    public private(set) var interfaceBytes: [InterfaceByte] = []
    /// The historical bytes, which the card's manufacturer defines.
    public private(set) var historicalBytes: [UInt8] = []
    /// The check byte, if one was required and the card sent it.
    public private(set) var checkByte: UInt8?
    /// What is wrong with the answer.
    public private(set) var faults: [ATRFault] = []

    /// Parses an answer to reset; never fails.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        read()
    }

    /// Whether this can be a card's answer at all: complete, with a correct first byte and at most one fault.
    public var makesSense: Bool {
        faults.count <= 1
            && faults.allSatisfy { fault in
                switch fault {
                case .truncated, .tooLong, .badInitialCharacter: false
                case .missingCheckByte, .badCheckByte, .trailingBytes: true
                }
            }
    }

    /// Returns the value of an interface byte by its name.
    public func value(_ kind: InterfaceByte.Kind, _ group: Int) -> UInt8? {
        interfaceBytes.first { $0.kind == kind && $0.group == group }?.value
    }

    /// Returns the first byte of a kind beyond the second group that applies to a protocol.
    public func specificValue(_ kind: InterfaceByte.Kind, for scope: UInt8) -> UInt8? {
        interfaceBytes.first { $0.kind == kind && $0.group > 2 && $0.scope == scope }?.value
    }

    private mutating func read() {
        guard bytes.count >= 2 else { return faults.append(.truncated) }
        if bytes.count > Self.maximumCount { faults.append(.tooLong) }
        if bytes[0] != 0x3B && bytes[0] != 0x3F { faults.append(.badInitialCharacter(bytes[0])) }
        var cursor = 2
        readInterfaceBytes(&cursor)
        let count = Int(bytes[1] & 0x0F)
        historicalBytes = [UInt8](bytes.dropFirst(cursor).prefix(count))
        if historicalBytes.count < count { return note(.truncated) }
        cursor += count
        readCheckByte(&cursor)
        if cursor < bytes.count { faults.append(.trailingBytes(bytes.count - cursor)) }
    }

    private mutating func readInterfaceBytes(_ cursor: inout Int) {
        var present = bytes[1] >> 4
        var scope: UInt8 = 0
        var group = 1
        let kinds: [InterfaceByte.Kind] = [.a, .b, .c, .d]
        while present != 0 {
            var next: UInt8 = 0
            for (bit, kind) in kinds.enumerated() where present >> UInt8(bit) & 1 != 0 {
                guard cursor < bytes.count else { return note(.truncated) }
                let value = bytes[cursor]
                cursor += 1
                interfaceBytes.append(InterfaceByte(kind: kind, group: group, scope: scope, value: value))
                if kind == .d { next = value }
            }
            scope = next & 0x0F
            present = next >> 4
            group += 1
        }
    }

    private mutating func readCheckByte(_ cursor: inout Int) {
        guard protocols.contains(where: { $0 != 0 }) else { return }
        guard cursor < bytes.count else { return faults.append(.missingCheckByte) }
        checkByte = bytes[cursor]
        cursor += 1
        if bytes[1..<cursor].reduce(0, ^) != 0 { faults.append(.badCheckByte) }
    }

    private mutating func note(_ fault: ATRFault) {
        if !faults.contains(fault) { faults.append(fault) }
    }
}

/// Something wrong with an answer to reset.
public enum ATRFault: Hashable, Sendable {
    /// It ends too early.
    case truncated
    /// It has more bytes than an answer can have.
    case tooLong
    /// It begins with neither 3B nor 3F.
    case badInitialCharacter(UInt8)
    /// A protocol other than T=0 is offered, but the check byte is missing.
    case missingCheckByte
    /// The check byte is wrong.
    case badCheckByte
    /// This number of bytes follows its end.
    case trailingBytes(Int)

    /// A human-readable sentence.
    public var sentence: String {
        switch self {
        case .truncated: "The answer ends before it is complete."
        case .tooLong: "The answer is longer than 33 bytes."
        case .badInitialCharacter(let byte): "It begins with \(hex(byte)), which is neither 3B nor 3F."
        case .missingCheckByte: "The check byte TCK is missing."
        case .badCheckByte: "The check byte TCK is wrong."
        case .trailingBytes(let count): "\(count) bytes follow its end."
        }
    }
}

/// Formats a byte as two uppercase digits.
func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }

/// Formats bytes as two uppercase digits each.
func hex(_ bytes: some Sequence<UInt8>) -> String { bytes.map { hex($0) }.joined() }
