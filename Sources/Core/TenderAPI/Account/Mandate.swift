public import TenderModel

/// A customer's permission to debit a payment method.
public struct Mandate: Hashable, Sendable, Codable, Identifiable {
    /// The id, `mandate_…`.
    public var id: String
    /// The payment method.
    @ExpandableID public var paymentMethod: String
    /// Whether it holds: `active`, `inactive` or `pending`.
    public var status: String
    /// How often it can be used: `multi_use` or `single_use`.
    public var type: String

    /// Creates a mandate.
    public init(id: String, paymentMethod: String, status: String, type: String) {
        self.id = id
        self.paymentMethod = paymentMethod
        self.status = status
        self.type = type
    }

    enum CodingKeys: String, CodingKey {
        case id, status, type
        case paymentMethod = "payment_method"
    }
}
