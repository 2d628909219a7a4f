public import TenderModel

/// An address where anybody can pay, any number of times, until it is deactivated.
public struct PaymentLink: Hashable, Sendable, Codable, Identifiable {
    /// The id, `plink_…`.
    public var id: String
    /// The page's address.
    public var url: String
    /// Whether it can still be used.
    public var active: Bool
    /// The currency of its payments.
    public var currency: Currency
    /// The platform's share of each payment.
    public var applicationFeeAmount: Amount?
    /// The connected account that receives the money.
    public var transferData: TransferData?
    /// The connected account that is the merchant of record.
    @ExpandableID public var onBehalfOf: String?
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]

    /// Creates a link; its amounts are in `currency`.
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
