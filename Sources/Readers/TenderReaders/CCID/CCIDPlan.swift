/// How the driver operates a reader, based on its descriptor and on what is known about its model.
public struct CCIDPlan: Hashable, Sendable {
    /// The level at which data is exchanged with the reader.
    public enum Level: String, Hashable, Sendable, CaseIterable {
        /// Blocks of the card's protocol: the driver implements T=0 or T=1.
        case tpdu
        /// Commands of up to 261 bytes: the reader implements the card's protocol.
        case shortAPDU
        /// Commands of any length.
        case extendedAPDU
    }

    /// The side that negotiates protocol and speed.
    public enum Negotiation: String, Hashable, Sendable {
        /// The reader, automatically.
        case reader
        /// The reader, from the parameters that the driver sets.
        case parameters
        /// The driver: it exchanges a PPS with the card, then sets the parameters.
        case host
    }

    /// The maximum size of a message that counts as plausible, in bytes.
    static let largestMessage: UInt32 = 524_288

    /// The reader's descriptor.
    public let descriptor: CCIDDescriptor
    /// What is known about the model.
    public let quirk: CCIDQuirk?
    /// The level of exchange.
    public let level: Level
    /// The protocols: b0 T=0, b1 T=1.
    public let protocols: UInt32
    /// The side that negotiates protocol and speed.
    public let negotiation: Negotiation
    /// Whether the driver announces the size of the reader's information fields to the card (T=1).
    public let announcesFieldSize: Bool

    /// Creates a plan.
    ///
    /// - Throws: `CCIDUnsupported` if there is none.
    public init(
        _ descriptor: CCIDDescriptor, interfaceClass: UInt8 = 0x0B, interfaceProtocol: UInt8 = 0, vendorID: UInt16 = 0,
        productID: UInt16 = 0, deviceVersion: UInt16 = 0xFFFF
    ) throws(CCIDUnsupported) {
        let quirk = CCIDQuirk.of(vendorID: vendorID, productID: productID)
        if quirk?.isDisabled == true { throw .disabled }
        guard interfaceClass == 0x0B || (interfaceClass == 0xFF && quirk?.hasVendorClass == true) else {
            throw .otherClass(interfaceClass)
        }
        if let minimum = quirk?.minimumVersion, deviceVersion < minimum { throw .oldFirmware(minimum: minimum) }
        // In a vendor-specific class, other numbers have no meaning.
        let speaksInBulk = interfaceProtocol == 0 || (interfaceClass == 0xFF && interfaceProtocol > 2)
        guard speaksInBulk else { throw .controlPipe(interfaceProtocol) }
        let told: Level =
            switch descriptor.features & CCIDCode.Feature.levels {
            case CCIDCode.Feature.exchangesTPDU: .tpdu
            case CCIDCode.Feature.exchangesShortAPDU: .shortAPDU
            case CCIDCode.Feature.exchangesExtendedAPDU: .extendedAPDU
            case 0: throw .characterLevel
            default: throw .contradictoryLevel
            }
        level = quirk?.level(deviceVersion, insteadOf: told) ?? told
        let protocols = quirk?.speaksBothProtocols == true ? 3 : descriptor.protocols
        guard protocols & 3 != 0 else { throw .noProtocol }
        guard descriptor.maximumMessageLength >= 32 else { throw .shortMessages(descriptor.maximumMessageLength) }
        self.descriptor = descriptor
        self.quirk = quirk
        self.protocols = protocols
        let does = { (bit: UInt32) in descriptor.features & bit != 0 }
        negotiation =
            does(CCIDCode.Feature.negotiatesParameters)
            ? .reader : does(CCIDCode.Feature.negotiatesSpeed) ? .parameters : .host
        let isQuiet = quirk?.quietVersions.contains(deviceVersion) == true
        announcesFieldSize = level == .tpdu && !does(CCIDCode.Feature.negotiatesFieldSize) && !isQuiet
    }

    /// The permitted uses of its PIN pad: b0 verify, b1 modify.
    public var pinSupport: UInt8 { quirk?.refusedPIN == nil ? descriptor.pinSupport : 0 }

    /// The number of slots.
    public var slotCount: Int { Int(descriptor.maximumSlotIndex) + 1 }
    /// The number of slots that may be busy at once.
    public var busySlots: Int { max(1, min(Int(descriptor.maximumBusySlots), slotCount)) }
    /// The maximum size of the data in one message.
    public var maximumData: Int {
        Int(min(descriptor.maximumMessageLength, Self.largestMessage)) - CCIDCode.headerCount
    }
    /// The information field size to announce to the card, at most 254.
    public var fieldSize: UInt8 {
        let told = quirk?.maximumFieldSize ?? descriptor.maximumFieldSize
        // A block has four or five bytes in addition to its field.
        return UInt8(clamping: max(1, min(Int(clamping: told), 254, maximumData - 5)))
    }
    /// The maximum speed, in bit/s.
    public var maximumDataRate: UInt32 {
        min(descriptor.maximumDataRate, quirk?.maximumDataRate ?? .max)
    }
    /// The clock, in kHz; never 0.
    public var clock: Int { descriptor.defaultClock == 0 ? 4000 : Int(min(descriptor.defaultClock, 100_000)) }
    /// Whether the reader selects the voltage.
    public var picksVoltage: Bool {
        descriptor.features & (CCIDCode.Feature.picksVoltage | CCIDCode.Feature.activatesOnInsertion) != 0
    }
    /// The values of `bPowerSelect` to try, in order.
    public var powerSelections: [UInt8] {
        if picksVoltage { return [0] }
        let supported = [UInt8(1), 2, 3].filter { descriptor.voltages >> ($0 - 1) & 1 != 0 }
        return supported.isEmpty ? [0] : supported
    }
}

/// The reason that the driver cannot use a reader.
public enum CCIDUnsupported: Error, Hashable, Sendable {
    /// The interface has a different class.
    case otherClass(UInt8)
    /// The interface has no functional descriptor of 54 bytes.
    case noDescriptor
    /// Messages go over the control pipe (ICCD).
    case controlPipe(UInt8)
    /// The reader exchanges single characters.
    case characterLevel
    /// The reader claims more than one level of exchange.
    case contradictoryLevel
    /// Neither T=0 nor T=1.
    case noProtocol
    /// The messages are too short to contain anything.
    case shortMessages(UInt32)
    /// Required endpoints are missing.
    case noEndpoints
    /// The firmware is known not to work.
    case oldFirmware(minimum: UInt16)
    /// The model is known not to work as its descriptor says.
    case disabled

    /// A human-readable sentence.
    public var sentence: String {
        switch self {
        case .disabled: "The model is known not to work as its descriptor says."
        case .otherClass(0xFF):
            "The interface has a vendor-specific class (255), and the model is not known to be a chip card reader."
        case .otherClass(let number): "The interface is of class \(number), not a chip card reader (11)."
        case .noDescriptor: "The interface has no functional descriptor of 54 bytes."
        case .controlPipe(let number): "Interface protocol \(number) (ICCD) is not supported."
        case .characterLevel: "The reader exchanges single characters, which is not supported."
        case .contradictoryLevel: "The descriptor claims more than one level of exchange."
        case .noProtocol: "The reader speaks neither T=0 nor T=1."
        case .shortMessages(let count): "Messages of \(count) bytes at most have no room for a command."
        case .noEndpoints: "The interface lacks a bulk endpoint."
        case .oldFirmware(let minimum):
            "The firmware is too old: \(String(minimum >> 8, radix: 16)).\(String(minimum & 0xFF, radix: 16)) is needed."
        }
    }
}
