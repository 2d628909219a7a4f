public import TenderModel

/// A call of the payments API, other than payments and their refunds, that moves money or makes something payable.
///
/// It is recorded completely before it leaves: whoever pursues it after a crash sends the same bytes under the same
/// key.
public struct MoneyCall: Hashable, Sendable, Codable {
    /// The kind of a call.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// A transfer of the platform's money to a connected account.
        case transfer
        /// A reversal of a transfer, back to the platform.
        case transferReversal = "transfer_reversal"
        /// A payout of a balance to the bank.
        case payout
        /// The creation of a Payment Link, at which anybody can pay.
        case paymentLink = "payment_link"
        /// The creation of a Checkout Session, on whose page somebody pays once.
        case checkoutSession = "checkout_session"
        /// The cancellation of a pending payout, whose money stays in the balance.
        case payoutCancellation = "payout_cancellation"
        /// The deactivation of a Payment Link: nobody can pay at it any more.
        case paymentLinkDeactivation = "payment_link_deactivation"
        /// The expiry of a page that nobody has paid at.
        case checkoutSessionExpiry = "checkout_session_expiry"
        /// The payment of a checkout: a PaymentIntent that is created and confirmed with a saved payment method.
        case checkoutPayment = "checkout_payment"
        /// The submission of the evidence about a dispute to the bank, which happens once.
        case disputeSubmission = "dispute_submission"
        /// The closing of a dispute, which gives its money up.
        case disputeClosing = "dispute_closing"
        /// The reversal of a payout that was paid, back from the bank.
        case payoutReversal = "payout_reversal"
        /// The cancellation of a refund that requires an action of the customer, who then gets nothing.
        case refundCancellation = "refund_cancellation"
    }

    /// One parameter in the API's form notation.
    public struct Field: Hashable, Sendable, Codable {
        /// The name, such as `transfer_data[destination]`.
        public var name: String
        /// The value.
        public var value: String

        /// Creates a parameter.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The kind.
    public var kind: Kind
    /// The object that it concerns, such as the transfer to reverse.
    public var subject: String?
    /// The connected account that makes the call; `nil` for the platform.
    public var account: String?
    /// The amount; `nil` for all that is left, or for what the fields say.
    public var amount: Amount?
    /// The parameters, in sending order.
    public var fields: [Field]

    /// Creates a call.
    public init(
        _ kind: Kind, subject: String? = nil, account: String? = nil, amount: Amount? = nil, fields: [Field] = []
    ) {
        self.kind = kind
        self.subject = subject
        self.account = account
        self.amount = amount
        self.fields = fields
    }
}

extension MoneyCall {
    /// The customer who pays, if it is a checkout's payment.
    public var customer: String? { value(of: "customer") }

    /// The order that it pays, if it is a checkout's payment and the order has a name.
    public var order: String? { value(of: "metadata[\(PaymentIntent.orderMetadata)]") }

    private func value(of name: String) -> String? {
        kind == .checkoutPayment ? fields.first { $0.name == name }?.value : nil
    }

    /// Returns whether somebody who asks for `other` means this one as long as its end was not reported.
    ///
    /// A checkout's payment is the same with any card: while nobody knows what became of it, another card might be
    /// charged for the same goods.
    public func isSameWish(as other: MoneyCall) -> Bool {
        guard kind == .checkoutPayment, other.kind == kind else { return self == other }
        return subject == other.subject && amount == other.amount && account == other.account
            && customer == other.customer && order == other.order
    }
}

/// The object that the gateway created for a call.
public struct MoneyObject: Hashable, Sendable {
    /// The ID.
    public var id: String
    /// The amount; `nil` if it does not contain one.
    public var amount: Amount?
    /// The object as the gateway returned it, in JSON.
    public var json: [UInt8]
    /// Whether the gateway has accepted it but not decided it, as while a customer authenticates.
    public var isPending: Bool

    /// Creates an object.
    public init(id: String, amount: Amount?, json: [UInt8], isPending: Bool = false) {
        self.id = id
        self.amount = amount
        self.json = json
        self.isPending = isPending
    }
}

/// The outcome of a call; `unknown` is never replaced by a guess.
public enum MoneyOutcome: Hashable, Sendable {
    /// The gateway has executed it.
    case succeeded(MoneyObject, IdempotencyKey)
    /// The gateway has accepted it and not decided it yet; its end is asked for, and nothing is executed again.
    case pending(MoneyObject, IdempotencyKey)
    /// The outcome is still unknown; the same call continues it, and nothing is executed twice.
    case unknown(IdempotencyKey)
}
