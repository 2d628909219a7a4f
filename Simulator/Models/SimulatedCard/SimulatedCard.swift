public import TenderBytes
public import TenderModel

/// A card that a simulated reader presents: one of the payments API's public test cards.
///
/// The number is public and worthless; it is handled as a secret all the same, so that the simulators take the code
/// paths of real cards.
public struct SimulatedCard: Sendable {
    /// The name, such as `chargeDeclined`.
    public let name: String
    /// The card number: 14 to 16 ASCII digits.
    public let number: SecretBytes
    /// The last four digits of the number.
    public let last4: String
    /// The scheme.
    public let brand: CardBrand
    /// The funding: credit, debit or prepaid.
    public let funding: CardFunding
    /// The issuer's country, two letters.
    public let country: String
    /// The month of expiry, 1 to 12.
    public let expMonth: Int
    /// The year of expiry, four digits.
    public let expYear: Int
    /// The card's kind of payment method.
    public let paymentMethodType: PaymentMethodType
    /// The applications on the chip, the preferred one first; several on a co-badged card.
    public let applications: [CardApplication]
    /// How the cardholder is verified when the chip is read.
    public let verification: CardholderVerification
    /// Whether a tap is refused because the issuer demands the chip and a PIN ("strong customer authentication").
    public let contactlessIsRefused: Bool
    /// The issuer's behavior.
    public let issuer: IssuerRules

    init(
        _ name: String, number: String, _ brand: CardBrand, _ funding: CardFunding, country: String = "US",
        type: PaymentMethodType = .cardPresent, applications: [CardApplication],
        verification: CardholderVerification = .none, contactlessIsRefused: Bool = false,
        issuer: IssuerRules = IssuerRules()
    ) {
        self.name = name
        self.number = SecretBytes(utf8: number)
        last4 = String(number.suffix(4))
        self.brand = brand
        self.funding = funding
        self.country = country
        expMonth = 12
        expYear = 2034
        paymentMethodType = type
        self.applications = applications
        self.verification = verification
        self.contactlessIsRefused = contactlessIsRefused
        self.issuer = issuer
    }
}

extension SimulatedCard: Hashable {
    /// Compares names, which are unique.
    public static func == (left: SimulatedCard, right: SimulatedCard) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension SimulatedCard: CustomStringConvertible, CustomReflectable {
    /// The name.
    public var description: String { name }

    /// A mirror that shows the name.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension SimulatedCard: Codable {
    /// Decodes a name; throws `DecodingError` for an unknown one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        do throws(SimulatedCardError) {
            self = try SimulatedCard.named(name)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    /// Encodes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
