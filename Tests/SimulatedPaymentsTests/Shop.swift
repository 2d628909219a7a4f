import Foundation
import SimulatedCard
import SimulatedPayments
import TenderModel

typealias Form = [(String, String)]

/// A merchant in front of the simulated payments, with a clock of its own.
struct Shop {
    struct Answer {
        let status: Int
        let headers: [APIResponse.Header]
        let body: JSONValue
        let bytes: [UInt8]

        init(_ response: APIResponse) {
            status = response.status
            headers = response.headers
            bytes = response.body
            body = (try? JSONDecoder().decode(JSONValue.self, from: Data(response.body))) ?? .null
        }

        subscript(path: String...) -> JSONValue? { path.reduce(body) { $0?[$1] } }

        var id: String { self["id"]?.text ?? "" }
        var state: String { self["status"]?.text ?? "HTTP \(status) \(code)" }
        var code: String { self["error", "code"]?.text ?? "-" }
        var declineCode: String { self["error", "decline_code"]?.text ?? "-" }
        var param: String { self["error", "param"]?.text ?? "-" }

        func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
    }

    var payments = SimulatedPayments(seed: [1, 2, 3], recordsChanges: true)
    var now: Int64 = 1_800_000_000
    var key = "sk_test_shop"
    /// The connected account that the shop acts for.
    var account: String?
    private var counter: UInt64 = 0

    mutating func post(_ path: String, _ form: Form = [], idempotency: String? = nil, key: String? = nil) -> Answer {
        Answer(payments.handle(request("POST", path, form, idempotency: idempotency, key: key), now: now))
    }

    mutating func get(_ path: String, _ form: Form = [], key: String? = nil) -> Answer {
        var request = request("GET", path, [], key: key)
        request.query = Self.encode(form)
        return Answer(payments.handle(request, now: now))
    }

    func request(
        _ method: String, _ path: String, _ form: Form = [], idempotency: String? = nil, key: String? = nil
    ) -> APIRequest {
        var headers = ["authorization": "Bearer \(key ?? self.key)"]
        headers["idempotency-key"] = idempotency
        headers["stripe-account"] = account
        return APIRequest(
            method: method, path: "/v1/" + path, headers: headers, body: Array(Self.encode(form).utf8))
    }

    static func encode(_ form: Form) -> String {
        let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_.[]"))
        return form.map { pair in
            [pair.0, pair.1].map { $0.addingPercentEncoding(withAllowedCharacters: plain) ?? "" }.joined(separator: "=")
        }.joined(separator: "&")
    }

    /// Creates an intent for a card in a reader.
    mutating func create(_ amount: Int64, _ currency: String = "eur", _ more: Form = []) -> Answer {
        let types: Form =
            more.contains { $0.0.hasPrefix("payment_method_types") } ? [] : [("payment_method_types[]", "card_present")]
        return post("payment_intents", [("amount", "\(amount)"), ("currency", currency)] + types + more)
    }

    /// The form of a card that was read for `amount`.
    mutating func present(
        _ card: String, _ amount: Int64, _ currency: String = "eur", pin: Bool = false
    ) throws -> Form {
        guard let currency = Currency(currency) else { throw Missing() }
        let payload = CardPayload(
            card: try SimulatedCard.named(card), readMethod: .contactEmv, verification: pin ? .onlinePin : .none,
            amount: try Amount(gatewayUnits: amount, currency: currency))
        return try form(of: payload)
    }

    mutating func form(of payload: CardPayload) throws -> Form {
        counter += 1
        let sealed = try payload.seal(device: 7, counter: counter)
        let path = "payment_method_data[card_present][encrypted_payload]"
        return [
            ("payment_method_data[type]", "card_present"), (path + "[scheme]", sealed.scheme),
            (path + "[key_serial]", sealed.keySerial), (path + "[ciphertext]", sealed.ciphertext),
            (path + "[tag]", sealed.tag),
        ]
    }

    /// Creates and confirms.
    mutating func pay(
        _ amount: Int64, _ currency: String = "eur", card: String = "visa", pin: Bool = false, _ more: Form = []
    ) throws -> (id: String, answer: Answer) {
        let intent = create(amount, currency, more)
        let form = try present(card, amount, currency, pin: pin)
        return (intent.id, post("payment_intents/\(intent.id)/confirm", form))
    }

    /// Creates in euros with more parameters and confirms with the default card.
    mutating func pay(_ amount: Int64, _ more: Form) throws -> (id: String, answer: Answer) {
        try pay(amount, "eur", more)
    }

    func ledger(_ intent: String) -> LedgerEntry { payments.ledger(paymentIntent: intent) ?? LedgerEntry() }

    struct Missing: Error {}
}

extension JSONValue {
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var number: Int64? { if case .integer(let number) = self { number } else { nil } }
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
