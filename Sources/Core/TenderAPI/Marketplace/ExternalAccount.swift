public import TenderModel

/// A bank account to which a connected account is paid out.
public struct ExternalAccount: Hashable, Sendable, Codable, Identifiable {
    /// The id, `ba_…`.
    public var id: String
    /// The bank's name.
    public var bankName: String?
    /// The country, two letters.
    public var country: String
    /// The currency, three letters.
    public var currency: String
    /// The last digits of its number.
    public var last4: String
    /// The number of the bank, where the country has one.
    public var routingNumber: String?
    /// The name of its holder.
    public var holderName: String?
    /// Whether payouts in its currency go there.
    @DefaultIfAbsent public var isDefaultForCurrency: Bool
    /// The state, such as `new`, `verified` or `errored`.
    public var status: String?
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]

    /// Creates a bank account; what is not given is unknown.
    public init(
        id: String, country: String, currency: String, last4: String, bankName: String? = nil,
        routingNumber: String? = nil, holderName: String? = nil, isDefaultForCurrency: Bool = false,
        status: String? = nil, metadata: [String: String] = [:]
    ) {
        self.id = id
        self.country = country
        self.currency = currency
        self.last4 = last4
        self.bankName = bankName
        self.routingNumber = routingNumber
        self.holderName = holderName
        self.isDefaultForCurrency = isDefaultForCurrency
        self.status = status
        self.metadata = metadata
    }

    enum CodingKeys: String, CodingKey {
        case id, country, currency, last4, status, metadata
        case bankName = "bank_name"
        case routingNumber = "routing_number"
        case holderName = "account_holder_name"
        case isDefaultForCurrency = "default_for_currency"
    }
}
