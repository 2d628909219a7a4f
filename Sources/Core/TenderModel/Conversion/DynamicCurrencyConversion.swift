/// The conversion of a payment into the cardholder's currency, as the API tells it; rates are decimal texts.
///
/// The API's preview is closed: `presentment_amount` and `presentment_currency` are named after its
/// `presentment_details`, and the statuses are ours.
public struct DynamicCurrencyConversion: Hashable, Sendable, Codable {
    /// What became of the offer.
    public enum Status: OpenEnum {
        /// The cardholder has not chosen.
        case offered
        /// The card is charged in its own currency.
        case accepted
        /// The card is charged in the shop's currency.
        case declined
        /// A value that this version has no name for.
        case unknown(String)

        /// The cases with a name.
        public static let known: [Status] = [.offered, .accepted, .declined]

        /// The string of the API.
        public var rawValue: String {
            switch self {
            case .offered: "offered"
            case .accepted: "accepted"
            case .declined: "declined"
            case .unknown(let value): value
            }
        }
    }

    /// Units of the cardholder's currency for one of the shop's.
    public var cardholderRate: String?
    /// When the rate was valid, in seconds since 1970.
    public var fxAsOf: Int64?
    /// The amount before the conversion, in the gateway's units of `originalCurrency`.
    public var originalAmount: Int64?
    /// The shop's currency, three letters.
    public var originalCurrency: String?
    /// The converted amount, in the gateway's units of `presentmentCurrency`.
    public var presentmentAmount: Int64?
    /// The cardholder's currency, three letters.
    public var presentmentCurrency: String?
    /// The rate that others are compared with.
    public var referenceFxRate: String?
    /// How much dearer the cardholder's rate is, in percent.
    public var referenceMarkupPercent: String?
    /// Whether the cardholder accepted it.
    public var status: Status?
    /// The rate of the transaction.
    public var transactionFxRate: String?
    /// How much dearer the transaction's rate is, in percent.
    public var transactionMarkupPercent: String?

    /// Creates an empty description.
    public init() {}

    /// Reads the API's object; a member that cannot be read is left out, since it must not hide what the card was charged.
    ///
    /// - Throws: `DecodingError` for anything but an object.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        cardholderRate = try? values.decode(String.self, forKey: .cardholderRate)
        fxAsOf = try? values.decode(Int64.self, forKey: .fxAsOf)
        originalAmount = try? values.decode(Int64.self, forKey: .originalAmount)
        originalCurrency = try? values.decode(String.self, forKey: .originalCurrency)
        presentmentAmount = try? values.decode(Int64.self, forKey: .presentmentAmount)
        presentmentCurrency = try? values.decode(String.self, forKey: .presentmentCurrency)
        referenceFxRate = try? values.decode(String.self, forKey: .referenceFxRate)
        referenceMarkupPercent = try? values.decode(String.self, forKey: .referenceMarkupPercent)
        status = try? values.decode(Status.self, forKey: .status)
        transactionFxRate = try? values.decode(String.self, forKey: .transactionFxRate)
        transactionMarkupPercent = try? values.decode(String.self, forKey: .transactionMarkupPercent)
    }

    /// The converted amount; `nil` if it is not told, or cannot be charged.
    public var presentment: Amount? {
        guard let units = presentmentAmount, let currency = presentmentCurrency.flatMap({ Currency($0) }) else {
            return nil
        }
        return try? Amount(gatewayUnits: units, currency: currency)
    }

    /// The exchange that the cardholder sees, such as `1 USD = 0.9476 EUR`, at the rate of the transaction if it is told;
    /// `nil` if it cannot be shown.
    public var exchange: String? {
        guard let from = originalCurrency.flatMap({ Currency($0) }), let to = presentment?.currency,
            let rate = Self.shown(transactionFxRate ?? cardholderRate)
        else { return nil }
        return "1 \(from) = \(rate) \(to)"
    }

    /// How much dearer that rate is than the reference rate, in percent, as people read it; `nil` if it cannot be shown.
    public var markup: String? { Self.shown(transactionMarkupPercent ?? referenceMarkupPercent) }

    /// Returns a decimal text without zeros at its end; `nil` for anything but digits with at most a point between them.
    private static func shown(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 20 else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isDecimal =
            (1...2).contains(parts.count)
            && parts.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            }
        guard isDecimal else { return nil }
        var shown = text
        while parts.count == 2, shown.last == "0" { shown.removeLast() }
        if shown.last == "." { shown.removeLast() }
        return shown
    }

    /// The cardholder's choice about a charge of this amount; `nil` if there is none yet.
    ///
    /// A converted amount that cannot be read is told as the amount itself, to which nobody consents as converted.
    package func choice(of amount: Amount) -> ConversionChoice? {
        switch status {
        case .accepted: .accepted(presentment ?? amount)
        case .declined: .declined
        case .offered, .unknown, nil: nil
        }
    }

    private enum CodingKeys: String, CodingKey {
        case status
        case cardholderRate = "cardholder_rate"
        case fxAsOf = "fx_as_of"
        case originalAmount = "original_amount"
        case originalCurrency = "original_currency"
        case presentmentAmount = "presentment_amount"
        case presentmentCurrency = "presentment_currency"
        case referenceFxRate = "reference_fx_rate"
        case referenceMarkupPercent = "reference_markup_percent"
        case transactionFxRate = "transaction_fx_rate"
        case transactionMarkupPercent = "transaction_markup_percent"
    }
}
