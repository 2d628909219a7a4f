/// A postal address, as the payments API writes it.
public struct Address: Hashable, Sendable, Codable {
    /// The street and the number.
    public var line1: String?
    /// What else the street needs, such as a floor.
    public var line2: String?
    /// The city, town or village.
    public var city: String?
    /// The state, county or province.
    public var state: String?
    /// The postal code.
    public var postalCode: String?
    /// The country, two letters.
    public var country: String?

    /// Makes an address; whatever is not given is unknown.
    public init(
        line1: String? = nil, line2: String? = nil, city: String? = nil, state: String? = nil,
        postalCode: String? = nil, country: String? = nil
    ) {
        self.line1 = line1
        self.line2 = line2
        self.city = city
        self.state = state
        self.postalCode = postalCode
        self.country = country
    }

    enum CodingKeys: String, CodingKey {
        case line1, line2, city, state, country
        case postalCode = "postal_code"
    }
}
