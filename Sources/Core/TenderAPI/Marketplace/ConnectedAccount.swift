public import TenderModel

/// An account that sells through a platform and is paid by it.
public struct ConnectedAccount: Hashable, Sendable, Codable, Identifiable {
    /// The id, `acct_…`.
    public var id: String
    /// The older name for the division of duties: `standard`, `express`, `custom` or `none`.
    public var type: String?
    /// Who bears fees, losses and duties.
    public var controller: AccountController?
    /// The two-letter country code.
    public var country: String?
    /// The email address.
    public var email: String?
    /// `individual`, `company` and so on.
    public var businessType: String?
    /// What customers are told about the business.
    public var businessProfile: BusinessProfile?
    /// The currency it is paid in.
    public var defaultCurrency: Currency?
    /// The requested capabilities and their states.
    @DefaultIfAbsent public var capabilities: [String: CapabilityStatus]
    /// What it must still provide.
    public var requirements: AccountRequirements?
    /// Whether it can charge cards.
    @DefaultIfAbsent public var chargesEnabled: Bool
    /// Whether its money can be paid out to its bank.
    @DefaultIfAbsent public var payoutsEnabled: Bool
    /// Whether it provided the first details it was asked for.
    @DefaultIfAbsent public var detailsSubmitted: Bool
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]
    /// When it was created, in seconds since 1970.
    public var created: Int64?
    /// Whether it was deleted; then only the id is known.
    @DefaultIfAbsent public var isDeleted: Bool

    /// Creates an account without capabilities unless given.
    public init(
        id: String, type: String? = nil, controller: AccountController? = nil, country: String? = nil,
        email: String? = nil, businessType: String? = nil, businessProfile: BusinessProfile? = nil,
        defaultCurrency: Currency? = nil, capabilities: [String: CapabilityStatus] = [:],
        requirements: AccountRequirements? = nil, chargesEnabled: Bool = false, payoutsEnabled: Bool = false,
        detailsSubmitted: Bool = false, metadata: [String: String] = [:], created: Int64? = nil,
        isDeleted: Bool = false
    ) {
        self.id = id
        self.type = type
        self.controller = controller
        self.country = country
        self.email = email
        self.businessType = businessType
        self.businessProfile = businessProfile
        self.defaultCurrency = defaultCurrency
        self.capabilities = capabilities
        self.requirements = requirements
        self.chargesEnabled = chargesEnabled
        self.payoutsEnabled = payoutsEnabled
        self.detailsSubmitted = detailsSubmitted
        self.metadata = metadata
        self.created = created
        self.isDeleted = isDeleted
    }

    /// Whether money can be transferred to it.
    public var takesTransfers: Bool { capabilities["transfers"] == .active }

    private enum CodingKeys: String, CodingKey {
        case id, type, controller, country, email, capabilities, requirements, metadata, created
        case businessType = "business_type"
        case businessProfile = "business_profile"
        case defaultCurrency = "default_currency"
        case chargesEnabled = "charges_enabled"
        case payoutsEnabled = "payouts_enabled"
        case detailsSubmitted = "details_submitted"
        case isDeleted = "deleted"
    }

    /// Writes the API's object without absent values; of a deleted account only the id.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        guard !isDeleted else { return try container.encode(true, forKey: .isDeleted) }
        try container.encodeIfPresent(type, forKey: .type)
        try container.encodeIfPresent(controller, forKey: .controller)
        try container.encodeIfPresent(country, forKey: .country)
        try container.encodeIfPresent(email, forKey: .email)
        try container.encodeIfPresent(businessType, forKey: .businessType)
        try container.encodeIfPresent(businessProfile, forKey: .businessProfile)
        try container.encodeIfPresent(defaultCurrency, forKey: .defaultCurrency)
        try container.encode(capabilities, forKey: .capabilities)
        try container.encodeIfPresent(requirements, forKey: .requirements)
        try container.encode(chargesEnabled, forKey: .chargesEnabled)
        try container.encode(payoutsEnabled, forKey: .payoutsEnabled)
        try container.encode(detailsSubmitted, forKey: .detailsSubmitted)
        try container.encode(metadata, forKey: .metadata)
        try container.encodeIfPresent(created, forKey: .created)
    }
}
