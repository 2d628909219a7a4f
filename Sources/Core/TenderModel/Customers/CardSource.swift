/// A card that was saved in the payments API's older way, as a source of a customer.
public struct CardSource: Hashable, Sendable, Codable, Identifiable {
    /// The id, `card_…`; other kinds of source have other prefixes.
    public var id: String
    /// The kind: `card` for a card.
    public var object: String
    /// The scheme as a name for people, such as `American Express`.
    public var brand: String?
    /// The last four digits.
    public var last4: String?
    /// The month of expiry, 1 to 12.
    public var expMonth: Int?
    /// The year of expiry, four digits.
    public var expYear: Int?
    /// Credit, debit or prepaid.
    public var funding: CardFunding?
    /// The issuer's country, two letters.
    public var country: String?
    /// The same for every saved copy of one card.
    public var fingerprint: String?
    /// The cardholder.
    public var name: String?

    /// Makes a source; whatever is not given is unknown.
    public init(
        id: String, object: String = "card", brand: String? = nil, last4: String? = nil, expMonth: Int? = nil,
        expYear: Int? = nil, funding: CardFunding? = nil, country: String? = nil, fingerprint: String? = nil,
        name: String? = nil
    ) {
        self.id = id
        self.object = object
        self.brand = brand
        self.last4 = last4
        self.expMonth = expMonth
        self.expYear = expYear
        self.funding = funding
        self.country = country
        self.fingerprint = fingerprint
        self.name = name
    }

    /// The source as a payment method, which may be named wherever one is asked for; nil for what is no card.
    public var paymentMethod: PaymentMethod? {
        guard object == "card" else { return nil }
        let card = CardDetails(
            brand: brand.map { CardBrand(sourceName: $0) }, last4: last4, expMonth: expMonth, expYear: expYear,
            funding: funding, country: country, fingerprint: fingerprint
        )
        return PaymentMethod(
            id: id, type: .card, cardNotPresent: card, billingDetails: name.map { BillingDetails(name: $0) }
        )
    }

    enum CodingKeys: String, CodingKey {
        case id, object, brand, last4, funding, country, fingerprint, name
        case expMonth = "exp_month"
        case expYear = "exp_year"
    }
}

extension CardBrand {
    /// Finds a scheme by the name that sources have for it; Source: the card object of the API's public reference.
    init(sourceName name: String) {
        self =
            switch name {
            case "American Express": .amex
            case "Diners Club": .diners
            case "UnionPay": .unionpay
            case "Eftpos Australia": .eftposAu
            case "Cartes Bancaires": .cartesBancaires
            default: CardBrand(rawValue: name.lowercased())
            }
    }
}
