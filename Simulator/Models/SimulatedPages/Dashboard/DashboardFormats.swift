import SimulatedPayments

/// The formats in which the dashboard writes the API's data.
enum DashboardFormats {
    /// Formats the amount of an object that has one.
    static func amount(of object: JSONValue) -> HTML {
        "\(AmountText.text(object.integer("amount"), object.string("currency")))"
    }

    /// Formats a time in UTC, to the minute.
    static func time(_ seconds: Int64?) -> HTML {
        guard let seconds else { return "–" }
        let moment = Timestamp(seconds)
        let time = moment.text.dropFirst(moment.day.count + 1).prefix(5)
        return "<time datetime=\"\(moment.day)T\(time):00Z\">\(moment.day) \(time)</time>"
    }

    /// Formats a name of the API as people write it.
    static func words(_ name: String) -> String {
        names[name] ?? name.replacing("_", with: " ").replacing(".", with: " ")
    }

    /// The names that are not plain words.
    private static let names = [
        "amex": "American Express", "automatic": "automatically", "automatic_async": "automatically",
        "bancontact": "Bancontact", "bbpos_wisepos_e": "BBPOS WisePOS E", "card_present": "card at a reader",
        "diners": "Diners Club", "discover": "Discover", "eftpos_au": "eftpos Australia", "ideal": "iDEAL",
        "collect_inputs": "questions", "collect_payment_method": "reading a card", "confirm_payment_intent": "payment",
        "interac": "Interac", "interac_present": "Interac card at a reader", "jcb": "JCB", "manual": "by hand",
        "mastercard": "Mastercard", "print_content": "printing", "process_payment_intent": "payment",
        "process_setup_intent": "saving a card",
        "refund_payment": "refund", "set_reader_display": "order on the screen",
        "requirements.past_due": "information is missing",
        "sepa_debit": "SEPA direct debit",
        "simulated_stripe_s700": "S700, simulated", "simulated_wisepos_e": "WisePOS E, simulated",
        "stripe_m2": "M2", "stripe_s700": "S700", "unionpay": "UnionPay", "visa": "Visa",
    ]

    /// Formats a state, with a color beside the word.
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

    /// Returns the payment method of a charge.
    static func method(of charge: JSONValue?) -> String {
        guard let details = charge?["payment_method_details"], let type = details["type"]?.text else { return "–" }
        let card = details[type]
        let parts = [card?["brand"]?.text.map(words), card?["last4"]?.text.map { "•••• " + $0 }, words(type)]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    /// Formats an object as indented text.
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

    /// Formats facts as a list of names and values, leaving out those without a value.
    static func facts(_ facts: [(name: String, value: HTML?)]) -> HTML {
        let parts = facts.compactMap { name, value in value.map { "<dt>\(name)</dt><dd>\($0)</dd>\n" as HTML } }
        return "<dl>\n\(parts)</dl>"
    }

    /// Returns a text as a fact; `nil` for none.
    static func fact(_ text: String?) -> HTML? { text.flatMap { $0.isEmpty ? nil : "\($0)" } }

    /// Returns metadata as facts.
    static func metadata(of object: JSONValue) -> [(name: String, value: HTML?)] {
        (object["metadata"]?.members ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, fact($0.value.text)) }
    }
}
