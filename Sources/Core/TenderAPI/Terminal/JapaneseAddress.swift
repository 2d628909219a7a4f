/// A postal address in one of the Japanese scripts.
public struct JapaneseAddress: Hashable, Sendable, Codable {
    /// The block and the number of the building.
    public var line1: String?
    /// What else the building needs, such as a floor.
    public var line2: String?
    /// The town or cho-me.
    public var town: String?
    /// The city or ward.
    public var city: String?
    /// The prefecture.
    public var state: String?
    /// The postal code.
    public var postalCode: String?
    /// The country, two letters.
    public var country: String?

    /// Makes an address; whatever is not given is unknown.
    public init(
        line1: String? = nil, line2: String? = nil, town: String? = nil, city: String? = nil, state: String? = nil,
        postalCode: String? = nil, country: String? = nil
    ) {
        self.line1 = line1
        self.line2 = line2
        self.town = town
        self.city = city
        self.state = state
        self.postalCode = postalCode
        self.country = country
    }

    enum CodingKeys: String, CodingKey {
        case line1, line2, town, city, state, country
        case postalCode = "postal_code"
    }
}
