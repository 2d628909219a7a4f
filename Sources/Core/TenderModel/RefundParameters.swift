/// What a new refund is made of.
public struct RefundParameters: Hashable, Sendable, Codable {
    /// The PaymentIntent whose money goes back.
    public var paymentIntent: String
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

    /// Describes a refund of `paymentIntent`.
    public init(
        paymentIntent: String, amount: Amount? = nil, reason: RefundReason? = nil,
        reversesTransfer: Bool = false, refundsApplicationFee: Bool = false, metadata: [String: String] = [:],
        idempotencyKey: String? = nil
    ) {
        self.paymentIntent = paymentIntent
        self.amount = amount
        self.reason = reason
        self.reversesTransfer = reversesTransfer
        self.refundsApplicationFee = refundsApplicationFee
        self.metadata = metadata
        self.idempotencyKey = idempotencyKey
    }
}
