public import TenderModel

/// What prices are prices of.
public struct Product: Hashable, Sendable, Codable, Identifiable {
    /// The id, `prod_…`.
    public var id: String
    /// The name that customers see.
    public var name: String
    /// Whether it can be sold.
    public var active: Bool
    /// What it is, for customers.
    public var description: String?
    /// The price that is used where none is named.
    @ExpandableID public var defaultPrice: String?
    /// When it was created, in seconds since 1970.
    public var created: Int64
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]

    /// Creates a product.
    public init(
        id: String, name: String, active: Bool = true, description: String? = nil, defaultPrice: String? = nil,
        created: Int64 = 0, metadata: [String: String] = [:]
    ) {
        self.id = id
        self.name = name
        self.active = active
        self.description = description
        self.defaultPrice = defaultPrice
        self.created = created
        self.metadata = metadata
    }

    enum CodingKeys: String, CodingKey {
        case id, name, active, description, created, metadata
        case defaultPrice = "default_price"
    }
}
