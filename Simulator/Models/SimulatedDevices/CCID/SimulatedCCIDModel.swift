/// The model of a simulated chip card reader, with its card and its faults.
public struct SimulatedCCIDModel: Hashable, Sendable {
    /// The exchange level between reader and host.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Short APDUs.
        case short = "ccid-short"
        /// Short and extended APDUs, chained when longer than a message.
        case extended = "ccid-extended"
        /// Blocks, with a card that speaks T=0.
        case t0 = "ccid-t0"
        /// Blocks, with a card that speaks T=1.
        case t1 = "ccid-t1"
    }

    /// Returns the faults that a model supports; only a T=1 card requests waiting time extensions.
    public static func faultKinds(_ kind: Kind) -> [DeviceFault.Kind] {
        let all: [DeviceFault.Kind] = [.stall, .mute, .timeExtension, .badChecksum, .drop, .late, .unplug, .garbage]
        return kind == .t1 ? all + [.waitingTime] : all
    }

    /// The customer at the PIN pad.
    public enum Customer: Hashable, Sendable {
        /// A customer who enters these digits.
        case enters(String)
        /// A customer who presses the red key.
        case cancels
        /// A customer who walks away.
        case leaves
        /// A customer who enters the PIN of the card that is in.
        case knowsPIN
        /// A customer who does what `CounterEvent` says, and nothing until then.
        case acts
    }

    /// The exchange level.
    public var kind: Kind
    /// The number of slots.
    public var slotCount = 1
    /// The number of slots that may be busy at once.
    public var busySlots: UInt8 = 1
    /// The slot of a security module, which never leaves; the customer's is the first one else.
    public var moduleSlot: Int?
    /// Whether there is an interrupt endpoint.
    public var hasInterrupt = true
    /// The customer at the PIN pad; `nil` without a PIN pad.
    public var customer: Customer?
    /// The longest message.
    public var maximumMessage: UInt32 = 271
    /// The largest information field that the reader accepts (T=1).
    public var maximumFieldSize: UInt32 = 254
    /// The highest data rate in bit/s.
    public var maximumDataRate: UInt32 = 115_200
    /// The bits of `dwFeatures` besides the level; by default clock and speed are set automatically.
    public var features: UInt32 = 0x30
    /// The card's answer to reset.
    public var atr: [UInt8]
    /// The UID of a contactless card, which the reader tells; `nil` for a card with contacts.
    public var uid: [UInt8]?
    /// Whether the card is inserted at first.
    public var hasCard = true
    /// How long the customer leaves the card in while it is off, and then out, again and again from the first message on;
    /// `nil` for one who does what `CounterEvent` says.
    public var interval: Duration?
    /// Whether a message that fills its last packet is followed by a zero-length one.
    public var sendsEmptyPackets = false
    /// Whether the reader refuses to abort over the control pipe.
    public var refusesAbort = false
    /// The faults, of the kinds in `faultKinds`.
    ///
    /// Messages to a card are counted: blocks, including those of the block protocol and of the negotiation, and PIN
    /// entries.
    public var faults: [DeviceFault] = []
    /// The vendor ID, from a range for tests.
    public var vendorID: UInt16 = 0x1209
    /// The product ID.
    public var productID: UInt16 = 0x0001
    /// The device release number, in binary-coded decimal.
    public var deviceVersion: UInt16 = 0x0100
    /// The interface class.
    public var interfaceClass: UInt8 = 0x0B

    /// Creates the usual reader of a kind.
    public init(_ kind: Kind) {
        self.kind = kind
        switch kind {
        case .short, .t0: atr = [0x3B, 0x60, 0x00, 0x00]
        case .extended, .t1: atr = [0x3B, 0x80, 0x01, 0x81]
        }
    }

    /// Creates a reader of short APDUs for a contactless card, with the answer to reset that such a reader makes up (PC/SC
    /// part 3, 3.1.3.2.3).
    public static func contactless(uid: [UInt8]) -> SimulatedCCIDModel {
        var model = SimulatedCCIDModel(.short)
        model.atr = [0x3B, 0x81, 0x80, 0x01, 0x80, 0x80]
        model.uid = uid
        return model
    }

    /// The slot of the customer's card.
    var customerSlot: Int { moduleSlot == 0 ? 1 : 0 }

    /// The whole of `dwFeatures`.
    var allFeatures: UInt32 {
        switch kind {
        case .short: features | 0x2_008A
        case .extended: features | 0x4_008A
        case .t0, .t1: features | 0x1_0000
        }
    }
}
