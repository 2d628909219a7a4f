/// A card's answer to reset: which protocols it speaks, how fast and with which waiting times.
///
/// It is read leniently, because the real world's answers are not all right: whatever is wrong is listed in `faults`,
/// and `emvFaults` says what EMV would refuse. ISO/IEC 7816-3 clause 8.
public struct ATR: Hashable, Sendable {
    /// The most bytes that an answer has, the first included.
    public static let maximumCount = 33

    /// One of TAi, TBi, TCi and TDi.
    public struct InterfaceByte: Hashable, Sendable {
        /// The kind.
        public enum Kind: String, Hashable, Sendable {
            /// Speed, mode, information field size, or clock stop.
            case a = "TA"
            /// Programming voltage (obsolete), or block and character waiting times.
            case b = "TB"
            /// Guard time, waiting time, or check value.
            case c = "TC"
            /// The protocol, and which bytes follow.
            case d = "TD"
        }

        /// The kind.
        public let kind: Kind
        /// The group it is in, from 1.
        public let group: Int
        /// The protocol for which it counts: that of the TD before it; 0 in the first two groups.
        public let scope: UInt8
        /// What it says.
        public let value: UInt8
    }

    /// All that was received.
    public let bytes: [UInt8]
    /// The interface bytes, in their order.
    public private(set) var interfaceBytes: [InterfaceByte] = []
    /// The historical bytes, which say what the card's maker wanted to say.
    public private(set) var historicalBytes: [UInt8] = []
    /// The check byte, when the card sent one that it had to send.
    public private(set) var checkByte: UInt8?
    /// What is wrong.
    public private(set) var faults: [ATRFault] = []

    /// Reads an answer to reset; never fails.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        read()
    }

    /// Whether it can be a card's answer at all: complete, with the right first byte, and with one thing wrong at most.
    public var makesSense: Bool {
        faults.count <= 1
            && faults.allSatisfy { fault in
                switch fault {
                case .truncated, .tooLong, .badInitialCharacter: false
                case .missingCheckByte, .badCheckByte, .trailingBytes: true
                }
            }
    }

    /// The value of an interface byte by its name.
    public func value(_ kind: InterfaceByte.Kind, _ group: Int) -> UInt8? {
        interfaceBytes.first { $0.kind == kind && $0.group == group }?.value
    }

    /// The first byte of a kind beyond the second group that counts for a protocol.
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

/// What is wrong with an answer to reset.
public enum ATRFault: Hashable, Sendable {
    /// It ends too early.
    case truncated
    /// It has more bytes than an answer may have.
    case tooLong
    /// It begins neither with 3B nor with 3F.
    case badInitialCharacter(UInt8)
    /// A protocol other than T=0 is offered, and the check byte is not there.
    case missingCheckByte
    /// The check byte does not fit.
    case badCheckByte
    /// So many bytes follow its end.
    case trailingBytes(Int)

    /// A sentence for people.
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

/// A byte as two upper-case digits.
func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }
