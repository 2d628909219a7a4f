public import TenderModel

/// What holds for all configurations of an account of version 2 of the API; `nil` in a request leaves a property.
public struct CoreDefaults: Hashable, Sendable, Codable {
    /// What customers are told about the business.
    public struct Profile: Hashable, Sendable, Codable {
        /// The website.
        public var businessURL: String?
        /// The name under which it sells.
        public var doingBusinessAs: String?
        /// What it sells.
        public var productDescription: String?

        /// Describes a business.
        public init(businessURL: String? = nil, doingBusinessAs: String? = nil, productDescription: String? = nil) {
            self.businessURL = businessURL
            self.doingBusinessAs = doingBusinessAs
            self.productDescription = productDescription
        }

        enum CodingKeys: String, CodingKey {
            case businessURL = "business_url"
            case doingBusinessAs = "doing_business_as"
            case productDescription = "product_description"
        }
    }

    /// Who is responsible for what.
    public struct Responsibilities: Hashable, Sendable, Codable {
        /// Who collects the fees: `stripe`, `application`, `application_custom` or `application_express`.
        public var feesCollector: String
        /// Who bears its losses: `stripe` or `application`.
        public var lossesCollector: String
        /// Who collects its requirements: `stripe` or `application`; follows from the others.
        public private(set) var requirementsCollector: String?

        /// Divides the responsibilities.
        public init(feesCollector: String, lossesCollector: String) {
            self.feesCollector = feesCollector
            self.lossesCollector = lossesCollector
        }

        enum CodingKeys: String, CodingKey {
            case feesCollector = "fees_collector"
            case lossesCollector = "losses_collector"
            case requirementsCollector = "requirements_collector"
        }
    }

    /// The currency that it is paid in.
    public var currency: Currency?
    /// Its languages, the preferred one first.
    @DefaultIfAbsent public var locales: [String]
    /// What customers are told about the business.
    public var profile: Profile?
    /// Who is responsible for what.
    public var responsibilities: Responsibilities?

    /// Creates defaults.
    public init(
        currency: Currency? = nil, locales: [String] = [], profile: Profile? = nil,
        responsibilities: Responsibilities? = nil
    ) {
        self.currency = currency
        self.locales = locales
        self.profile = profile
        self.responsibilities = responsibilities
    }

    enum CodingKeys: String, CodingKey { case currency, locales, profile, responsibilities }
}
