public import TenderModel

/// Who an account of version 2 of the API is.
public struct CoreIdentity: Hashable, Sendable, Codable {
    /// When and from where its holder accepted the terms.
    public struct Acceptance: Hashable, Sendable, Codable {
        /// When, in seconds since 1970.
        @TimestampText public var date: Int64
        /// The network address.
        public var ip: String?
        /// The browser.
        public var userAgent: String?

        enum CodingKeys: String, CodingKey {
            case date, ip
            case userAgent = "user_agent"
        }
    }

    private struct Attestations: Hashable, Sendable, Codable {
        struct Terms: Hashable, Sendable, Codable { var account: Acceptance? }

        var terms: Terms?

        enum CodingKeys: String, CodingKey { case terms = "terms_of_service" }
    }

    /// The country, two letters.
    public var country: String?
    /// `individual`, `company`, `government_entity` or `non_profit`.
    public var entityType: String?
    /// The company; `nil` if nothing is known about one.
    public var businessDetails: CoreBusinessDetails?
    /// The person, if the account is one.
    public var individual: CorePerson?
    private var attestations: Attestations?

    /// That its holder accepted the terms.
    public var termsAcceptance: Acceptance? { attestations?.terms?.account }

    private enum CodingKeys: String, CodingKey {
        case country, individual, attestations
        case entityType = "entity_type"
        case businessDetails = "business_details"
    }
}

/// The company that an account is; `nil` in a request leaves a property, an empty text clears it.
public struct CoreBusinessDetails: Hashable, Sendable, Codable {
    /// The registered name.
    public var registeredName: String?
    /// The telephone number.
    public var phone: String?
    /// Where it is.
    public var address: Address?
    /// The numbers under which states know it; in answers only their kinds.
    @DefaultIfAbsent public var idNumbers: [CoreIDNumber]
    /// The legal form.
    public var structure: String?
    /// How many people work for it.
    public var estimatedWorkerCount: Int64?

    /// Describes a company.
    public init(
        registeredName: String? = nil, phone: String? = nil, address: Address? = nil, idNumbers: [CoreIDNumber] = [],
        structure: String? = nil, estimatedWorkerCount: Int64? = nil
    ) {
        self.registeredName = registeredName
        self.phone = phone
        self.address = address
        self.idNumbers = idNumbers
        self.structure = structure
        self.estimatedWorkerCount = estimatedWorkerCount
    }

    enum CodingKeys: String, CodingKey {
        case phone, address, structure
        case registeredName = "registered_name"
        case idNumbers = "id_numbers"
        case estimatedWorkerCount = "estimated_worker_count"
    }
}
