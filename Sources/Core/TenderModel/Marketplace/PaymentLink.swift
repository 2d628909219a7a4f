/// An address at which anybody can pay, again and again, until it is switched off.
public struct PaymentLink: Hashable, Sendable, Codable, Identifiable {
    /// The id, `plink_…`.
    public var id: String
    /// Where the page is.
    public var url: String
    /// Whether it can be used.
    public var active: Bool
    /// The currency that is paid in.
    public var currency: Currency
    /// What the platform keeps of each payment.
    public var applicationFeeAmount: Amount?
    /// The connected account that has the money.
    public var transferData: TransferData?
    /// The connected account that is merchant of record.
    public var onBehalfOf: String?
    /// The caller's own keys and values.
    public var metadata: [String: String]

    /// Makes a link.
    public init(
        id: String, url: String, active: Bool, currency: Currency, applicationFeeAmount: Amount? = nil,
        transferData: TransferData? = nil, onBehalfOf: String? = nil, metadata: [String: String] = [:]
    ) {
        self.id = id
        self.url = url
        self.active = active
        self.currency = currency
        self.applicationFeeAmount = applicationFeeAmount
        self.transferData = transferData
        self.onBehalfOf = onBehalfOf
        self.metadata = metadata
    }

    private enum CodingKeys: String, CodingKey {
        case id, url, active, currency, metadata
        case applicationFeeAmount = "application_fee_amount"
        case transferData = "transfer_data"
        case onBehalfOf = "on_behalf_of"
    }

    /// Reads the API's object; throws `DecodingError` for a missing or impossible field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        url = try container.decode(String.self, forKey: .url)
        active = try container.decode(Bool.self, forKey: .active)
        currency = try container.decode(Currency.self, forKey: .currency)
        applicationFeeAmount = try container.decodeAmountIfPresent(forKey: .applicationFeeAmount, currency)
        transferData = try container.decodeIfPresent(TransferData.Form.self, forKey: .transferData)?.value(currency)
        onBehalfOf = try container.decodeIDIfPresent(forKey: .onBehalfOf)
        metadata = try container.decodeIfPresent([String: String].self, forKey: .metadata) ?? [:]
    }

    /// Writes the API's object; absent values are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(url, forKey: .url)
        try container.encode(active, forKey: .active)
        try container.encode(currency, forKey: .currency)
        try container.encodeAmount(applicationFeeAmount, forKey: .applicationFeeAmount)
        try container.encodeIfPresent(transferData.map(TransferData.Form.init), forKey: .transferData)
        try container.encodeIfPresent(onBehalfOf, forKey: .onBehalfOf)
        try container.encode(metadata, forKey: .metadata)
    }
}
