public import TenderModel

/// The details of a card on a receipt: never an expiry date, never more of the number than its last four digits.
///
/// Both hold for decoded values too, since the rules apply wherever a value is created.
public struct ReceiptCard: Hashable, Sendable, Codable {
    /// How the card was read.
    public enum Entry: String, Hashable, Sendable, Codable, CaseIterable {
        /// The chip's contacts.
        case chip
        /// Contactless.
        case contactless
        /// The magnetic stripe.
        case swipe
        /// Typed in.
        case keyed
    }

    /// How the cardholder was verified.
    public enum Verification: String, Hashable, Sendable, Codable, CaseIterable {
        /// By PIN.
        case pin
        /// By PIN and signature.
        case pinAndSignature
        /// On the cardholder's own device.
        case device
        /// By signature.
        case signature
        /// Not requested.
        case none
        /// Attempted, and failed.
        case failed

        /// Whether the cardholder signs.
        public var needsSignature: Bool { self == .signature || self == .pinAndSignature }
    }

    /// The scheme.
    public let brand: CardBrand?
    /// The last four digits, or fewer.
    public let last4: String?
    /// How the card was read; `nil` when unknown.
    public let entry: Entry?
    /// The name of the chip application.
    public let applicationName: String?
    /// The application's AID in hex.
    public let aid: String?
    /// The issuer's approval code.
    public let authorizationCode: String?
    /// How the cardholder was verified; `nil` when unknown.
    public let verification: Verification?
    /// The chip data that some acquirers want printed, in hex; empty unless asked for.
    public let chipData: [ChipDatum]

    /// One value of the chip data.
    public struct ChipDatum: Hashable, Sendable, Codable {
        /// The short name, such as `TVR`.
        public let name: String
        /// The value in hex, or the two letters of a response code.
        public let value: String

        /// Creates a chip value.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Creates the printable part of a card's details.
    ///
    /// - Parameters:
    ///   - details: The details from the reader and the gateway.
    ///   - showsChipData: Whether TVR, TSI, cryptogram and response code are printed, as the acquirer decides.
    public init(_ details: CardDetails, showsChipData: Bool = false) {
        let receipt = details.receipt
        self.init(
            brand: details.brand, last4: details.last4, entry: details.readMethod.flatMap(Self.entry),
            applicationName: receipt?.applicationPreferredName, aid: receipt?.dedicatedFileName,
            authorizationCode: receipt?.authorizationCode,
            verification: receipt?.cardholderVerificationMethod.flatMap(Self.verification),
            chipData: showsChipData ? Self.chipData(receipt) : [])
    }

    /// Creates a card; values that are not given are not printed.
    public init(
        brand: CardBrand? = nil, last4: String? = nil, entry: Entry? = nil, applicationName: String? = nil,
        aid: String? = nil, authorizationCode: String? = nil, verification: Verification? = nil,
        chipData: [ChipDatum] = []
    ) {
        self.brand = brand.map { CardBrand(rawValue: CardNumbers.masked($0.rawValue)) }
        self.last4 = last4.flatMap(Self.lastFour)
        self.entry = entry
        self.applicationName = applicationName.map(CardNumbers.masked)
        self.aid = aid.flatMap(Self.hex)
        self.authorizationCode = authorizationCode.map(CardNumbers.masked)
        self.verification = verification
        self.chipData = chipData.map {
            ChipDatum(name: String($0.name.prefix(4)), value: CardNumbers.masked(String($0.value.prefix(64))))
        }
    }

    /// Decodes a card, and applies the same rules.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            brand: try container.decodeIfPresent(CardBrand.self, forKey: .brand),
            last4: try container.decodeIfPresent(String.self, forKey: .last4),
            entry: try container.decodeIfPresent(Entry.self, forKey: .entry),
            applicationName: try container.decodeIfPresent(String.self, forKey: .applicationName),
            aid: try container.decodeIfPresent(String.self, forKey: .aid),
            authorizationCode: try container.decodeIfPresent(String.self, forKey: .authorizationCode),
            verification: try container.decodeIfPresent(Verification.self, forKey: .verification),
            chipData: try container.decodeIfPresent([ChipDatum].self, forKey: .chipData) ?? [])
    }

    /// The card without the data that comes with an approval.
    var withoutApproval: ReceiptCard {
        ReceiptCard(
            brand: brand, last4: last4, entry: entry, applicationName: applicationName, aid: aid, chipData: chipData)
    }

    /// The card without a verification, which a refund does not have.
    var withoutVerification: ReceiptCard {
        ReceiptCard(
            brand: brand, last4: last4, entry: entry, applicationName: applicationName, aid: aid,
            authorizationCode: authorizationCode, chipData: chipData)
    }

    private static func lastFour(_ text: String) -> String? {
        let digits = text.filter { $0.isASCII && $0.isNumber }.suffix(4)
        return digits.isEmpty ? nil : String(digits)
    }

    /// Returns an AID of 5 to 16 bytes (ISO/IEC 7816-4) in hex; `nil` for anything else.
    private static func hex(_ text: String) -> String? {
        let isHex = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0 & 0xDF) }
        guard isHex, (10...32).contains(text.utf8.count), CardNumbers.masked(text) == text else { return nil }
        return text.uppercased()
    }

    private static func entry(_ method: ReadMethod) -> Entry? {
        switch method {
        case .contactEmv: .chip
        case .contactlessEmv, .contactlessMagstripeMode: .contactless
        case .magneticStripeFallback, .magneticStripeTrack2: .swipe
        case .unknown: nil
        }
    }

    /// Maps the API's name of a verification method.
    private static func verification(_ name: String) -> Verification? {
        switch name {
        case "online_pin", "offline_pin": .pin
        case "offline_pin_and_signature": .pinAndSignature
        case "approval": .device
        case "signature": .signature
        case "none": Verification.none
        case "failure": .failed
        default: nil
        }
    }

    private static func chipData(_ receipt: ReceiptDetails?) -> [ChipDatum] {
        [
            ("AC", receipt?.typedCryptogram), ("TVR", receipt?.terminalVerificationResults),
            ("TSI", receipt?.transactionStatusInformation), ("ARC", receipt?.authorizationResponseCode),
        ].compactMap { name, value in value.map { ChipDatum(name: name, value: $0) } }
    }
}
