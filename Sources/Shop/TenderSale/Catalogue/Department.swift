/// A group of goods with its own line in reports, on which goods without a code are rung up.
public struct Department: Hashable, Sendable, Codable {
    /// The name.
    public var name: String
    /// The tax class of items that are rung up on it without a product.
    public var taxClass: String

    /// Creates a department.
    public init(name: String, taxClass: String) {
        self.name = name
        self.taxClass = taxClass
    }
}
