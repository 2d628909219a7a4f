public import TenderModel

/// The number and date formats of a locale, from small built-in tables.
public struct ReceiptFormat: Hashable, Sendable {
    private let locale: ReceiptLocale

    /// Creates the formats of a locale.
    public init(_ locale: ReceiptLocale) { self.locale = locale }

    /// Formats the amount without its currency, such as `1.234,50`.
    public func number(_ amount: Amount) -> String { localized(amount.decimal) }

    /// Formats the amount with the currency code where the language puts it.
    public func money(_ amount: Amount) -> String { withCurrency(number(amount), amount.currency) }

    /// Formats the amount without its sign and currency.
    public func magnitude(_ amount: Amount) -> String {
        localized(amount.minorUnits < 0 ? String(amount.decimal.dropFirst()) : amount.decimal)
    }

    /// Formats the amount without its sign, with its currency.
    public func moneyMagnitude(_ amount: Amount) -> String { withCurrency(magnitude(amount), amount.currency) }

    /// Formats the quantity without trailing zeros.
    public func quantity(_ quantity: Quantity) -> String { thousandths(quantity.thousandths) }

    /// Formats the percentage, such as `19 %`.
    public func percentage(_ share: Percentage) -> String {
        thousandths(share.thousandths) + (locale.language == .english ? "%" : "\u{A0}%")
    }

    /// Formats the date and time of day.
    public func time(_ time: ReceiptTime) -> String {
        let local = time.local
        let date = date(
            Self.padded(local.year, 4), Self.padded(Int64(local.month), 2), Self.padded(Int64(local.day), 2))
        let clock = [local.hour, local.minute, local.second].map { Self.padded(Int64($0), 2) }
        return date + " " + clock.joined(separator: ":")
    }

    /// Formats a day such as `2026-11-21`, as events have it; other text stays as it is.
    public func businessDate(_ text: String) -> String {
        guard BusinessDate.isValid(text) else { return text }
        let parts = text.split(separator: "-").map(String.init)
        return date(parts[0], parts[1], parts[2])
    }

    private func date(_ year: String, _ month: String, _ day: String) -> String {
        switch (locale.language, locale.country) {
        case (.german, _): "\(day).\(month).\(year)"
        case (.french, "CH"): "\(day).\(month).\(year)"
        case (.french, "CA"): "\(year)-\(month)-\(day)"
        case (.french, _): "\(day)/\(month)/\(year)"
        case (.english, "US"): "\(month)/\(day)/\(year)"
        case (.english, "GB"), (.english, "IE"), (.english, "AU"), (.english, "NZ"): "\(day)/\(month)/\(year)"
        case (.english, _): "\(year)-\(month)-\(day)"
        }
    }

    private var separators: (decimal: Character, group: Character) {
        switch (locale.language, locale.country) {
        case (.german, "CH"), (.german, "LI"): (".", "'")
        case (.german, _): (",", ".")
        case (.french, "CH"): (".", "\u{A0}")
        case (.french, _): (",", "\u{A0}")
        case (.english, _): (".", ",")
        }
    }

    /// Converts a decimal with a point, such as `Amount` writes it, to the locale's form.
    private func localized(_ decimal: String) -> String {
        let isNegative = decimal.hasPrefix("-")
        let parts = (isNegative ? decimal.dropFirst() : decimal[...]).split(separator: ".", maxSplits: 1)
        let whole = Array(parts.first ?? "0")
        var text = isNegative ? "-" : ""
        for (place, digit) in whole.enumerated() {
            if place > 0, (whole.count - place).isMultiple(of: 3) { text.append(separators.group) }
            text.append(digit)
        }
        if parts.count == 2 { text += String(separators.decimal) + parts[1] }
        return text
    }

    private func withCurrency(_ number: String, _ currency: Currency) -> String {
        locale.language == .english ? "\(currency)\u{A0}\(number)" : "\(number)\u{A0}\(currency)"
    }

    private func thousandths(_ value: Int64) -> String {
        let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 1000)
        var decimals = Self.padded(Int64(rest), 3)
        while decimals.hasSuffix("0") { decimals.removeLast() }
        return localized((value < 0 ? "-" : "") + String(whole) + (decimals.isEmpty ? "" : "." + decimals))
    }

    private static func padded(_ value: Int64, _ count: Int) -> String {
        let digits = String(value.magnitude)
        return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
