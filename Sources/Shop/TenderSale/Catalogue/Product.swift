public import TenderModel

/// An item that a shop sells.
public struct Product: Hashable, Sendable, Codable {
    /// The code that a scanner reads, or the shop's own number; unique among products.
    public var code: String
    /// A short number that cashiers know by heart; unique, and never another product's code.
    public var plu: String?
    /// The product's name.
    public var name: String
    /// The name of its department.
    public var department: String
    /// The marked unit price; `nil` when the cashier is asked for it.
    public var price: Amount?
    /// The name of its tax class.
    public var taxClass: String
    /// The seller; `nil` for the shop's own goods.
    public var seller: Seller?

    /// Whether the cashier is asked for the price.
    public var isOpenPrice: Bool { price == nil }

    /// Creates a product.
    public init(
        code: String, plu: String? = nil, name: String, department: String, price: Amount?, taxClass: String,
        seller: Seller? = nil
    ) {
        self.code = code
        self.plu = plu
        self.name = name
        self.department = department
        self.price = price
        self.taxClass = taxClass
        self.seller = seller
    }
}
