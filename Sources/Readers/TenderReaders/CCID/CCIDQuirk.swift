/// The known peculiarities of a reader model.
public struct CCIDQuirk: Hashable, Sendable {
    /// The vendor ID.
    public var vendorID: UInt16
    /// The product IDs.
    public var productIDs: [UInt16]
    /// Whether the class is FF although the reader speaks CCID.
    public var hasVendorClass = false
    /// Whether its functional descriptor is wrong, or it speaks something else: the CCID project excludes the model.
    public var isDisabled = false
    /// The first version that works well enough.
    public var minimumVersion: UInt16?
    /// The time limit for the first answer.
    public var firstAnswer: Duration?
    /// The minimum time limit for any answer.
    public var leastTimeout: Duration?
    /// The additional time that the card may take for its computations.
    public var additionalTime: Duration?
    /// Whether the card must be powered off before it is powered on.
    public var powersOffFirst = false
    /// The level of exchange, overriding the descriptor.
    public var level: CCIDPlan.Level?
    /// The only version to which `level` applies, and only instead of short APDUs; `nil` for all.
    public var levelVersion: UInt16?
    /// The reason not to enter a PIN at its pad, overriding the descriptor.
    public var refusedPIN: RefusedPIN?
    /// Whether it speaks T=0 and T=1, overriding the descriptor.
    public var speaksBothProtocols = false
    /// The versions that fail if an information field size is announced to them.
    public var quietVersions: [UInt16] = []
    /// The maximum size of an information field, overriding the descriptor.
    public var maximumFieldSize: UInt32?
    /// The maximum speed in bit/s, overriding the descriptor.
    public var maximumDataRate: UInt32?
    /// Whether it supports no speed but the default.
    public var negotiatesNothing = false
    /// Whether it may fail to set parameters that the card uses all the same.
    public var parametersMayFail = false
    /// Whether it may start in a mode that refuses cards outside EMV, which an escape changes.
    public var hasEMVMode = false
    /// The only supported condition for ending a PIN entry.
    public var pinCondition: UInt8?
    /// The only supported number of messages for a PIN entry.
    public var pinMessageCount: UInt8?
    /// Whether all three message numbers follow, however many messages there are.
    public var pinHasAllMessages = false

    /// The reason not to enter a PIN at a pad.
    public enum RefusedPIN: Hashable, Sendable {
        /// The PIN also goes to the host.
        case isToldToHost
        /// There is no pad.
        case isAbsent

        /// A human-readable sentence.
        public var sentence: String {
            switch self {
            case .isToldToHost:
                "The model passes a PIN entered on its pad to the computer: no PIN is entered there."
            case .isAbsent: "The model claims a PIN pad that it does not have."
            }
        }
    }

    init(_ vendorID: UInt16, _ productIDs: [UInt16], _ change: (inout CCIDQuirk) -> Void) {
        self.vendorID = vendorID
        self.productIDs = productIDs
        change(&self)
    }

    /// All known quirks, one row per model.
    ///
    /// The facts are those of the CCID project (LudovicRousseau/CCID: src/ccid.c, src/ccid_usb.c,
    /// readers/supported_readers.txt); a test compares them with its dumps.
    public static let table: [CCIDQuirk] = [
        // With vendor-specific class: SPR532, SCR331-DI, Cherry ST-2000.
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
        // SCR3310-NTTCom, SCR331-DI-NTTCom, SDI010, SDI011.
        CCIDQuirk(0x04E6, [0x511A, 0x5120, 0x5121, 0x512B, 0x512C]) { $0.hasVendorClass = true },
        // SCL010.
        CCIDQuirk(0x04E6, [0x5291]) {
            $0.hasVendorClass = true
            $0.minimumVersion = 0x0112
        },
        // Dell keyboard, e-gate, CosmoCard.
        CCIDQuirk(0x413C, [0x2100]) { $0.hasVendorClass = true },
        CCIDQuirk(0x0973, [0x0003]) { $0.hasVendorClass = true },
        CCIDQuirk(0x1A74, [0x6354]) { $0.hasVendorClass = true },
        // Gem e-SealPro and Verisign tokens.
        CCIDQuirk(0x08E6, [0x2202, 0x1359, 0xACE0]) { $0.hasVendorClass = true },
        // OMNIKEY 5021 CL and 5321 CLi, cyberJack, SCL01x, CosmoCard, DE-ABCM6 and Dragon BT; then those of class 0B.
        CCIDQuirk(0x076B, [0x5340, 0x532A]) { $0.isDisabled = true },
        CCIDQuirk(0x0C4B, [0x0300, 0x0500]) { $0.isDisabled = true },
        CCIDQuirk(0x04E6, [0x5292]) { $0.isDisabled = true },
        CCIDQuirk(0x1A74, [0x6356]) { $0.isDisabled = true },
        CCIDQuirk(0x1DB2, [0x0600, 0x0604]) { $0.isDisabled = true },
        CCIDQuirk(0x03EB, [0x6120]) { $0.isDisabled = true },
        CCIDQuirk(0x0980, [0x902F]) { $0.isDisabled = true },
        CCIDQuirk(0x1A6F, [0x0104]) { $0.isDisabled = true },
        CCIDQuirk(0x08C3, [0x0406]) { $0.isDisabled = true },
        CCIDQuirk(0x0B8C, [0x000E]) { $0.isDisabled = true },
        CCIDQuirk(0x0483, [0x2010]) { $0.isDisabled = true },
        // HP keyboards, and Fujitsu's and Chicony's.
        CCIDQuirk(0x03F0, [0x1024]) { $0.refusedPIN = .isToldToHost },
        CCIDQuirk(0x03F0, [0x0036]) {
            $0.refusedPIN = .isToldToHost
            $0.minimumVersion = 0x0124
        },
        CCIDQuirk(0x0BF8, [0x1017]) { $0.refusedPIN = .isToldToHost },
        CCIDQuirk(0x04F2, [0x1469]) { $0.refusedPIN = .isToldToHost },
        // LTC31 v2, miniLector.
        CCIDQuirk(0x0783, [0x0006]) { $0.refusedPIN = .isAbsent },
        CCIDQuirk(0x25DD, [0x3111]) { $0.refusedPIN = .isAbsent },
        // OMNIKEY Aviator, 3x21 and 6121, Cherry XX44 of 2015, Fujitsu D323: short APDUs whose answers come in parts.
        CCIDQuirk(0x076B, [0x3A21, 0x3031, 0x6632]) {
            $0.level = .extendedAPDU
            $0.refusedPIN = .isAbsent
        },
        CCIDQuirk(0x046A, [0x00A7]) {
            $0.level = .extendedAPDU
            $0.refusedPIN = .isAbsent
        },
        CCIDQuirk(0x0BF8, [0x1024]) {
            $0.level = .extendedAPDU
            $0.refusedPIN = .isAbsent
        },
        // PN7362AU; the first KC 1000 SC.
        CCIDQuirk(0x2F7C, [0x6007]) { $0.level = .extendedAPDU },
        CCIDQuirk(0x046A, [0x00A1]) {
            $0.level = .extendedAPDU
            $0.levelVersion = 0x0100
        },
        // TriB@nk: extended APDUs that do not work.
        CCIDQuirk(0x0D46, [0x3010]) { $0.level = .shortAPDU },
        // eToken 5110 SC.
        CCIDQuirk(0x0529, [0x0620]) { $0.quietVersions = [0x0012, 0x0013] },
        CCIDQuirk(0x09C3, [0x0008]) { $0.minimumVersion = 0x0203 },
        CCIDQuirk(0x0DC3, [0x1004]) { $0.minimumVersion = 0x0502 },
        CCIDQuirk(0x0DC3, [0x1102]) { $0.minimumVersion = 0x0607 },
        CCIDQuirk(0x0DC3, [0x0900]) { $0.minimumVersion = 0x0200 },
        CCIDQuirk(0x058F, [0x9520]) { $0.minimumVersion = 0x0102 },
        CCIDQuirk(0x08C3, [0x0401, 0x0402]) { $0.minimumVersion = 0x5000 },
        CCIDQuirk(0x0B0C, [0x0050]) { $0.minimumVersion = 0x0101 },
        CCIDQuirk(0x062D, [0x0001]) { $0.minimumVersion = 0x0102 },
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
        // MySmartPad.
        CCIDQuirk(0x09BE, [0x0002]) {
            $0.hasVendorClass = true
            $0.speaksBothProtocols = true
            $0.maximumFieldSize = 254
        },
        CCIDQuirk(0x0B97, [0x7762, 0x7772]) {
            $0.maximumDataRate = 9600
            $0.negotiatesNothing = true
        },
        CCIDQuirk(0x058F, [0x9540]) {
            $0.maximumDataRate = 200_000
            $0.parametersMayFail = true
        },
        // Generating keys on the card takes minutes.
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

    /// Returns the level of exchange of a version whose descriptor is wrong; `nil` if the descriptor is right.
    func level(_ version: UInt16, insteadOf told: CCIDPlan.Level) -> CCIDPlan.Level? {
        guard let levelVersion else { return level }
        return version == levelVersion && told == .shortAPDU ? level : nil
    }

    /// Returns the quirk of a model; `nil` if there is none.
    public static func of(vendorID: UInt16, productID: UInt16) -> CCIDQuirk? {
        table.first { $0.vendorID == vendorID && $0.productIDs.contains(productID) }
    }
}
