public import TenderModel

/// Something that a shop sells.
public struct Product: Hashable, Sendable, Codable {
    /// The code that a scanner reads, or the shop's own number; no two products share one.
    public var code: String
    /// A short number that cashiers know by heart; no two products share one, and it is no other product's code.
    public var plu: String?
    /// What people call it.
    public var name: String
    /// The name of its department.
    public var department: String
    /// The price of one, as it is marked; nil when the cashier is asked for it.
    public var price: Amount?
    /// The name of its tax class.
    public var taxClass: String
    /// Whose it is; nil for the shop's own.
    public var seller: Seller?

    /// Whether the cashier is asked for the price.
    public var isOpenPrice: Bool { price == nil }

    /// Describes a product.
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
