/// What may be known and shown of a card that was presented: never its number.
public struct CardDetails: Hashable, Sendable, Codable {
    /// The scheme.
    public var brand: CardBrand?
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
    /// The network that carried the authorization.
    public var network: String?
    /// How the card was read.
    public var readMethod: ReadMethod?
    /// The data of the receipt.
    public var receipt: ReceiptDetails?
    /// When an uncaptured hold lapses, seconds since 1970.
    public var captureBefore: Int64?
    /// What the issuer approved, in the gateway's units.
    public var amountAuthorized: Int64?
    /// Whether more than the approved amount may be captured.
    public var overcaptureSupported: Bool?
    /// Whether the hold may be raised.
    public var incrementalAuthorizationSupported: Bool?
    /// The same for every copy of one card within an account.
    public var fingerprint: String?
    /// The rarer details.
    @Boxed var particulars: Particulars? = nil

    /// Makes the details; whatever is not given is unknown.
    public init(
        brand: CardBrand? = nil, last4: String? = nil, expMonth: Int? = nil, expYear: Int? = nil,
        funding: CardFunding? = nil, country: String? = nil, network: String? = nil, readMethod: ReadMethod? = nil,
        receipt: ReceiptDetails? = nil, captureBefore: Int64? = nil, amountAuthorized: Int64? = nil,
        overcaptureSupported: Bool? = nil, incrementalAuthorizationSupported: Bool? = nil,
        fingerprint: String? = nil
    ) {
        self.brand = brand
        self.last4 = last4
        self.expMonth = expMonth
        self.expYear = expYear
        self.funding = funding
        self.country = country
        self.network = network
        self.readMethod = readMethod
        self.receipt = receipt
        self.captureBefore = captureBefore
        self.amountAuthorized = amountAuthorized
        self.overcaptureSupported = overcaptureSupported
        self.incrementalAuthorizationSupported = incrementalAuthorizationSupported
        self.fingerprint = fingerprint
    }
}
