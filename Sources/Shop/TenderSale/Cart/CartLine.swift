public import TenderModel

/// A line of an open ticket.
public struct CartLine: Hashable, Sendable, Codable, Identifiable {
    /// A price other than the marked one.
    public struct PriceOverride: Hashable, Sendable, Codable {
        /// The price of one.
        public let price: Amount
        /// Why.
        public let reason: String
    }

    /// The line's number, from 1; numbers are never used again.
    public let number: Int
    /// The product's code; nil for what was rung up on a department.
    public let code: String?
    /// What people call it.
    public let name: String
    /// The department.
    public let department: String
    /// The tax class it has, exempted or not.
    public let taxClass: String
    /// The marked price of one.
    public let listPrice: Amount
    /// Whose it is; nil for the shop's own.
    public internal(set) var seller: Seller?
    /// How much of it.
    public internal(set) var quantity: Quantity
    /// Another price, with its reason.
    public internal(set) var override: PriceOverride?
    /// What is taken off.
    public internal(set) var discount: Discount?
    /// Why no tax is taken; nil where it is.
    public internal(set) var exemption: String?
    /// Why the line was voided; nil where it was not.
    ///
    /// A voided line stays, and counts for nothing.
    public internal(set) var voided: String?

    /// The line's number.
    public var id: Int { number }
    /// Whether it was voided.
    public var isVoided: Bool { voided != nil }

    /// The price of one before an exemption.
    var price: Amount { override?.price ?? listPrice }
}
