import Foundation
import Testing

@testable import SimulatedPayments

/// What was asked, for those who look for a request afterwards; and what is not kept of it.
@Suite struct RequestLogTests {
    private var shop = Shop()

    private mutating func logged(_ form: Form = [], key: String? = nil) -> [JSONValue] {
        shop.get("_tender/requests", [("limit", "100")] + form, key: key)["data"]?.elements ?? []
    }

    private static func line(_ request: JSONValue) -> String {
        let parts = [request["status"]?.number.map { "\($0)" } ?? "-", request["method"]?.text, request["path"]?.text]
        return parts.map { $0 ?? "" }.joined(separator: " ")
    }

    @Test mutating func requestsAreListedWithWhatBecameOfThem() throws {
        let intent = shop.create(1001)
        let declined = shop.post("payment_intents/\(intent.id)/confirm", try shop.present("visa", 1001))
        _ = shop.get("invoices/in_1/nowhere")
        _ = shop.post("customers", [("name", "Ada")], idempotency: "k")
        _ = shop.post("customers", [("name", "Ada")], idempotency: "k")
        let found = logged()
        #expect(
            found.map(Self.line) == [
                "200 POST /v1/customers", "200 POST /v1/customers", "404 GET /v1/invoices/…/…",
                "402 POST /v1/payment_intents/\(intent.id)/confirm", "200 POST /v1/payment_intents",
            ])
        #expect(found.map { $0["idempotency"]?.text } == ["replayed", "key", nil, nil, nil])
        let refusal = found[3]
        #expect(refusal["id"]?.text == declined.header("Request-Id"))
        #expect(refusal["endpoint"] == "confirm")
        #expect(refusal["error"]?["code"] == "card_declined")
        #expect(refusal["error"]?["type"] == "card_error")
        #expect(logged(key: "sk_test_other") == [])
        let id = refusal["id"]?.text ?? ""
        #expect(shop.get("_tender/requests/\(id)").body == refusal)
        #expect(shop.get("_tender/requests/\(id)", key: "sk_test_other").status == 404)
    }

    @Test mutating func filtersAndCursorsLeadToAPart() {
        for _ in 0..<3 { _ = shop.post("customers") }
        _ = shop.get("customers/cus_x")
        _ = shop.post("customers", [("color", "red")])
        let table: [(Form, Int)] = [
            ([("method", "get")], 1), ([("method", "POST")], 4), ([("status", "4xx")], 2), ([("status", "404")], 1),
            ([("status", "5XX")], 0), ([("path", "customers/")], 1), ([("path", "/v1/refunds")], 0),
            ([("created[gt]", "\(shop.now)")], 0), ([("account", "acct_x")], 0),
        ]
        let wrong = table.filter { logged($0.0).count != $0.1 }.map { "\($0.0)" }
        #expect(wrong == [])
        let all = logged()
        let second = all[1]["id"]?.text ?? ""
        #expect(logged([("starting_after", second)]) == Array(all[2...]))
        #expect(logged([("ending_before", second)]) == [all[0]])
        let refused = [("status", "many"), ("starting_after", "req_x"), ("ending_before", "req_x"), ("limit", "0")]
        #expect(refused.map { shop.get("_tender/requests", [$0]).status } == [400, 400, 400, 400])
    }

    /// Whoever follows asks from a place on, and learns how far was looked.
    @Test mutating func aFollowerMissesNothing() {
        for number in 0..<5 { _ = shop.post("customers", number == 2 ? [("color", "red")] : []) }
        func ask(_ after: Int, _ more: Form = []) -> Shop.Answer {
            shop.get("_tender/requests", [("after", "\(after)")] + more)
        }
        let first = ask(0, [("limit", "2")])
        #expect(first["data"]?.elements.compactMap { $0["sequence"]?.number } == [1, 2])
        #expect(first["has_more"] == true)
        #expect(first["searched_to"] == 2)
        #expect(first["newest"] == 5)
        let refusals = ask(2, [("status", "400")])
        #expect(refusals["data"]?.elements.count == 1)
        #expect(refusals["searched_to"] == 5)
        #expect(refusals["oldest"] == 1)
        #expect(ask(5)["data"] == [])
        #expect(ask(99)["data"] == [])
        #expect(ask(-1)["data"]?.elements.count == 5)
    }

    @Test mutating func aPlatformSeesWhatItAskedForItsAccounts() {
        let seller = shop.seller()
        shop.account = seller
        _ = shop.post("customers")
        shop.account = nil
        let found = logged([("account", seller)])
        #expect(found.map { $0["account"]?.text } == [seller])
        #expect(found.first?["platform"]?.text != nil)
        shop.account = seller
        #expect(logged().map(Self.line) == ["200 POST /v1/customers"])
    }

    @Test mutating func whatGoesWrongOnTheWayIsNoted() {
        let request = shop.request("POST", "customers")
        for text in ["drop-request:any:1", "drop-answer:any:1", "close-mid-body:any:1", "status:any:1:503"] {
            _ = shop.payments.handle(request, fault: try? Fault(parsing: text).effect, now: shop.now)
        }
        _ = shop.payments.rateLimited(request, waitMilliseconds: 5, now: shop.now)
        let found = logged()
        #expect(found.map { $0["status"]?.number } == [429, 503, nil, nil, nil])
        #expect(found.map { $0["fault"]?.text } == [nil, "status", "close-mid-body", "drop-answer", "drop-request"])
    }

    /// Card numbers, keys, client secrets and names, wherever a client puts them, are in no part of the log.
    @Test mutating func noSecretsAreKept() {
        let canaries = [
            "4242424242424242", "5555-5555-5555-4444", "sk_test_canaryvalue", "pi_abc_secret_canaryvalue",
            "whsec_canary",
            "CanaryName", "pm_4242424242424242",
        ]
        let intent = shop.create(1000)
        for canary in canaries {
            let paths = [
                "customers/\(canary)", canary, "customers/\(canary)/sources/\(canary)", "payment_intents/\(intent.id)",
            ]
            for path in paths {
                _ = shop.get(path, [("expand[]", canary), (canary, "1")])
                _ = shop.post(
                    path, [("name", canary), (canary, "1"), ("metadata[\(canary)]", canary)], idempotency: canary)
            }
            _ = shop.post("customers", [("metadata", canary), ("email", canary), ("description[\(canary)]", "1")])
            _ = shop.post(
                "payment_methods", [("type", "card"), ("card[number]", canary), ("card[cvc]", "123")], key: canary)
            var request = shop.request(canary, "customers")
            request.headers["stripe-version"] = canary
            request.headers["stripe-account"] = canary
            _ = shop.payments.handle(request, now: shop.now)
        }
        let text = String(decoding: shop.get("_tender/requests", [("limit", "100")]).bytes, as: UTF8.self)
        var kept = ""
        dump(Array(shop.payments.requestLog.requests()), to: &kept)
        #expect(canaries.filter { kept.contains($0) || text.contains($0) } == [])
        #expect(kept.contains("/v1/customers/…"))
        #expect(kept.contains(intent.id))
    }

    @Test func soManyAreKeptAndNoMore() {
        var log = RequestLog(maximum: 3)
        #expect(log.newest == 0)
        #expect(log.oldest == 1)
        #expect(Array(log.requests()).isEmpty)
        let credential = Credential(account: "acct_1")
        for number in 1...7 {
            let request = APIRequest(method: "GET", path: "/v1/balance")
            log.add(LoggedRequest(request, id: "req_\(number)", Route(request), credential, now: 0))
            log.change("req_\(number)") { $0.status = 200 }
            log.change("req_0") { $0.status = 500 }
        }
        #expect(log.requests().map(\.id) == ["req_5", "req_6", "req_7"])
        #expect(log.newest == 7)
        #expect(log.oldest == 5)
        #expect(log.requests(after: 5).map(\.sequence) == [6, 7])
        #expect(log.requests().allSatisfy { $0.status == 200 })
        #expect(log.requests(after: 7).map(\.id) == [])
        #expect(log.requests(after: .max).map(\.id) == [])
    }

    @Test mutating func lookingIsNotLogged() {
        _ = logged()
        _ = logged()
        #expect(logged() == [])
    }
}
