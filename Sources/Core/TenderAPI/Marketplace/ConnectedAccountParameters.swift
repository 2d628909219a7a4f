/// What a connected account is made of, or what of one is changed: nil leaves a field as it is.
public struct ConnectedAccountParameters: Hashable, Sendable {
    /// The older name of who bears what; not together with `controller`, and for a new account only.
    public var type: String?
    /// Who bears what; for a new account only.
    public var controller: AccountController?
    /// The country, two letters; for a new account only.
    public var country: String?
    /// The address for mail.
    public var email: String?
    /// `individual`, `company` and so on.
    public var businessType: String?
    /// What customers are told.
    public var businessProfile: BusinessProfile?
    /// What it is to be able to do, such as `transfers`; false gives a capability up.
    public var capabilities: [String: Bool]
    /// Who the account is, when its `businessType` is `individual`.
    public var individual: AccountHolder?
    /// The bank account to which it is paid out.
    public var bankAccount: BankAccountParameters?
    /// That the holder accepted the terms; for accounts whose requirements the platform collects.
    public var termsAcceptance: TermsAcceptance?
    /// When it is paid out: `manual`, `daily`, `weekly` or `monthly`.
    public var payoutInterval: String?
    /// The caller's own keys and values; an empty value removes a key.
    public var metadata: [String: String]

    /// Describes an account or a change of one.
    public init(
        type: String? = nil, controller: AccountController? = nil, country: String? = nil, email: String? = nil,
        businessType: String? = nil, businessProfile: BusinessProfile? = nil, capabilities: [String: Bool] = [:],
        individual: AccountHolder? = nil, bankAccount: BankAccountParameters? = nil,
        termsAcceptance: TermsAcceptance? = nil, payoutInterval: String? = nil, metadata: [String: String] = [:]
    ) {
        self.type = type
        self.controller = controller
        self.country = country
        self.email = email
        self.businessType = businessType
        self.businessProfile = businessProfile
        self.capabilities = capabilities
        self.individual = individual
        self.bankAccount = bankAccount
        self.termsAcceptance = termsAcceptance
        self.payoutInterval = payoutInterval
        self.metadata = metadata
    }
}
