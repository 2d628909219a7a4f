/// A place of the shop that smart readers are registered at.
public struct TerminalLocation: Hashable, Sendable, Codable, Identifiable {
    /// Where a location is.
    public struct Address: Hashable, Sendable, Codable {
        /// Street and number.
        public var line1: String?
        /// Floor, suite, building.
        public var line2: String?
        /// The town.
        public var city: String?
        /// The state or province.
        public var state: String?
        /// The country, two letters.
        public var country: String
        /// The postal code.
        public var postalCode: String?

        /// Makes an address; which parts are needed depends on the country.
        public init(
            country: String, line1: String? = nil, line2: String? = nil, city: String? = nil, state: String? = nil,
            postalCode: String? = nil
        ) {
            self.country = country
            self.line1 = line1
            self.line2 = line2
            self.city = city
            self.state = state
            self.postalCode = postalCode
        }

        enum CodingKeys: String, CodingKey {
            case line1, line2, city, state, country
            case postalCode = "postal_code"
        }
    }

    /// The id, `tml_…`.
    public var id: String
    /// The name for people.
    public var displayName: String
    /// Where it is.
    public var address: Address
    /// The shop's telephone.
    public var phone: String?
    /// The caller's own keys and values.
    public var metadata: [String: String]
    /// Whether it belongs to live operation.
    public var livemode: Bool

    /// Makes a location.
    public init(
        id: String, displayName: String, address: Address, phone: String? = nil, metadata: [String: String] = [:],
        livemode: Bool = false
    ) {
        self.id = id
        self.displayName = displayName
        self.address = address
        self.phone = phone
        self.metadata = metadata
        self.livemode = livemode
    }

    enum CodingKeys: String, CodingKey {
        case id, address, phone, metadata, livemode
        case displayName = "display_name"
    }
}
