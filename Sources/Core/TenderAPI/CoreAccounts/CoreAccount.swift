public import TenderModel

/// An account that sells through a platform, as version 2 of the API shows it: the same account as `ConnectedAccount`.
///
/// The parts `configuration`, `defaults`, `identity`, `requirements` and `futureRequirements` are `nil` unless the call
/// named them.
public struct CoreAccount: Hashable, Sendable, Codable, Identifiable {
    /// A part that is only shown on request.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        /// What it is as a customer.
        case customer = "configuration.customer"
        /// What it is as a merchant.
        case merchant = "configuration.merchant"
        /// What it is as a recipient.
        case recipient = "configuration.recipient"
        /// What holds for all configurations.
        case defaults
        /// What it will have to provide.
        case futureRequirements = "future_requirements"
        /// Who it is.
        case identity
        /// What it must still provide.
        case requirements
    }

    /// What it is used for; a configuration that is not applied, or was not asked for, is `nil`.
    public struct Configuration: Hashable, Sendable, Codable {
        /// What it is as a customer.
        public var customer: Customer?
        /// What it is as a merchant.
        public var merchant: CoreMerchant?
        /// What it is as a recipient.
        public var recipient: Recipient?
    }

    /// What an account is as a customer.
    public struct Customer: Hashable, Sendable, Codable {
        /// Whether it is one.
        @DefaultIfAbsent public var applied: Bool
    }

    /// What an account is as a recipient.
    public struct Recipient: Hashable, Sendable, Codable {
        /// Whether it is one.
        @DefaultIfAbsent public var applied: Bool
        /// What it asked to be able to do.
        public var capabilities: CoreCapabilities?
    }

    /// The ID, `acct_…`.
    public var id: String
    /// What it is used for.
    @DefaultIfAbsent public var appliedConfigurations: [AccountConfiguration]
    /// Whether it was closed, for good.
    @DefaultIfAbsent public var closed: Bool
    /// The email address.
    public var contactEmail: String?
    /// The telephone number.
    public var contactPhone: String?
    /// The dashboard that its holder has: `express`, `full` or `none`.
    public var dashboard: String?
    /// The name for the platform's own lists.
    public var displayName: String?
    /// The configurations.
    public var configuration: Configuration?
    /// What holds for all configurations.
    public var defaults: CoreDefaults?
    /// Who it is.
    public var identity: CoreIdentity?
    /// What it must still provide.
    public var requirements: CoreRequirements?
    /// What it will have to provide.
    public var futureRequirements: CoreRequirements?
    /// When it was created, in seconds since 1970.
    @TimestampText public var created: Int64
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]

    enum CodingKeys: String, CodingKey {
        case id, closed, dashboard, configuration, defaults, identity, requirements, created, metadata
        case appliedConfigurations = "applied_configurations"
        case contactEmail = "contact_email"
        case contactPhone = "contact_phone"
        case displayName = "display_name"
        case futureRequirements = "future_requirements"
    }
}
