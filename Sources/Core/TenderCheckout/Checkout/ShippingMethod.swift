public import TenderModel

/// A way in which goods are sent, and what it costs.
public struct ShippingMethod: Hashable, Sendable, Codable, Identifiable {
    /// The app's own name for it.
    public var id: String
    /// What it costs; zero or more.
    public var amount: Amount
    /// A name for people.
    public var label: String
    /// What else a person should know, such as how long it takes.
    public var detail: String?

    /// Makes a shipping method.
    public init(id: String, amount: Amount, label: String, detail: String? = nil) {
        self.id = id
        self.amount = amount
        self.label = label
        self.detail = detail
    }
}
