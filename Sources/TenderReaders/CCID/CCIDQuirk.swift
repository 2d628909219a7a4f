/// What is known to be different with some readers.
public struct CCIDQuirk: Hashable, Sendable {
    /// The maker's number.
    public var vendorID: UInt16
    /// The models' numbers.
    public var productIDs: [UInt16]
    /// The class is FF, although they speak CCID.
    public var hasVendorClass = false
    /// Versions below this one do not work well enough.
    public var minimumVersion: UInt16?
    /// How long the first answer may take.
    public var firstAnswer: Duration?
    /// The least time for any answer.
    public var leastTimeout: Duration?
    /// How much longer the card may take, for what it computes.
    public var additionalTime: Duration?
    /// The card must be switched off before it is switched on.
    public var powersOffFirst = false
    /// The largest information field, whatever the descriptor says.
    public var maximumFieldSize: UInt32?
    /// The highest speed in bit/s, whatever the descriptor says.
    public var maximumDataRate: UInt32?
    /// It takes no speeds beside the default.
    public var negotiatesNothing = false
    /// It may fail to set parameters that the card uses all the same.
    public var parametersMayFail = false
    /// It may begin in a mode that refuses cards outside EMV; an escape changes that.
    public var hasEMVMode = false
    /// The only condition that ends a PIN entry.
    public var pinCondition: UInt8?
    /// The only number of messages for a PIN entry.
    public var pinMessageCount: UInt8?
    /// All three message numbers follow, however many messages there are.
    public var pinHasAllMessages = false

    init(_ vendorID: UInt16, _ productIDs: [UInt16], _ change: (inout CCIDQuirk) -> Void) {
        self.vendorID = vendorID
        self.productIDs = productIDs
        change(&self)
    }

    /// All that is known.
    public static let table: [CCIDQuirk] = [
        // Class FF: SPR532, SCR331-DI, Cherry ST-2000.
        CCIDQuirk(0x04E6, [0xE003]) {
            $0.hasVendorClass = true
            $0.minimumVersion = 0x0510
            $0.pinMessageCount = 0
            $0.pinHasAllMessages = true
        },
        CCIDQuirk(0x04E6, [0x5111]) {
            $0.hasVendorClass = true
            $0.minimumVersion = 0x0620
        },
        CCIDQuirk(0x046A, [0x003E]) {
            $0.hasVendorClass = true
            $0.pinMessageCount = 0
            $0.pinHasAllMessages = true
        },
        CCIDQuirk(0x04E6, [0xE001]) { $0.minimumVersion = 0x0516 },
        CCIDQuirk(0x04E6, [0x5293, 0x5790, 0x5791, 0x5724]) { $0.firstAnswer = .milliseconds(3350) },
        CCIDQuirk(0x0D46, [0x3001, 0x3002]) { $0.minimumVersion = 0x0037 },
        CCIDQuirk(0x0D46, [0x301D]) { $0.powersOffFirst = true },
        CCIDQuirk(0x072F, [0x2200]) {
            $0.minimumVersion = 0x0206
            $0.firstAnswer = .seconds(4)
        },
        CCIDQuirk(0x09D8, [0x0427, 0x0428]) { $0.firstAnswer = .seconds(4) },
        CCIDQuirk(0x0B81, [0x0200]) {
            $0.firstAnswer = .seconds(60)
            $0.leastTimeout = .seconds(60)
        },
        CCIDQuirk(0x09BE, [0x0002]) { $0.maximumFieldSize = 254 },
        CCIDQuirk(0x0B97, [0x7762, 0x7772]) {
            $0.maximumDataRate = 9600
            $0.negotiatesNothing = true
        },
        CCIDQuirk(0x058F, [0x9540]) {
            $0.maximumDataRate = 200_000
            $0.parametersMayFail = true
        },
        // Keys are made on the card for minutes.
        CCIDQuirk(0x08E6, [0x34D2]) { $0.additionalTime = .seconds(300) },
        // GemPC433 SL and Cherry XX33 keyboards.
        CCIDQuirk(0x08E6, [0x4433]) { $0.hasEMVMode = true },
        CCIDQuirk(0x046A, [0x0005]) { $0.hasEMVMode = true },
        // GemPC Pinpad, Cherry XX44 keyboards.
        CCIDQuirk(0x08E6, [0x3478]) {
            $0.pinMessageCount = 1
            $0.pinCondition = 2
        },
        CCIDQuirk(0x046A, [0x0010]) { $0.pinCondition = 2 },
    ]

    /// What is known of a model; nil when nothing is.
    public static func of(vendorID: UInt16, productID: UInt16) -> CCIDQuirk? {
        table.first { $0.vendorID == vendorID && $0.productIDs.contains(productID) }
    }
}
