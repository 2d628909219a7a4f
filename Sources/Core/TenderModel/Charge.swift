/// One authorization of a PaymentIntent, approved or not.
public struct Charge: Hashable, Sendable, Codable, Identifiable {
    /// How a charge was paid.
    public struct Details: Hashable, Sendable, Codable {
        /// The payment method's type, such as `card_present`.
        public var type: PaymentMethodType
        /// The card, when `type` is `card_present`.
        public var cardPresent: CardDetails?
        /// The card, when `type` is `interac_present`.
        public var interacPresent: CardDetails?

        /// Creates details; the card belongs to the member named like `type`.
        public init(type: PaymentMethodType, cardPresent: CardDetails? = nil, interacPresent: CardDetails? = nil) {
            self.type = type
            self.cardPresent = cardPresent
            self.interacPresent = interacPresent
        }

        enum CodingKeys: String, CodingKey {
            case type
            case cardPresent = "card_present"
            case interacPresent = "interac_present"
        }
    }

    /// The id, `ch_…`.
    public var id: String
    /// The amount authorized.
    public var amount: Amount
    /// The amount captured.
    public var amountCaptured: Amount
    /// The amount refunded.
    public var amountRefunded: Amount
    /// Whether it was captured.
    public var captured: Bool
    /// Whether it was refunded in full.
    public var refunded: Bool
    /// Whether it succeeded, failed or is pending.
    public var status: ChargeStatus
    /// The issuer's approval code.
    public var authorizationCode: String?
    /// The error code of a failed charge.
    public var failureCode: String?
    /// The message of a failed charge.
    public var failureMessage: String?
    /// How it was paid.
    public var paymentMethodDetails: Details?

    private var currency = SharedCurrency()

    /// Creates a charge; its amounts are in one currency.
    public init(
        id: String, amount: Amount, amountCaptured: Amount, amountRefunded: Amount, captured: Bool, refunded: Bool,
        status: ChargeStatus, authorizationCode: String? = nil, failureCode: String? = nil,
        failureMessage: String? = nil, paymentMethodDetails: Details? = nil
    ) {
        self.id = id
        self.amount = amount
        self.amountCaptured = amountCaptured
        self.amountRefunded = amountRefunded
        self.captured = captured
        self.refunded = refunded
        self.status = status
        self.authorizationCode = authorizationCode
        self.failureCode = failureCode
        self.failureMessage = failureMessage
        self.paymentMethodDetails = paymentMethodDetails
    }

    /// The card, whichever member holds it.
    public var card: CardDetails? { paymentMethodDetails?.cardPresent ?? paymentMethodDetails?.interacPresent }

    private enum CodingKeys: String, MoneyKey {
        case id, amount, captured, refunded, status, currency
        case amountCaptured = "amount_captured"
        case amountRefunded = "amount_refunded"
        case authorizationCode = "authorization_code"
        case failureCode = "failure_code"
        case failureMessage = "failure_message"
        case paymentMethodDetails = "payment_method_details"
    }
}
