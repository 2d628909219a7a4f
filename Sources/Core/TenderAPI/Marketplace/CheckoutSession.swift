public import TenderModel

/// A page on which a customer pays once.
public struct CheckoutSession: Hashable, Sendable, Codable, Identifiable {
    /// Whether the page can still be used.
    public enum Status: OpenEnum {
        /// `open`.
        case open
        /// `complete`: the customer is done; the money may still be on its way.
        case complete
        /// `expired`.
        case expired
        /// A value that this version cannot name.
        case unknown(String)

        /// The named cases.
        public static let known: [Status] = [.open, .complete, .expired]

        /// The API's string.
        public var rawValue: String {
            switch self {
            case .open: "open"
            case .complete: "complete"
            case .expired: "expired"
            case .unknown(let value): value
            }
        }
    }

    /// Whether it is paid.
    public enum PaymentStatus: OpenEnum {
        /// `paid`.
        case paid
        /// `unpaid`.
        case unpaid
        /// `no_payment_required`.
        case noPaymentRequired
        /// A value that this version cannot name.
        case unknown(String)

        /// The named cases.
        public static let known: [PaymentStatus] = [.paid, .unpaid, .noPaymentRequired]

        /// The API's string.
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
    /// Whether the page can still be used; nil where the API does not say.
    public var status: Status?
    /// Whether it is paid.
    public var paymentStatus: PaymentStatus
    /// The total to pay; nil when there is nothing to pay.
    public var amountTotal: Amount?
    /// The page's address; nil once it cannot be used.
    public var url: String?
    /// Where the page is shown; nil where the API does not say.
    public var uiMode: CheckoutUIMode?
    /// What opens the page inside the shop's own; nil for a hosted page.
    public var clientSecret: ClientSecret?
    /// The payment, once there is one.
    @ExpandableID public var paymentIntent: String?
    /// The payment link that opened the page.
    @ExpandableID public var paymentLink: String?
    /// The caller's own reference.
    public var clientReferenceID: String?
    /// When it was created, in seconds since 1970.
    public var created: Int64
    /// When it expires, in seconds since 1970.
    public var expiresAt: Int64?
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]

    private var currency: CheckedCurrency?

    /// Creates a session; what is not given is unknown or absent.
    public init(
        id: String, status: Status?, paymentStatus: PaymentStatus, amountTotal: Amount? = nil, url: String? = nil,
        paymentIntent: String? = nil, paymentLink: String? = nil, clientReferenceID: String? = nil,
        created: Int64 = 0, expiresAt: Int64? = nil, metadata: [String: String] = [:],
        uiMode: CheckoutUIMode? = nil, clientSecret: ClientSecret? = nil
    ) {
        self.id = id
        self.status = status
        self.paymentStatus = paymentStatus
        self.amountTotal = amountTotal
        self.url = url
        self.uiMode = uiMode
        self.clientSecret = clientSecret
        self.paymentIntent = paymentIntent
        self.paymentLink = paymentLink
        self.clientReferenceID = clientReferenceID
        self.created = created
        self.expiresAt = expiresAt
        self.metadata = metadata
    }

    /// Whether nothing is left to pay.
    public var isPaid: Bool { paymentStatus == .paid || paymentStatus == .noPaymentRequired }

    private enum CodingKeys: String, MoneyKey {
        case id, status, currency, url, created, metadata
        case uiMode = "ui_mode"
        case clientSecret = "client_secret"
        case paymentStatus = "payment_status"
        case amountTotal = "amount_total"
        case paymentIntent = "payment_intent"
        case paymentLink = "payment_link"
        case clientReferenceID = "client_reference_id"
        case expiresAt = "expires_at"
    }
}
