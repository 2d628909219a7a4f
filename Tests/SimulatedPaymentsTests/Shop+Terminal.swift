import Foundation
import SimulatedCard
import SimulatedPayments
import TenderBytes

/// What a back office asks of readers.
extension Shop {
    mutating func delete(_ path: String) -> Answer {
        Answer(payments.handle(request("DELETE", path), now: now))
    }

    mutating func register(_ more: Form = []) -> String {
        post("terminal/readers", [("registration_code", "simulated-wpe")] + more).id
    }

    /// Tells a reader to do something.
    mutating func tell(_ reader: String, _ action: String, _ form: Form = []) -> Answer {
        post("terminal/readers/\(reader)/\(action)", form)
    }

    /// Acts for the customer.
    mutating func help(_ reader: String, _ helper: String, _ form: Form = []) -> Answer {
        post("test_helpers/terminal/readers/\(reader)/\(helper)", form)
    }

    mutating func present(on reader: String, _ number: String? = nil, _ more: Form = []) -> Answer {
        help(reader, "present_payment_method", (number.map { [("card_present[number]", $0)] } ?? []) + more)
    }

    mutating func arm(_ reader: String, _ fault: String, _ count: Int? = nil) -> Answer {
        post("_tender/readers/\(reader)/fault", [("fault", fault)] + (count.map { [("count", "\($0)")] } ?? []))
    }

    /// Creates an intent and lets a reader wait for its card.
    mutating func ask(
        _ reader: String, for amount: Int64, _ currency: String = "usd", _ more: Form = [], config: Form = []
    ) -> String {
        let intent = create(amount, currency, more).id
        _ = tell(reader, "process_payment_intent", [("payment_intent", intent)] + config)
        return intent
    }

    /// Sells on a reader.
    mutating func sell(
        _ amount: Int64, _ currency: String = "usd", card: String? = nil, on reader: String, _ more: Form = []
    ) -> String {
        let intent = ask(reader, for: amount, currency, more)
        _ = present(on: reader, card)
        return intent
    }

    /// Sells on a reader to a customer with Interac, whose refunds need the card.
    mutating func sellToInterac(_ amount: Int64 = 1000, on reader: String, _ more: Form = []) -> String {
        sell(amount, "cad", on: reader, [("payment_method_types[]", "interac_present")] + more)
    }

    mutating func reader(_ id: String) -> Answer { get("terminal/readers/\(id)") }

    mutating func intent(_ id: String) -> Answer {
        get("payment_intents/\(id)", [("expand[]", "latest_charge"), ("expand[]", "payment_method")])
    }

    /// The types of the events since the last time that begin so.
    mutating func events(_ prefix: String) throws -> [String] {
        try payments.takeChanges().filter { $0.kind == .event }.compactMap { record in
            try JSONDecoder().decode(JSONValue.self, from: Data(record.content ?? []))["type"]?.text
        }
        .filter { $0.hasPrefix(prefix) }
    }

    /// Creates a SetupIntent for a card in a reader.
    mutating func createSetup(_ more: Form = []) -> String {
        let types: Form = [("payment_method_types[]", "card_present")]
        return post("setup_intents", (more.contains { $0.0.hasPrefix("payment_method_types") } ? [] : types) + more).id
    }
}

extension Shop.Answer {
    /// Type and status of a reader's action, with what failed.
    var action: String {
        guard status == 200 else { return "HTTP \(status) \(code)" }
        guard let action = self["action"], action != .null else { return "none" }
        let failure = action["failure_code"]?.text.map { " " + $0 } ?? ""
        return "\(action["type"]?.text ?? "?") \(action["status"]?.text ?? "?")\(failure)"
    }
}

extension SimulatedCard {
    var digits: String { number.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}
