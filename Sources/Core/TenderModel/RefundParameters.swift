/// What a new refund is made of.
public struct RefundParameters: Hashable, Sendable, Codable {
    /// The PaymentIntent whose money goes back; `nil` if the charge is named.
    public var paymentIntent: String?
    /// The charge whose money goes back; `nil` if the PaymentIntent is named.
    public var charge: String?
    /// How much; all that is left when nil.
    public var amount: Amount?
    /// Why.
    public var reason: RefundReason?
    /// Whether the connected account gives its part back too.
    public var reversesTransfer: Bool
    /// Whether the platform gives its fee back too.
    public var refundsApplicationFee: Bool
    /// The caller's own keys and values.
    public var metadata: [String: String]
    /// The key under which the gateway makes it at most once; made up when nil.
    public var idempotencyKey: String?
    /// Whether it was sent with a card that was presented at a reader, without which it is never sent again.
    package var isCardPresented = false

    /// Describes a refund of one PaymentIntent, or of one charge.
    public init(
        paymentIntent: String? = nil, charge: String? = nil, amount: Amount? = nil, reason: RefundReason? = nil,
        reversesTransfer: Bool = false, refundsApplicationFee: Bool = false, metadata: [String: String] = [:],
        idempotencyKey: String? = nil
    ) {
        self.paymentIntent = paymentIntent
        self.charge = charge
        self.amount = amount
        self.reason = reason
        self.reversesTransfer = reversesTransfer
        self.refundsApplicationFee = refundsApplicationFee
        self.metadata = metadata
        self.idempotencyKey = idempotencyKey
    }
}

extension RefundParameters {
    /// Describes a refund of the PaymentIntent that a client secret opens; `nil` if it opens none.
    ///
    /// The secret is not sent: the API's refund takes none, and is made with a secret key or by the merchant's server.
    public init?(clientSecret: ClientSecret, amount: Amount? = nil) {
        guard let intent = clientSecret.paymentIntentID else { return nil }
        self.init(paymentIntent: intent, amount: amount)
    }

    /// The id of what is refunded, which its records are filed under; empty if neither is named.
    public var subject: String { paymentIntent ?? charge ?? "" }
}
