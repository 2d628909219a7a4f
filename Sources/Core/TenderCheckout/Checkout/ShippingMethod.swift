public import TenderModel

/// A shipping method and its cost.
public struct ShippingMethod: Hashable, Sendable, Codable, Identifiable {
    /// The app's own name for it.
    public var id: String
    /// The cost; zero or more.
    public var amount: Amount
    /// A name for people.
    public var label: String
    /// Further information for people, such as the delivery time.
    public var detail: String?

    /// Creates a shipping method.
    public init(id: String, amount: Amount, label: String, detail: String? = nil) {
        self.id = id
        self.amount = amount
        self.label = label
        self.detail = detail
    }
}
