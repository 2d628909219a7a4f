/// The properties of a new account of version 2 of the API, or the changes of one.
///
/// `nil` leaves a property, an empty text clears it.
public struct CoreAccountParameters: Hashable, Sendable {
    /// The email address; the API wants one of whoever is a merchant or a recipient.
    public var contactEmail: String?
    /// The telephone number.
    public var contactPhone: String?
    /// The dashboard that its holder has: `express`, `full` or `none`.
    public var dashboard: String?
    /// The name for the platform's own lists.
    public var displayName: String?
    /// What holds for all configurations; a new merchant or recipient needs the responsibilities.
    public var defaults: CoreDefaults?
    /// The country, two letters.
    public var country: String?
    /// `individual`, `company`, `government_entity` or `non_profit`.
    public var entityType: String?
    /// The company that it is.
    public var businessDetails: CoreBusinessDetails?
    /// The person that it is.
    public var individual: CorePersonParameters?
    /// That its holder accepted the terms; for accounts whose requirements the platform collects.
    public var termsAcceptance: TermsAcceptance?
    /// What it is used for from now on, or (`false`, for an existing account) no longer.
    public var configurations: [AccountConfiguration: Bool]
    /// How it sells, as a merchant.
    public var merchant: CoreMerchantProfile?
    /// What it is to be able to do as a merchant, such as `card_payments`; `false` gives it up.
    public var merchantCapabilities: [String: Bool]
    /// What it is to be able to do as a recipient, such as `stripe_balance.stripe_transfers`; `false` gives it up.
    public var recipientCapabilities: [String: Bool]
    /// The caller's own key-value pairs; an empty value removes a key.
    public var metadata: [String: String]

    /// Creates parameters.
    public init(
        contactEmail: String? = nil, contactPhone: String? = nil, dashboard: String? = nil,
        displayName: String? = nil, defaults: CoreDefaults? = nil, country: String? = nil, entityType: String? = nil,
        businessDetails: CoreBusinessDetails? = nil, individual: CorePersonParameters? = nil,
        termsAcceptance: TermsAcceptance? = nil, configurations: [AccountConfiguration: Bool] = [:],
        merchant: CoreMerchantProfile? = nil, merchantCapabilities: [String: Bool] = [:],
        recipientCapabilities: [String: Bool] = [:], metadata: [String: String] = [:]
    ) {
        self.contactEmail = contactEmail
        self.contactPhone = contactPhone
        self.dashboard = dashboard
        self.displayName = displayName
        self.defaults = defaults
        self.country = country
        self.entityType = entityType
        self.businessDetails = businessDetails
        self.individual = individual
        self.termsAcceptance = termsAcceptance
        self.configurations = configurations
        self.merchant = merchant
        self.merchantCapabilities = merchantCapabilities
        self.recipientCapabilities = recipientCapabilities
        self.metadata = metadata
    }
}
