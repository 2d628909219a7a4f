/// Money given back, or on its way back.
public struct Refund: Hashable, Sendable, Codable, Identifiable {
    /// The id, `re_…`.
    public var id: String
    /// How much.
    public var amount: Amount
    /// The charge it is taken from.
    public var charge: String?
    /// The PaymentIntent it belongs to.
    public var paymentIntent: String?
    /// When it was made, seconds since 1970.
    public var created: Int64
    /// Why a refund failed.
    public var failureReason: String?
    /// The caller's own keys and values.
    public var metadata: [String: String]
    /// Why it was made.
    public var reason: RefundReason?
    /// The reversal of the transfer that the charge's money had gone by.
    public var transferReversal: String?
    /// Where it stands; `pending` is still open.
    public var status: RefundStatus

    /// Makes a refund.
    public init(
        id: String, amount: Amount, status: RefundStatus, charge: String? = nil, paymentIntent: String? = nil,
        created: Int64 = 0, failureReason: String? = nil, metadata: [String: String] = [:],
        reason: RefundReason? = nil, transferReversal: String? = nil
    ) {
        self.id = id
        self.amount = amount
        self.status = status
        self.charge = charge
        self.paymentIntent = paymentIntent
        self.created = created
        self.failureReason = failureReason
        self.metadata = metadata
        self.reason = reason
        self.transferReversal = transferReversal
    }

    enum CodingKeys: String, CodingKey {
        case id, object, amount, charge, created, currency, metadata, reason, status
        case paymentIntent = "payment_intent"
        case failureReason = "failure_reason"
        case transferReversal = "transfer_reversal"
    }

    /// Reads the API's object; throws `DecodingError` for a missing or impossible field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let currency = try container.decode(Currency.self, forKey: .currency)
        id = try container.decode(String.self, forKey: .id)
        amount = try container.decodeAmount(forKey: .amount, currency)
        charge = try container.decodeIfPresent(String.self, forKey: .charge)
        paymentIntent = try container.decodeIfPresent(String.self, forKey: .paymentIntent)
        created = try container.decode(Int64.self, forKey: .created)
        failureReason = try container.decodeIfPresent(String.self, forKey: .failureReason)
        metadata = try container.decodeIfPresent([String: String].self, forKey: .metadata) ?? [:]
        reason = try container.decodeIfPresent(RefundReason.self, forKey: .reason)
        transferReversal = try container.decodeIDIfPresent(forKey: .transferReversal)
        status = try container.decode(RefundStatus.self, forKey: .status)
    }

    /// Writes the API's object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("refund", forKey: .object)
        try container.encode(id, forKey: .id)
        try container.encode(amount.currency, forKey: .currency)
        try container.encodeAmount(amount, forKey: .amount)
        try container.encodeIfPresent(charge, forKey: .charge)
        try container.encodeIfPresent(paymentIntent, forKey: .paymentIntent)
        try container.encode(created, forKey: .created)
        try container.encodeIfPresent(failureReason, forKey: .failureReason)
        try container.encode(metadata, forKey: .metadata)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encodeIfPresent(transferReversal, forKey: .transferReversal)
        try container.encode(status, forKey: .status)
    }
}
