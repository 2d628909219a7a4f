import SimulatedPayments
import TenderModel

/// How the dashboard writes what the API says.
enum DeskFormats {
    /// An amount in the gateway's smallest units, such as `10.99 EUR`.
    static func money(_ units: Int64, _ code: String) -> String {
        guard let currency = Currency(code), let amount = try? Amount(gatewayUnits: units, currency: currency) else {
            return "\(units) \(code.uppercased())"
        }
        return amount.description
    }

    /// The same without the currency, as it is typed.
    static func decimal(_ units: Int64, _ code: String) -> String {
        guard let currency = Currency(code), let amount = try? Amount(gatewayUnits: units, currency: currency) else {
            return "\(units)"
        }
        return amount.decimal
    }

    /// What somebody typed, in the gateway's smallest units; nil when it is no amount of the currency.
    static func units(_ text: String?, _ code: String) -> Int64? {
        guard let text, let currency = Currency(code) else { return nil }
        let point = text.replacing(",", with: ".")
        return try? Amount(parsing: point, currency: currency).gatewayUnits()
    }

    /// The amount of an object that has one.
    static func amount(of object: JSONValue) -> HTML {
        "\(money(object.integer("amount"), object.string("currency")))"
    }

    /// A time in UTC, to the minute.
    static func time(_ seconds: Int64?) -> HTML {
        guard let seconds else { return "–" }
        let (date, time) = calendar(seconds)
        return "<time datetime=\"\(date)T\(time):00Z\">\(date) \(time)</time>"
    }

    private static let secondsOfDay: Int64 = 86_400

    /// Day and time of the proleptic Gregorian calendar.
    private static func calendar(_ seconds: Int64) -> (date: String, time: String) {
        let seconds = min(max(seconds, 0), 253_402_300_799)
        // Days since the first of March of the year 0, from which leap days come last.
        let days = seconds / secondsOfDay + 719_468
        let (era, dayOfEra) = (days / 146_097, days % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let minutes = seconds % secondsOfDay / 60
        return ("\(year)-\(padded(month))-\(padded(day))", "\(padded(minutes / 60)):\(padded(minutes % 60))")
    }

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// A name of the API as people write it.
    static func words(_ name: String) -> String { name.replacing("_", with: " ") }

    /// A state, with a colour beside the word.
    static func tag(_ status: String) -> HTML {
        guard !status.isEmpty else { return "–" }
        return "<span class=\"tag \(tone(status))\">\(words(status))</span>"
    }

    private static func tone(_ status: String) -> String {
        switch status {
        case "succeeded", "paid", "available", "won", "online", "enabled", "active", "yes": "good"
        case "failed", "canceled", "lost", "offline", "disabled", "inactive", "no": "bad"
        default: "warn"
        }
    }

    static func yesOrNo(_ value: Bool) -> HTML { tag(value ? "yes" : "no") }

    /// What a charge was paid with.
    static func method(of charge: JSONValue?) -> String {
        guard let details = charge?["payment_method_details"], let type = details["type"]?.text else { return "–" }
        let card = details[type]
        let parts = [card?["brand"]?.text, card?["last4"]?.text.map { "•••• " + $0 }, words(type)]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    /// An object as indented text.
    static func text(_ value: JSONValue, indent: String = "") -> String {
        let deeper = indent + "  "
        switch value {
        case .array(let elements) where !elements.isEmpty:
            let lines = elements.map { deeper + text($0, indent: deeper) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members) where !members.isEmpty:
            let lines = members.sorted { $0.key < $1.key }.map { name, value in
                deeper + source(.string(name)) + ": " + text(value, indent: deeper)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        default: return source(value)
        }
    }

    private static func source(_ value: JSONValue) -> String { String(decoding: value.rendered(), as: UTF8.self) }

    /// Facts as a list of names and values; those without a value are left out.
    static func facts(_ facts: [(name: String, value: HTML?)]) -> HTML {
        let parts = facts.compactMap { name, value in value.map { "<dt>\(name)</dt><dd>\($0)</dd>\n" as HTML } }
        return "<dl>\n\(parts)</dl>"
    }

    /// A text as a fact; nil for none.
    static func fact(_ text: String?) -> HTML? { text.flatMap { $0.isEmpty ? nil : "\($0)" } }

    /// Metadata as facts.
    static func metadata(of object: JSONValue) -> [(name: String, value: HTML?)] {
        (object["metadata"]?.members ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, fact($0.value.text)) }
    }
}
