public import TenderModel

/// What is sold by a link or a checkout page: a price and how many of it.
public struct CheckoutLine: Hashable, Sendable {
    /// What one costs.
    public enum Price: Hashable, Sendable {
        /// A price that the API knows, `price_…`.
        case id(String)
        /// A price made for this line alone.
        case inline(name: String, amount: Amount)
    }

    /// What one costs.
    public var price: Price
    /// How many.
    public var quantity: Int
    /// How many the customer may make of it; nil when the number stands.
    public var adjustable: ClosedRange<Int>?

    /// Describes a line.
    public init(_ price: Price, quantity: Int = 1, adjustable: ClosedRange<Int>? = nil) {
        self.price = price
        self.quantity = quantity
        self.adjustable = adjustable
    }
}
