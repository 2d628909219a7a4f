/// What a reader says that it can do: the functional descriptor of its interface (CCID 1.1 chapter 5.1).
public struct CCIDDescriptor: Hashable, Sendable {
    /// The size of the descriptor; any other is not one.
    public static let byteCount = 54

    /// The version of the class, in binary-coded decimals.
    public var version: UInt16
    /// The highest slot.
    public var maximumSlotIndex: UInt8
    /// The supplies: b0 5 V, b1 3 V, b2 1.8 V.
    public var voltages: UInt8
    /// The protocols: b0 T=0, b1 T=1.
    public var protocols: UInt32
    /// The clock in kHz that a card gets at first.
    public var defaultClock: UInt32
    /// The fastest clock in kHz.
    public var maximumClock: UInt32
    /// The speed in bit/s that a card gets at first.
    public var dataRate: UInt32
    /// The highest speed in bit/s.
    public var maximumDataRate: UInt32
    /// How many speeds it knows; 0 for any between the two, or for "ask".
    public var dataRateCount: UInt8
    /// The largest information field in T=1 that it takes.
    public var maximumFieldSize: UInt32
    /// Motors and locks.
    public var mechanical: UInt32
    /// What it does by itself, and on which level it exchanges.
    public var features: UInt32
    /// The longest message, header included.
    public var maximumMessageLength: UInt32
    /// The class of GET RESPONSE; FF for that of the command.
    public var getResponseClass: UInt8
    /// The class of ENVELOPE; FF for that of the command.
    public var envelopeClass: UInt8
    /// Lines and characters of its screen; 0 for none.
    public var screen: UInt16
    /// What its PIN pad does: b0 verify, b1 modify.
    public var pinSupport: UInt8
    /// How many slots can be busy at once.
    public var maximumBusySlots: UInt8

    /// Reads the 54 bytes; nil for any other length or type than 21, and FF where that is allowed.
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

    /// Looks for the descriptor among those that follow an interface, or its last endpoint.
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
