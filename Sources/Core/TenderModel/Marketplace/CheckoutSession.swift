/// A page on which somebody pays once.
public struct CheckoutSession: Hashable, Sendable, Codable, Identifiable {
    /// Whether the page can still be used.
    public enum Status: OpenEnum {
        /// `open`.
        case open
        /// `complete`: the customer is through; the money may still be on its way.
        case complete
        /// `expired`.
        case expired
        /// A value that this version has no name for.
        case unknown(String)

        /// The cases with a name.
        public static let known: [Status] = [.open, .complete, .expired]

        /// The string of the API.
        public var rawValue: String {
            switch self {
            case .open: "open"
            case .complete: "complete"
            case .expired: "expired"
            case .unknown(let value): value
            }
        }
    }

    /// Whether the money is there.
    public enum PaymentStatus: OpenEnum {
        /// `paid`.
        case paid
        /// `unpaid`.
        case unpaid
        /// `no_payment_required`.
        case noPaymentRequired
        /// A value that this version has no name for.
        case unknown(String)

        /// The cases with a name.
        public static let known: [PaymentStatus] = [.paid, .unpaid, .noPaymentRequired]

        /// The string of the API.
        public var rawValue: String {
            switch self {
            case .paid: "paid"
            case .unpaid: "unpaid"
            case .noPaymentRequired: "no_payment_required"
            case .unknown(let value): value
            }
        }
    }

    /// The id, `cs_…`.
    public var id: String
    /// Whether the page can still be used; nil where the API does not tell.
    public var status: Status?
    /// Whether the money is there.
    public var paymentStatus: PaymentStatus
    /// What is to be paid; nil where there is nothing to pay.
    public var amountTotal: Amount?
    /// Where the page is; nil once it cannot be used.
    public var url: String?
    /// The payment, once there is one.
    public var paymentIntent: String?
    /// The link that the page was opened by.
    public var paymentLink: String?
    /// The caller's own name for it.
    public var clientReferenceID: String?
    /// When it was made, seconds since 1970.
    public var created: Int64
    /// Until when it can be paid, seconds since 1970.
    public var expiresAt: Int64?
    /// The caller's own keys and values.
    public var metadata: [String: String]

    /// Makes a session.
    public init(
        id: String, status: Status?, paymentStatus: PaymentStatus, amountTotal: Amount? = nil, url: String? = nil,
        paymentIntent: String? = nil, paymentLink: String? = nil, clientReferenceID: String? = nil,
        created: Int64 = 0, expiresAt: Int64? = nil, metadata: [String: String] = [:]
    ) {
        self.id = id
        self.status = status
        self.paymentStatus = paymentStatus
        self.amountTotal = amountTotal
        self.url = url
        self.paymentIntent = paymentIntent
        self.paymentLink = paymentLink
        self.clientReferenceID = clientReferenceID
        self.created = created
        self.expiresAt = expiresAt
        self.metadata = metadata
    }

    /// Whether nothing is left to be paid.
    public var isPaid: Bool { paymentStatus == .paid || paymentStatus == .noPaymentRequired }

    private enum CodingKeys: String, CodingKey {
        case id, status, currency, url, created, metadata
        case paymentStatus = "payment_status"
        case amountTotal = "amount_total"
        case paymentIntent = "payment_intent"
        case paymentLink = "payment_link"
        case clientReferenceID = "client_reference_id"
        case expiresAt = "expires_at"
    }

    /// Reads the API's object; throws `DecodingError` for a missing or impossible field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        status = try container.decodeIfPresent(Status.self, forKey: .status)
        paymentStatus = try container.decode(PaymentStatus.self, forKey: .paymentStatus)
        if let currency = try container.decodeIfPresent(Currency.self, forKey: .currency) {
            amountTotal = try container.decodeAmountIfPresent(forKey: .amountTotal, currency)
        }
        url = try container.decodeIfPresent(String.self, forKey: .url)
        paymentIntent = try container.decodeIDIfPresent(forKey: .paymentIntent)
        paymentLink = try container.decodeIDIfPresent(forKey: .paymentLink)
        clientReferenceID = try container.decodeIfPresent(String.self, forKey: .clientReferenceID)
        created = try container.decode(Int64.self, forKey: .created)
        expiresAt = try container.decodeIfPresent(Int64.self, forKey: .expiresAt)
        metadata = try container.decodeIfPresent([String: String].self, forKey: .metadata) ?? [:]
    }

    /// Writes the API's object; absent values are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(status, forKey: .status)
        try container.encode(paymentStatus, forKey: .paymentStatus)
        try container.encodeIfPresent(amountTotal?.currency, forKey: .currency)
        try container.encodeAmount(amountTotal, forKey: .amountTotal)
        try container.encodeIfPresent(url, forKey: .url)
        try container.encodeIfPresent(paymentIntent, forKey: .paymentIntent)
        try container.encodeIfPresent(paymentLink, forKey: .paymentLink)
        try container.encodeIfPresent(clientReferenceID, forKey: .clientReferenceID)
        try container.encode(created, forKey: .created)
        try container.encodeIfPresent(expiresAt, forKey: .expiresAt)
        try container.encode(metadata, forKey: .metadata)
    }
}
