import SimulatedPayments
import Testing

/// Secrets that are shown once are nowhere in what storage takes.
@Suite struct SecretTests {
    private var shop = Shop()

    /// The answer and what is stored of it, asked for under a key.
    private mutating func make(_ path: String, _ form: Form, secret name: String) -> (secret: String, stored: String) {
        var request = shop.request("POST", path, form, idempotency: "key of \(path)")
        request.headers["stripe-version"] = "2026-10-28.endive"
        let answers = (0..<2).map { _ in Shop.Answer(shop.payments.handle(request, now: shop.now)) }
        #expect(answers[0].bytes == answers[1].bytes)
        #expect(answers[1].header("Idempotent-Replayed") == "true")
        let stored = shop.payments.takeChanges().map { record in
            record.id + String(decoding: record.content ?? [], as: UTF8.self)
        }
        return (answers[0][name]?.text ?? "", stored.joined(separator: "\n"))
    }

    @Test mutating func secretsThatAreShownOnceAreNotStored() {
        let customer = shop.customer()
        let asked: [(String, Form, String)] = [
            ("ephemeral_keys", [("customer", customer)], "secret"),
            (
                "customer_sessions", [("customer", customer), ("components[buy_button][enabled]", "true")],
                "client_secret"
            ),
            ("terminal/connection_tokens", [], "secret"),
        ]
        var leaking: [String] = []
        for (path, form, name) in asked {
            let (secret, stored) = make(path, form, secret: name)
            // The start of an ephemeral key's secret is its public id.
            if secret.count < 20 || stored.contains(secret.suffix(16)) { leaking.append(path) }
        }
        #expect(leaking == [])
    }

    @Test mutating func anEphemeralKeyOpensItsCustomerAfterARestart() throws {
        let customer = shop.customer([("name", "Ada")])
        let key = shop.ephemeralKey(for: customer)["secret"]?.text ?? ""
        shop.payments = try SimulatedPayments(seed: [9], records: shop.payments.takeChanges())
        #expect(shop.get("customers/\(customer)", key: key)["name"] == "Ada")
        #expect(shop.get("customers/\(customer)", key: String(key.dropLast()) + "_").status == 401)
    }

    @Test mutating func afterARestartTheKeyOfSuchAnAnswerIsNew() throws {
        let first = shop.post("terminal/connection_tokens", idempotency: "k")["secret"]?.text
        shop.payments = try SimulatedPayments(seed: [9], records: shop.payments.takeChanges())
        let second = shop.post("terminal/connection_tokens", idempotency: "k")
        #expect(second.status == 200)
        #expect(second["secret"]?.text != first)
    }
}
