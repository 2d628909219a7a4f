/// A group of goods that is added up in reports, and on which goods without a code are rung up.
public struct Department: Hashable, Sendable, Codable {
    /// The name.
    public var name: String
    /// The tax class of what is rung up on it without a product.
    public var taxClass: String

    /// Describes a department.
    public init(name: String, taxClass: String) {
        self.name = name
        self.taxClass = taxClass
    }
}
