import TenderModel

/// An amount of the API as people read and write it.
enum AmountText {
    /// The amount with its currency, such as `10.99 EUR`.
    ///
    /// - Parameters:
    ///   - units: in the gateway's smallest units.
    ///   - code: of the currency.
    static func text(_ units: Int64, _ code: String) -> String {
        amount(units, code)?.description ?? "\(units) \(code.uppercased())"
    }

    /// The same without the currency, as it is typed.
    static func decimal(_ units: Int64, _ code: String) -> String { amount(units, code)?.decimal ?? "\(units)" }

    /// What somebody typed, in the gateway's smallest units; nil when it is no amount of the currency.
    static func units(_ text: String?, _ code: String) -> Int64? {
        guard let text, let currency = Currency(code) else { return nil }
        let point = text.replacing(",", with: ".")
        return try? Amount(parsing: point, currency: currency).gatewayUnits()
    }

    private static func amount(_ units: Int64, _ code: String) -> Amount? {
        Currency(code).flatMap { try? Amount(gatewayUnits: units, currency: $0) }
    }
}
