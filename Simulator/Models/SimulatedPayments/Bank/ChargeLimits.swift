import TenderModel

/// The limits of a charge, in the gateway's smallest units.
///
/// Source: the API's public pages on currencies and minimum amounts.
enum ChargeLimits {
    /// Eight digits.
    static let maximum: Int64 = 99_999_999

    private static let minimums: [String: Int64] = [
        "usd": 50, "aud": 50, "cad": 50, "chf": 50, "eur": 50, "nzd": 50, "sgd": 50, "brl": 50, "inr": 50, "gbp": 30,
        "aed": 200, "ron": 200, "pln": 200, "myr": 200, "bgn": 100, "czk": 1500, "dkk": 250, "hkd": 400,
        "huf": 17500, "jpy": 50, "mxn": 1000, "nok": 300, "sek": 300, "thb": 1000,
    ]

    static func minimum(of currency: Currency) -> Int64 { minimums[currency.code] ?? 1 }

    /// Returns whether the amount is a multiple of the currency's step, such as whole units or a last digit of zero.
    static func isWhole(_ amount: Int64, _ currency: Currency) -> Bool {
        (try? Amount(gatewayUnits: amount, currency: currency).gatewayUnits()) == amount
    }

    /// Returns the amount as messages show it, such as `$6.00` or `6.00 CHF`.
    static func text(_ amount: Int64, _ currency: Currency) -> String {
        guard let amount = try? Amount(gatewayUnits: amount, currency: currency) else { return String(amount) }
        return symbols[currency.code].map { $0 + grouped(amount.decimal) } ?? amount.description
    }

    /// Returns the amount with the currency's code, such as `$0.50 usd`.
    static func textWithCode(_ amount: Int64, _ currency: Currency) -> String {
        guard let amount = try? Amount(gatewayUnits: amount, currency: currency) else { return String(amount) }
        return "\(symbols[currency.code] ?? "")\(grouped(amount.decimal)) \(currency.code)"
    }

    private static let symbols = ["usd": "$", "eur": "€", "gbp": "£"]

    /// Groups the thousands with commas.
    private static func grouped(_ decimal: String) -> String {
        let whole = decimal.prefix { $0 != "." }
        var grouped = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index).isMultiple(of: 3) { grouped.append(",") }
            grouped.append(digit)
        }
        return grouped + decimal.dropFirst(whole.count)
    }
}
