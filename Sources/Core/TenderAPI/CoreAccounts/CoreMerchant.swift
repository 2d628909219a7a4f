public import TenderModel

/// What an account of version 2 of the API is as a merchant.
public struct CoreMerchant: Hashable, Sendable, Codable {
    /// Whether it is one.
    public var applied: Bool
    /// What it asked to be able to do.
    public var capabilities: CoreCapabilities?
    /// How it sells.
    public var profile: CoreMerchantProfile

    private enum CodingKeys: String, CodingKey { case applied, capabilities }

    /// Reads the API's object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        applied = try container.decodeIfPresent(Bool.self, forKey: .applied) ?? false
        capabilities = try container.decodeIfPresent(CoreCapabilities.self, forKey: .capabilities)
        profile = try CoreMerchantProfile(from: decoder)
    }

    /// Writes the API's object.
    public func encode(to encoder: any Encoder) throws {
        try profile.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(applied, forKey: .applied)
        try container.encodeIfPresent(capabilities, forKey: .capabilities)
    }
}

/// How a merchant sells; `nil` in a request leaves a property, an empty text clears it.
public struct CoreMerchantProfile: Hashable, Sendable, Codable {
    /// What its pages look like.
    public struct Branding: Hashable, Sendable, Codable {
        /// The ID of the file with the icon.
        public var icon: String?
        /// The ID of the file with the logo.
        public var logo: String?
        /// The first color, such as `#663399`.
        public var primaryColor: String?
        /// The second color.
        public var secondaryColor: String?

        /// Creates a look.
        public init(
            icon: String? = nil, logo: String? = nil, primaryColor: String? = nil, secondaryColor: String? = nil
        ) {
            self.icon = icon
            self.logo = logo
            self.primaryColor = primaryColor
            self.secondaryColor = secondaryColor
        }

        enum CodingKeys: String, CodingKey {
            case icon, logo
            case primaryColor = "primary_color"
            case secondaryColor = "secondary_color"
        }
    }

    /// Which failed verifications decline a card payment.
    public struct DeclineRules: Hashable, Sendable, Codable {
        /// That of the address.
        public var addressFailure: Bool?
        /// That of the security code.
        public var securityCodeFailure: Bool?

        /// Creates rules.
        public init(addressFailure: Bool? = nil, securityCodeFailure: Bool? = nil) {
            self.addressFailure = addressFailure
            self.securityCodeFailure = securityCodeFailure
        }

        enum CodingKeys: String, CodingKey {
            case addressFailure = "avs_failure"
            case securityCodeFailure = "cvc_failure"
        }
    }

    /// What cardholders' statements say.
    public struct Statement: Hashable, Sendable, Codable {
        /// The whole text.
        public var descriptor: String?
        /// The text before a payment's own suffix.
        public var prefix: String?

        /// Creates texts.
        public init(descriptor: String? = nil, prefix: String? = nil) {
            self.descriptor = descriptor
            self.prefix = prefix
        }
    }

    /// Where customers find help.
    public struct Support: Hashable, Sendable, Codable {
        /// Where the business is.
        public var address: Address?
        /// The email address.
        public var email: String?
        /// The telephone number.
        public var phone: String?
        /// The web page.
        public var url: String?

        /// Creates addresses.
        public init(address: Address? = nil, email: String? = nil, phone: String? = nil, url: String? = nil) {
            self.address = address
            self.email = email
            self.phone = phone
            self.url = url
        }
    }

    private struct CardPayments: Hashable, Sendable, Codable {
        var declineRules: DeclineRules?

        enum CodingKeys: String, CodingKey { case declineRules = "decline_on" }
    }

    /// The kind of trade, four digits of ISO 18245.
    public var merchantCategory: String?
    /// What cardholders' statements say.
    public var statement: Statement?
    /// Where customers find help.
    public var support: Support?
    /// What its pages look like.
    public var branding: Branding?
    private var cardPayments: CardPayments?

    /// Describes a merchant.
    public init(
        merchantCategory: String? = nil, statement: Statement? = nil, support: Support? = nil,
        branding: Branding? = nil, declineRules: DeclineRules? = nil
    ) {
        self.merchantCategory = merchantCategory
        self.statement = statement
        self.support = support
        self.branding = branding
        self.declineRules = declineRules
    }

    /// Which failed verifications decline a card payment.
    public var declineRules: DeclineRules? {
        get { cardPayments?.declineRules }
        set { cardPayments = newValue.map { CardPayments(declineRules: $0) } }
    }

    private enum CodingKeys: String, CodingKey {
        case support, branding
        case merchantCategory = "mcc"
        case statement = "statement_descriptor"
        case cardPayments = "card_payments"
    }
}
