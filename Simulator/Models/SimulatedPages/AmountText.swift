import TenderModel

/// An amount of the API as people read and write it.
enum AmountText {
    /// Returns the amount as the page's language writes it, such as `$1,234.50` or `1.234,50 €`.
    ///
    /// - Parameters:
    ///   - units: The amount in the gateway's smallest units.
    ///   - code: The currency's code.
    static func text(_ units: Int64, _ code: String, in language: PageLanguage = .english) -> String {
        let name = code.uppercased()
        let decimal = decimal(units, code)
        let sign = decimal.hasPrefix("-") ? "-" : ""
        let number = grouped(decimal.drop { $0 == "-" }, language)
        let symbol = symbols[name]
        return switch language {
        case .english: symbol.map { sign + $0 + number } ?? "\(sign)\(name)\u{A0}\(number)"
        case .german: "\(sign)\(number)\u{A0}\(symbol ?? name)"
        }
    }

    /// The currencies with an unambiguous sign; the others are written with their code.
    private static let symbols = [
        "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩", "BRL": "R$", "AUD": "A$", "CAD": "CA$",
        "NZD": "NZ$", "HKD": "HK$", "MXN": "MX$",
    ]

    /// Formats a decimal with a language's separators for thousands and decimals.
    private static func grouped(_ decimal: Substring, _ language: PageLanguage) -> String {
        let parts = decimal.split(separator: ".", maxSplits: 1)
        let (group, point) = language == .english ? (",", ".") : (".", ",")
        let whole = parts.first.map(String.init) ?? "0"
        let first = whole.count % 3
        var groups = first == 0 ? [] : [String(whole.prefix(first))]
        var rest = whole.dropFirst(first)
        while !rest.isEmpty {
            groups.append(String(rest.prefix(3)))
            rest = rest.dropFirst(3)
        }
        return groups.joined(separator: group) + (parts.count == 2 ? point + parts[1] : "")
    }

    /// Returns the amount without the currency, as it is typed.
    static func decimal(_ units: Int64, _ code: String) -> String { amount(units, code)?.decimal ?? "\(units)" }

    /// Parses a typed amount into the gateway's smallest units, or returns `nil` if it is not an amount of the
    /// currency.
    static func units(_ text: String?, _ code: String) -> Int64? {
        guard let text, let currency = Currency(code) else { return nil }
        let point = text.replacing(",", with: ".")
        return try? Amount(parsing: point, currency: currency).gatewayUnits()
    }

    private static func amount(_ units: Int64, _ code: String) -> Amount? {
        Currency(code).flatMap { try? Amount(gatewayUnits: units, currency: $0) }
    }
}
