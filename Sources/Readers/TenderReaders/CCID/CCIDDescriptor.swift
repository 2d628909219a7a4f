/// A reader's description of its capabilities: the functional descriptor of its interface (CCID 1.1 chapter 5.1).
public struct CCIDDescriptor: Hashable, Sendable {
    /// The size of the descriptor, in bytes; anything of another size is not one.
    public static let byteCount = 54

    /// The version of the class, in binary-coded decimal.
    public var version: UInt16
    /// The index of the last slot.
    public var maximumSlotIndex: UInt8
    /// The supply voltages: b0 5 V, b1 3 V, b2 1.8 V.
    public var voltages: UInt8
    /// The protocols: b0 T=0, b1 T=1.
    public var protocols: UInt32
    /// The initial clock of a card, in kHz.
    public var defaultClock: UInt32
    /// The maximum clock, in kHz.
    public var maximumClock: UInt32
    /// The initial speed of a card, in bit/s.
    public var dataRate: UInt32
    /// The maximum speed, in bit/s.
    public var maximumDataRate: UInt32
    /// The number of supported speeds; 0 for any between the two, or for "ask".
    public var dataRateCount: UInt8
    /// The maximum size of an information field in T=1.
    public var maximumFieldSize: UInt32
    /// Motors and locks.
    public var mechanical: UInt32
    /// What it does automatically, and the level at which it exchanges.
    public var features: UInt32
    /// The maximum size of a message, including the header.
    public var maximumMessageLength: UInt32
    /// The class byte of GET RESPONSE; FF for that of the command.
    public var getResponseClass: UInt8
    /// The class byte of ENVELOPE; FF for that of the command.
    public var envelopeClass: UInt8
    /// The lines and characters of its display; 0 for none.
    public var screen: UInt16
    /// The capabilities of its PIN pad: b0 verify, b1 modify.
    public var pinSupport: UInt8
    /// The number of slots that can be busy at once.
    public var maximumBusySlots: UInt8

    /// Parses the 54 bytes; `nil` for any other length, and for a type other than 21, or FF where that is allowed.
    public init?(_ bytes: [UInt8], allowingVendorType: Bool = true) {
        guard bytes.count == Self.byteCount, bytes[0] == 54 else { return nil }
        guard bytes[1] == 0x21 || (allowingVendorType && bytes[1] == 0xFF) else { return nil }
        func word(_ offset: Int) -> UInt16 { UInt16(truncatingIfNeeded: number(bytes[offset..<(offset + 2)])) }
        func double(_ offset: Int) -> UInt32 { number(bytes[offset..<(offset + 4)]) }
        version = word(2)
        maximumSlotIndex = bytes[4]
        voltages = bytes[5]
        protocols = double(6)
        defaultClock = double(10)
        maximumClock = double(14)
        dataRate = double(19)
        maximumDataRate = double(23)
        dataRateCount = bytes[27]
        maximumFieldSize = double(28)
        mechanical = double(36)
        features = double(40)
        maximumMessageLength = double(44)
        getResponseClass = bytes[48]
        envelopeClass = bytes[49]
        screen = word(50)
        pinSupport = bytes[52]
        maximumBusySlots = bytes[53]
    }

    /// Searches the descriptors that follow an interface, or its last endpoint.
    public init?(in extra: [UInt8], allowingVendorType: Bool = true) {
        var rest = extra[...]
        while let count = rest.first.map(Int.init), count >= 2, count <= rest.count {
            if let found = CCIDDescriptor([UInt8](rest.prefix(count)), allowingVendorType: allowingVendorType) {
                self = found
                return
            }
            rest = rest.dropFirst(count)
        }
        return nil
    }
}
