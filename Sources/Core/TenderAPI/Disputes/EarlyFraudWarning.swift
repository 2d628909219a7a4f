public import TenderModel

/// An issuer's warning that a charge may be disputed; a refund in time prevents that.
public struct EarlyFraudWarning: Hashable, Sendable, Codable, Identifiable {
    /// The id, `issfr_…`.
    public var id: String
    /// The charge.
    @ExpandableID public var charge: String
    /// The PaymentIntent of the charge.
    @ExpandableID public var paymentIntent: String?
    /// What the issuer suspects, such as `misc` or `card_never_received`.
    public var fraudType: String
    /// Whether the charge is neither refunded nor disputed yet.
    public var isActionable: Bool
    /// When it was created, in seconds since 1970.
    public var created: Int64

    /// Creates a warning.
    public init(
        id: String, charge: String, paymentIntent: String? = nil, fraudType: String, isActionable: Bool = true,
        created: Int64 = 0
    ) {
        self.id = id
        self.charge = charge
        self.paymentIntent = paymentIntent
        self.fraudType = fraudType
        self.isActionable = isActionable
        self.created = created
    }

    enum CodingKeys: String, CodingKey {
        case id, charge, created
        case paymentIntent = "payment_intent"
        case fraudType = "fraud_type"
        case isActionable = "actionable"
    }
}
