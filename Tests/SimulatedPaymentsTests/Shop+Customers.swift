import Foundation
import SimulatedPayments

/// What a shop does for customers it knows.
extension Shop {
    mutating func remove(_ path: String, key: String? = nil) -> Answer {
        Answer(payments.handle(request("DELETE", path, key: key), now: now))
    }

    mutating func customer(_ form: Form = []) -> String { post("customers", form).id }

    /// Attaches a fresh test card.
    mutating func save(_ card: String = "pm_card_visa", for customer: String) -> String {
        post("payment_methods/\(card)/attach", [("customer", customer)]).id
    }

    mutating func method(_ form: Form = [("card[token]", "tok_visa")]) -> Answer {
        post("payment_methods", [("type", "card")] + form)
    }

    /// The ids of a customer's payment methods.
    mutating func methods(of customer: String) -> [String] {
        get("customers/\(customer)/payment_methods", [("limit", "100")]).ids
    }

    mutating func ephemeralKey(for customer: String) -> Answer {
        var request = request("POST", "ephemeral_keys", [("customer", customer)])
        request.headers["stripe-version"] = "2024-04-10"
        return Answer(payments.handle(request, now: now))
    }

    /// The types of the events since the last time.
    mutating func newEvents() throws -> [String] { try newEventObjects().compactMap { $0["type"]?.text } }

    /// The rows of the events since the last time.
    mutating func newEventObjects() throws -> [JSONValue] {
        try payments.takeChanges().filter { $0.kind == .event }.map { record in
            try JSONDecoder().decode(JSONValue.self, from: Data(record.content ?? []))
        }
    }

    static let typed: Form = [
        ("card[number]", "4242424242424242"), ("card[exp_month]", "8"), ("card[exp_year]", "2031"),
        ("card[cvc]", "314"),
    ]
}

extension Shop.Answer {
    /// The ids of a list's elements.
    var ids: [String] { self["data"]?.elements.compactMap { $0["id"]?.text } ?? [] }

    /// The status and the code of an error.
    var refusal: String { "\(status) \(code)" }
}
