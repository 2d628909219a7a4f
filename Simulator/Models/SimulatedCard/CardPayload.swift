public import TenderBytes
public import TenderModel

/// The card data that a simulated reader encrypts for the gateway, and that the gateway finds in the payload.
///
/// `docs/gateway-extension.md` describes the layout and the encryption; `CardPayload+Layout.swift` and
/// `CardPayload+Encryption.swift` implement them. The type is neither `Codable` nor printable.
public struct CardPayload: Sendable {
    /// How the card was read; a method with a name.
    public var readMethod: ReadMethod
    /// The card number: 12 to 19 ASCII digits.
    public var number: SecretBytes
    /// The month of expiry, 1 to 12.
    public var expMonth: Int
    /// The year of expiry, 2000 to 2099.
    public var expYear: Int
    /// How the cardholder was verified.
    public var verification: CardholderVerification
    /// The amount that the card was shown; not negative.
    public var amount: Amount
    /// The data objects of a chip whose cryptogram is to be checked; `nil` for a card that made none.
    public private(set) var chip: SecretBytes?

    /// Creates a read; limits are checked when it is sealed.
    public init(
        readMethod: ReadMethod, number: SecretBytes, expMonth: Int, expYear: Int,
        verification: CardholderVerification, amount: Amount
    ) {
        self.readMethod = readMethod
        self.number = number
        self.expMonth = expMonth
        self.expYear = expYear
        self.verification = verification
        self.amount = amount
    }

    /// Creates a read of a chip from its data objects.
    ///
    /// - Throws: `CardPayloadError.invalidContent` for data that are not those of a payment of the amount.
    public init(chip objects: SecretBytes, amount: Amount) throws(CardPayloadError) {
        let values = try ChipObjects(objects)
        let expiry = try values.expiry
        guard try values.amount == amount.minorUnits else { throw .invalidContent(.amount) }
        guard try values.currency == amount.currency.number else { throw .invalidContent(.currency) }
        self.init(
            readMethod: .contactEmv, number: try values.number, expMonth: expiry.month, expYear: expiry.year,
            verification: values.verification, amount: amount)
        chip = objects
    }

    /// Creates a read of a simulated card.
    public init(
        card: SimulatedCard, readMethod: ReadMethod, verification: CardholderVerification, amount: Amount
    ) {
        self.init(
            readMethod: readMethod, number: card.number, expMonth: card.expMonth, expYear: card.expYear,
            verification: verification, amount: amount
        )
    }
}

extension CardPayload: Equatable {}

extension CardPayload: CustomStringConvertible, CustomReflectable {
    /// The name of the type, and nothing about the card.
    public var description: String { "CardPayload" }

    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
