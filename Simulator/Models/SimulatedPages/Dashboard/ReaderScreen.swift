import SimulatedPayments

/// The display that a reader shows to the customer.
enum ReaderScreen {
    /// Returns the action of a reader in a few words.
    static func summary(of reader: JSONValue) -> String {
        guard let type = reader["action"]?["type"]?.text else { return "idle" }
        return "\(DashboardFormats.words(type)): \(DashboardFormats.words(reader["action"]?.string("status") ?? ""))"
    }

    /// Returns the lines on the display.
    static func lines(of reader: JSONValue, _ dashboard: Dashboard, _ payments: inout SimulatedPayments) -> [String] {
        guard reader["status"] != "offline" else { return ["(dark: the reader is unplugged)"] }
        guard let action = reader["action"], let type = action["type"]?.text else { return ["Welcome"] }
        let content = action[type]
        if action["status"] == "in_progress" { return waiting(type, content, dashboard, &payments) }
        if type == "set_reader_display" { return cart(content) }
        if action["status"] == "failed" { return [action["failure_message"]?.text ?? "Something went wrong"] }
        return ["Thank you"]
    }

    private static func waiting(
        _ type: String, _ content: JSONValue?, _ dashboard: Dashboard, _ payments: inout SimulatedPayments
    ) -> [String] {
        switch type {
        case "set_reader_display": return cart(content)
        case "collect_inputs": return (content?.elements("inputs") ?? []).map(question)
        case "process_setup_intent": return ["Save your card", "Tap, insert or swipe"]
        case "confirm_payment_intent": return ["Processing…"]
        case "print_content": return ["Printing…"]
        case "refund_payment":
            let amount = content?["amount"]?.number
            let code = content?["currency"]?.text ?? currency(of: content, dashboard, &payments)
            return ["Refund " + (amount.map { AmountText.text($0, code) } ?? ""), "Tap, insert or swipe"]
        default:
            guard let id = content?["payment_intent"]?.text else { return ["Tap, insert or swipe"] }
            let payment = dashboard.ask("GET", "/v1/payment_intents/\(id)", of: &payments).json
            return [
                AmountText.text(payment.integer("amount"), payment.string("currency")), "Tap, insert or swipe",
            ]
        }
    }

    private static func currency(
        of content: JSONValue?, _ dashboard: Dashboard, _ payments: inout SimulatedPayments
    ) -> String {
        guard let id = content?["charge"]?.text else { return "" }
        return dashboard.ask("GET", "/v1/charges/\(id)", of: &payments).json.string("currency")
    }

    private static func cart(_ content: JSONValue?) -> [String] {
        guard let cart = content?["cart"] else { return [] }
        let code = cart.string("currency")
        let items = cart.elements("line_items").map { item in
            "\(item.integer("quantity")) × \(item.string("description")) \(AmountText.text(item.integer("amount"), code))"
        }
        return items + ["Total \(AmountText.text(cart.integer("total"), code))"]
    }

    private static func question(_ input: JSONValue) -> String {
        let title = input["custom_text"]?.string("title") ?? ""
        let choices = (input["selection"]?.elements("choices") ?? []).map { $0.string("text") }
        let need = input.isTrue("required") ? "required" : "optional"
        return "\(title) [\(choices.isEmpty ? input.string("type") : choices.joined(separator: " | "))], \(need)"
    }
}
