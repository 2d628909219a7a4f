import Foundation
import SimulatedPayments
import Testing

@Suite struct AccessTests {
    @Test func onlyTestKeysAreKeys() {
        let basic = "Basic " + Data("sk_test_shop:".utf8).base64EncodedString()
        let table: [(String?, Int)] = [
            ("Bearer sk_test_shop", 200), ("bearer sk_test_x", 200), (basic, 200), (nil, 401), ("", 401),
            ("Bearer", 401), ("Bearer sk_live_shop", 401), ("Bearer rk_test_shop", 200), ("Bearer sk_test_", 401),
            ("Bearer sk_test_ä", 401), ("Bearer sk_test_" + String(repeating: "x", count: 300), 401),
            ("Basic !!!", 401), ("Bearer sk_test_a b", 401), ("Bearer pk_test_shop", 401),
        ]
        var wrong: [String] = []
        for (header, status) in table {
            var shop = Shop()
            var request = shop.request("POST", "terminal/connection_tokens")
            request.headers["authorization"] = header
            let answer = Shop.Answer(shop.payments.handle(request, now: 0))
            if answer.status != status || answer.header("Request-Id") == nil {
                wrong.append("\(header ?? "-"): \(answer.state)")
            }
            let secret = header?.split(separator: "_", omittingEmptySubsequences: false).dropFirst(2).last ?? ""
            if status == 401, !secret.isEmpty, String(decoding: answer.bytes, as: UTF8.self).contains(secret) {
                wrong.append("\(header ?? ""): shown")
            }
        }
        #expect(wrong == [])
    }

    @Test func anotherAccountIsForbidden() {
        var shop = Shop()
        var request = shop.request("GET", "payment_intents")
        request.headers["stripe-account"] = "acct_1"
        let answer = Shop.Answer(shop.payments.handle(request, now: 0))
        #expect(answer.status == 403)
        #expect(answer.code == "account_invalid")
    }

    @Test func accountsDoNotSeeEachOther() throws {
        var shop = Shop()
        let (id, paid) = try shop.pay(1000)
        let refund = shop.post("refunds", [("payment_intent", id), ("amount", "1")]).id
        shop.key = "sk_test_other"
        var found = [shop.get("payment_intents/\(id)"), shop.get("refunds/\(refund)")].map(\.status)
        for verb in ["/confirm", "/capture", "/cancel", ""] {
            found.append(shop.post("payment_intents/\(id)\(verb)").status)
        }
        found.append(shop.post("refunds", [("payment_intent", id)]).status)
        found.append(shop.post("refunds", [("charge", paid["latest_charge"]?.text ?? "")]).status)
        #expect(found == [404, 404, 404, 404, 404, 404, 400, 400])
        #expect(shop.get("payment_intents")["data"]?.elements == [])
        #expect(shop.get("payment_intents", [("starting_after", id)]).code == "resource_missing")
        #expect(shop.ledger(id).refunded == 1)
    }

    @Test func aPublishableKeySeesOneIntentThroughItsSecret() throws {
        var shop = Shop()
        let created = shop.create(1000, "eur", [("metadata[a]", "b")])
        let secret = created["client_secret"]?.text ?? ""
        #expect(secret.hasPrefix(created.id + "_secret_"))
        let path = "payment_intents/\(created.id)"
        shop.key = "pk_test_shop"
        let seen = shop.get(path, [("client_secret", secret)])
        #expect(seen.status == 200)
        #expect(seen["amount"] == 1000)
        #expect(seen["metadata"] == nil)
        #expect(seen["latest_charge"] == nil)
        #expect(shop.get(path).param == "client_secret")
        let wrong = shop.get(path, [("client_secret", secret + "x")])
        #expect(wrong.status == 400)
        #expect(wrong.code == "payment_intent_invalid_parameter")
        let declined = shop.post(
            path + "/confirm", try shop.present("chargeDeclined", 1000) + [("client_secret", secret)])
        #expect(declined.status == 402)
        #expect(declined["error", "payment_intent", "status"] == "requires_payment_method")
        #expect(declined["error", "payment_intent", "metadata"] == nil)
        let paid = shop.post(path + "/confirm", try shop.present("visa", 1000) + [("client_secret", secret)])
        #expect(paid.state == "succeeded")
        #expect(paid["metadata"] == nil)
        #expect(shop.ledger(created.id).captured == 1000)
    }

    @Test func aPublishableKeyDoesNothingElse() {
        var shop = Shop()
        let id = shop.create(1000).id
        shop.key = "pk_test_shop"
        let answers = [
            shop.create(1000), shop.get("payment_intents"), shop.post("payment_intents/\(id)"),
            shop.post("payment_intents/\(id)/capture"), shop.post("payment_intents/\(id)/cancel"), shop.post("refunds"),
            shop.get("refunds"), shop.post("terminal/connection_tokens"),
        ]
        #expect(answers.map { "\($0.status) \($0.code)" } == Array(repeating: "401 secret_key_required", count: 8))
    }

    @Test func aStoredAnswerIsNotShownToTheOtherKindOfKey() throws {
        var shop = Shop()
        let created = shop.create(1000, "eur", [("metadata[a]", "b")])
        let form = try shop.present("visa", 1000) + [("client_secret", created["client_secret"]?.text ?? "")]
        let path = "payment_intents/\(created.id)/confirm"
        #expect(shop.post(path, form, idempotency: "k").state == "succeeded")
        let other = shop.post(path, form, idempotency: "k", key: "pk_test_shop")
        #expect(other.status == 400)
        #expect(other["error", "type"] == "idempotency_error")
    }

    @Test func aRefusedDeviceIsNotToldWhoseSomethingIs() {
        var shop = Shop()
        let (ada, bob) = (shop.customer(), shop.customer())
        let saved: Form = [("payment_method", shop.save(for: ada))]
        let amount: Form = [("amount", "1000"), ("currency", "usd"), ("payment_method_types[]", "card")]
        func confirm(_ more: Form, _ form: Form) -> Shop.Answer {
            let intent = shop.post("payment_intents", amount + more)
            return shop.post(
                "payment_intents/\(intent.id)/confirm", form + [("client_secret", intent["client_secret"]?.text ?? "")],
                key: "pk_test_shop")
        }
        let refused = [
            confirm([], saved), confirm([("customer", bob)], saved), confirm([("customer", bob)], []),
            shop.post(
                "payment_pages/\(shop.checkout(1500).id)/confirm", saved + [("email", "jo@example.com")],
                key: "pk_test_shop"),
        ]
        let named = refused.map { "\($0["error", "message"]?.text ?? "-")" }.filter { $0.contains("cus_") }
        #expect(refused.map(\.status) == [400, 400, 400, 400])
        #expect(named == [])
        #expect(refused[3]["error", "message"]?.text?.contains("belongs to a Customer. Please include") == true)
    }
}
