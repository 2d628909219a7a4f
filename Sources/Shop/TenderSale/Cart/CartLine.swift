public import TenderModel

/// A line of an open ticket.
public struct CartLine: Hashable, Sendable, Codable, Identifiable {
    /// A price in place of the marked one.
    public struct PriceOverride: Hashable, Sendable, Codable {
        /// The unit price.
        public let price: Amount
        /// The reason.
        public let reason: String
    }

    /// The line's number, from 1; numbers are never reused.
    public let number: Int
    /// The product's code; `nil` for an item rung up on a department.
    public let code: String?
    /// The item's name.
    public let name: String
    /// The department.
    public let department: String
    /// The tax class, whether or not the line is exempt.
    public let taxClass: String
    /// The marked unit price.
    public let listPrice: Amount
    /// The seller; `nil` for the shop's own goods.
    public internal(set) var seller: Seller?
    /// The quantity.
    public internal(set) var quantity: Quantity
    /// The price override, with its reason.
    public internal(set) var override: PriceOverride?
    /// The line's own discount.
    public internal(set) var discount: Discount?
    /// The reason for a tax exemption; `nil` without one.
    public internal(set) var exemption: String?
    /// The reason that the line was voided; `nil` if it was not.
    ///
    /// A voided line stays, and counts for nothing.
    public internal(set) var voided: String?

    /// The line's number.
    public var id: Int { number }
    /// Whether the line was voided.
    public var isVoided: Bool { voided != nil }

    /// The unit price before an exemption.
    var price: Amount { override?.price ?? listPrice }
}
