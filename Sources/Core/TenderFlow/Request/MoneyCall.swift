public import TenderModel

/// A call of the payments API that moves money, or makes something payable, beside payments and their refunds.
///
/// It is recorded whole before it leaves: whoever follows it after a crash sends the same bytes under the same key.
public struct MoneyCall: Hashable, Sendable, Codable {
    /// What is called.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Money of the platform to a connected account.
        case transfer
        /// Money of a transfer back to the platform.
        case transferReversal = "transfer_reversal"
        /// Money of a balance to the bank.
        case payout
        /// An address at which anybody can pay.
        case paymentLink = "payment_link"
        /// A page on which somebody pays once.
        case checkoutSession = "checkout_session"
        /// The end of a payout that is pending: its money stays in the balance.
        case payoutCancellation = "payout_cancellation"
        /// The end of a link: nobody can pay at it any more.
        case paymentLinkDeactivation = "payment_link_deactivation"
        /// The end of a page that nobody has paid at.
        case checkoutSessionExpiry = "checkout_session_expiry"
    }

    /// One parameter in the API's form notation.
    public struct Field: Hashable, Sendable, Codable {
        /// Its name, such as `transfer_data[destination]`.
        public var name: String
        /// Its value.
        public var value: String

        /// Makes a parameter.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What is called.
    public var kind: Kind
    /// The object that it is about, such as the transfer that is reversed.
    public var subject: String?
    /// The connected account that calls; the platform when nil.
    public var account: String?
    /// How much; all that is left, or what the fields say, when nil.
    public var amount: Amount?
    /// What is asked for, in the order in which it is sent.
    public var fields: [Field]

    /// Describes a call.
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

/// What the gateway made of a call.
public struct MoneyObject: Hashable, Sendable {
    /// Its id.
    public var id: String
    /// How much; nil where it does not say.
    public var amount: Amount?
    /// The object as the gateway told it, in JSON.
    public var json: [UInt8]

    /// Describes an object.
    public init(id: String, amount: Amount?, json: [UInt8]) {
        self.id = id
        self.amount = amount
        self.json = json
    }
}

/// How a call ended; `unknown` is never guessed into another.
public enum MoneyOutcome: Hashable, Sendable {
    /// The gateway has made it.
    case succeeded(MoneyObject, IdempotencyKey)
    /// Nobody could say yet; the same call continues it, and nothing is made twice.
    case unknown(IdempotencyKey)
}
