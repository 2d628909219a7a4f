import TenderModel

/// An amount of the API as people read it.
enum AmountText {
    /// - Parameters:
    ///   - units: in the gateway's smallest units.
    ///   - code: of the currency.
    static func text(_ units: Int64, _ code: String) -> String {
        guard let currency = Currency(code), let amount = try? Amount(gatewayUnits: units, currency: currency) else {
            return "\(units) \(code.uppercased())"
        }
        return "\(amount.decimal) \(code.uppercased())"
    }
}
