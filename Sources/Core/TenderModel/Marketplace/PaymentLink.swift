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
    @ExpandableID public var onBehalfOf: String?
    /// The caller's own keys and values.
    @DefaultIfAbsent public var metadata: [String: String]

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

    private enum CodingKeys: String, MoneyKey {
        case id, url, active, currency, metadata
        case applicationFeeAmount = "application_fee_amount"
        case transferData = "transfer_data"
        case onBehalfOf = "on_behalf_of"
    }
}
