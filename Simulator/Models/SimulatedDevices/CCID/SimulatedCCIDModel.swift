/// Which simulated chip card reader, with which card and which faults.
public struct SimulatedCCIDModel: Hashable, Sendable {
    /// What the reader exchanges with its host.
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

    /// The faults that a model knows; more waiting time is asked for by a card that speaks T=1.
    public static func faultKinds(_ kind: Kind) -> [DeviceFault.Kind] {
        let all: [DeviceFault.Kind] = [.stall, .mute, .timeExtension, .badChecksum, .drop, .late, .unplug, .garbage]
        return kind == .t1 ? all + [.waitingTime] : all
    }

    /// What the customer at the PIN pad does.
    public enum Customer: Hashable, Sendable {
        /// Enters these digits.
        case enters(String)
        /// Presses the red key.
        case cancels
        /// Walks away.
        case leaves
    }

    /// What the reader exchanges.
    public var kind: Kind
    /// The number of slots.
    public var slotCount = 1
    /// How many slots may be busy at once.
    public var busySlots: UInt8 = 1
    /// Whether there is an interrupt endpoint.
    public var hasInterrupt = true
    /// Whether there is a PIN pad, and who stands at it.
    public var customer: Customer?
    /// The longest message.
    public var maximumMessage: UInt32 = 271
    /// The largest information field that the reader takes (T=1).
    public var maximumFieldSize: UInt32 = 254
    /// The highest speed in bit/s.
    public var maximumDataRate: UInt32 = 115_200
    /// Bits of `dwFeatures` beside the level: clock and speed by themselves unless said otherwise.
    public var features: UInt32 = 0x30
    /// The card's answer to reset.
    public var atr: [UInt8]
    /// Whether the card is in at first.
    public var hasCard = true
    /// Whether a message that fills its last packet is followed by an empty one.
    public var sendsEmptyPackets = false
    /// Whether the reader refuses to abort over the control pipe.
    public var refusesAbort = false
    /// What goes wrong; of the kinds that `faultKinds` tells.
    ///
    /// Messages are counted that go to a card: blocks, also those of the block protocol and of the negotiation, and PIN
    /// entries.
    public var faults: [DeviceFault] = []
    /// The maker's number, of a range for tests.
    public var vendorID: UInt16 = 0x1209
    /// The model's number.
    public var productID: UInt16 = 0x0001
    /// The model's version, in binary-coded decimals.
    public var deviceVersion: UInt16 = 0x0100
    /// The class of the interface.
    public var interfaceClass: UInt8 = 0x0B

    /// The usual reader of a kind.
    public init(_ kind: Kind) {
        self.kind = kind
        switch kind {
        case .short, .t0: atr = [0x3B, 0x60, 0x00, 0x00]
        case .extended, .t1: atr = [0x3B, 0x80, 0x01, 0x81]
        }
    }

    /// `dwFeatures` as a whole.
    var allFeatures: UInt32 {
        switch kind {
        case .short: features | 0x2_008A
        case .extended: features | 0x4_008A
        case .t0, .t1: features | 0x1_0000
        }
    }
}
