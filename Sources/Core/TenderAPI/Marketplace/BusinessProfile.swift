/// What customers are told of a business.
public struct BusinessProfile: Hashable, Sendable, Codable {
    /// The name.
    public var name: String?
    /// The kind of trade, four digits of ISO 18245.
    public var merchantCategory: String?
    /// What is sold.
    public var productDescription: String?
    /// The web site.
    public var url: String?

    /// Describes a business.
    public init(
        name: String? = nil, merchantCategory: String? = nil, productDescription: String? = nil, url: String? = nil
    ) {
        self.name = name
        self.merchantCategory = merchantCategory
        self.productDescription = productDescription
        self.url = url
    }

    enum CodingKeys: String, CodingKey {
        case name, url
        case merchantCategory = "mcc"
        case productDescription = "product_description"
    }
}
