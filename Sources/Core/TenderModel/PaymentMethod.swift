/// The part of the API's payment method that a till needs.
public struct PaymentMethod: Hashable, Sendable, Codable, Identifiable {
    /// The id, `pm_…`; `card_…` for a legacy source.
    public var id: String
    /// The type, such as `card_present`.
    public var type: PaymentMethodType
    /// The card, when `type` is `card`: typed in or saved, not presented.
    @Boxed public var cardNotPresent: CardDetails?
    /// The card, when `type` is `card_present`.
    @Boxed public var cardPresent: CardDetails?
    /// The card, when `type` is `interac_present`.
    @Boxed public var interacPresent: CardDetails?
    /// Whether it may be shown to its customer again.
    public var allowRedisplay: AllowRedisplay?
    /// The owner's name and addresses.
    @Boxed public var billingDetails: BillingDetails?
    /// When it was created, in seconds since 1970.
    public var created: Int64?
    /// The id of the customer who saved it.
    @ExpandableID public var customer: String?
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]

    /// Creates a payment method; the card belongs to the member named like `type`.
    public init(
        id: String, type: PaymentMethodType, cardNotPresent: CardDetails? = nil, cardPresent: CardDetails? = nil,
        interacPresent: CardDetails? = nil, allowRedisplay: AllowRedisplay? = nil,
        billingDetails: BillingDetails? = nil, created: Int64? = nil, customer: String? = nil,
        metadata: [String: String] = [:]
    ) {
        self.id = id
        self.type = type
        self.cardNotPresent = cardNotPresent
        self.cardPresent = cardPresent
        self.interacPresent = interacPresent
        self.allowRedisplay = allowRedisplay
        self.billingDetails = billingDetails
        self.created = created
        self.customer = customer
        self.metadata = metadata
    }

    /// The card, whichever member holds it.
    public var card: CardDetails? { cardNotPresent ?? cardPresent ?? interacPresent }

    private enum CodingKeys: String, SparseKey {
        case id, type, created, customer, metadata
        case allowRedisplay = "allow_redisplay"
        case billingDetails = "billing_details"
        case cardNotPresent = "card"
        case cardPresent = "card_present"
        case interacPresent = "interac_present"
    }
}
