/// One authorization of a PaymentIntent, approved or not.
public struct Charge: Hashable, Sendable, Codable, Identifiable {
    /// How a charge was paid.
    public struct Details: Hashable, Sendable, Codable {
        /// The payment method's type, such as `card_present`.
        public var type: PaymentMethodType
        /// The card, when `type` is `card_present`.
        @Boxed public var cardPresent: CardDetails?
        /// The card, when `type` is `interac_present`.
        @Boxed public var interacPresent: CardDetails?
        /// The wallet, when `type` is one whose QR code a smart reader showed.
        @Boxed public var wallet: WalletPaymentDetails? = nil

        /// Creates details; the card or the wallet belongs to the member named like `type`.
        public init(
            type: PaymentMethodType, cardPresent: CardDetails? = nil, interacPresent: CardDetails? = nil,
            wallet: WalletPaymentDetails? = nil
        ) {
            self.type = type
            self.cardPresent = cardPresent
            self.interacPresent = interacPresent
            self.wallet = wallet
        }

        private enum CodingKeys: String, CodingKey {
            case type, affirm, klarna, paynow, paypay
            case cardPresent = "card_present"
            case interacPresent = "interac_present"
            case wechatPay = "wechat_pay"

            init?(wallet type: PaymentMethodType) {
                switch type {
                case .affirm, .klarna, .paynow, .paypay, .wechatPay: self.init(rawValue: type.rawValue)
                case .card, .cardPresent, .interacPresent, .unknown: return nil
                }
            }
        }

        /// Reads the API's object.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            type = try container.decode(PaymentMethodType.self, forKey: .type)
            cardPresent = try container.decodeIfPresent(CardDetails.self, forKey: .cardPresent)
            interacPresent = try container.decodeIfPresent(CardDetails.self, forKey: .interacPresent)
            guard let key = CodingKeys(wallet: type) else { return }
            wallet = try container.decodeIfPresent(WalletPaymentDetails.self, forKey: key)
        }

        /// Writes the API's object.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(type, forKey: .type)
            try container.encodeIfPresent(cardPresent, forKey: .cardPresent)
            try container.encodeIfPresent(interacPresent, forKey: .interacPresent)
            guard let key = CodingKeys(wallet: type) else { return }
            try container.encodeIfPresent(wallet, forKey: key)
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
    /// The id of the platform's fee, once it was taken.
    @ExpandableID public var applicationFee: String?
    /// The platform's fee.
    public var applicationFeeAmount: Amount?
    /// The id of the movement of the account's balance.
    @ExpandableID public var balanceTransaction: String?
    /// The whole text on the cardholder's statement.
    public var calculatedStatementDescriptor: String?
    /// When it was created, in seconds since 1970.
    public var created: Int64?
    /// The customer's id.
    @ExpandableID public var customer: String?
    /// A text for people.
    public var description: String?
    /// Whether it is in live mode, where real money moves.
    public var livemode: Bool?
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]
    /// The connected account that is the merchant of record.
    @ExpandableID public var onBehalfOf: String?
    /// Whether it succeeded, or was authorized to be captured later.
    public var paid: Bool?
    /// The id of the PaymentIntent that it is of.
    @ExpandableID public var paymentIntent: String?
    /// Where a receipt was sent.
    public var receiptEmail: String?
    /// The number on the receipt.
    public var receiptNumber: String?
    /// The page of the receipt; anyone who has it can read the receipt.
    public var receiptURL: String?
    /// The suffix of the text on the cardholder's statement.
    public var statementDescriptorSuffix: String?
    /// The group that ties transfers to it.
    public var transferGroup: String?

    private var currency = SharedCurrency()

    /// Creates a charge; its amounts are in one currency.
    public init(
        id: String, amount: Amount, amountCaptured: Amount, amountRefunded: Amount, captured: Bool, refunded: Bool,
        status: ChargeStatus, authorizationCode: String? = nil, failureCode: String? = nil,
        failureMessage: String? = nil, paymentMethodDetails: Details? = nil, created: Int64? = nil,
        customer: String? = nil, metadata: [String: String] = [:], paymentIntent: String? = nil
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
        self.created = created
        self.customer = customer
        self.metadata = metadata
        self.paymentIntent = paymentIntent
        (applicationFee, balanceTransaction, onBehalfOf) = (nil, nil, nil)
    }

    /// The card, whichever member holds it.
    public var card: CardDetails? { paymentMethodDetails?.cardPresent ?? paymentMethodDetails?.interacPresent }

    private enum CodingKeys: String, MoneyKey, SparseKey {
        case id, amount, captured, created, customer, description, livemode, metadata, paid, refunded, status, currency
        case amountCaptured = "amount_captured"
        case amountRefunded = "amount_refunded"
        case applicationFee = "application_fee"
        case applicationFeeAmount = "application_fee_amount"
        case authorizationCode = "authorization_code"
        case balanceTransaction = "balance_transaction"
        case calculatedStatementDescriptor = "calculated_statement_descriptor"
        case failureCode = "failure_code"
        case failureMessage = "failure_message"
        case onBehalfOf = "on_behalf_of"
        case paymentIntent = "payment_intent"
        case paymentMethodDetails = "payment_method_details"
        case receiptEmail = "receipt_email"
        case receiptNumber = "receipt_number"
        case receiptURL = "receipt_url"
        case statementDescriptorSuffix = "statement_descriptor_suffix"
        case transferGroup = "transfer_group"
    }
}
