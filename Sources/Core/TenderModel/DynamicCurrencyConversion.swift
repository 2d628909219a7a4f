/// The conversion of a payment into the cardholder's currency, as the API tells it; rates are decimal texts.
public struct DynamicCurrencyConversion: Hashable, Sendable, Codable {
    /// Units of the cardholder's currency for one of the shop's.
    public var cardholderRate: String?
    /// When the rate was valid, in seconds since 1970.
    public var fxAsOf: Int64?
    /// The amount before the conversion, in the gateway's units of `originalCurrency`.
    public var originalAmount: Int64?
    /// The shop's currency, three letters.
    public var originalCurrency: String?
    /// The rate that others are compared with.
    public var referenceFxRate: String?
    /// How much dearer the cardholder's rate is, in percent.
    public var referenceMarkupPercent: String?
    /// Whether the cardholder accepted it, in the API's words.
    public var status: String?
    /// The rate of the transaction.
    public var transactionFxRate: String?
    /// How much dearer the transaction's rate is, in percent.
    public var transactionMarkupPercent: String?

    /// Creates an empty description.
    public init() {}

    private enum CodingKeys: String, CodingKey {
        case status
        case cardholderRate = "cardholder_rate"
        case fxAsOf = "fx_as_of"
        case originalAmount = "original_amount"
        case originalCurrency = "original_currency"
        case referenceFxRate = "reference_fx_rate"
        case referenceMarkupPercent = "reference_markup_percent"
        case transactionFxRate = "transaction_fx_rate"
        case transactionMarkupPercent = "transaction_markup_percent"
    }
}
