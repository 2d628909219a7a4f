import Foundation
import HTTPTestServer
import TenderBytes
import TenderGateway
import TenderModel
import TenderTestSupport
@testable import TenderCommand
import Testing

/// `tender link …` beside a scripted gateway: the code, and the waiting until somebody has paid.
@Suite(.timeLimit(.minutes(1))) final class LinkCommandTests {
    private let home = NSTemporaryDirectory() + "tender-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: home) }

    private static func session(_ status: String = "open", _ paid: String = "unpaid") -> String {
        """
        {"id":"cs_test_1","object":"checkout.session","status":"\(status)","payment_status":"\(paid)",\
        "amount_total":1200,"currency":"eur","url":"https://pay.example/c/1","payment_intent":null,"created":1,\
        "payment_link":null,"client_reference_id":"o-7","expires_at":86401,"metadata":{}}
        """
    }

    private static func list(_ sessions: String...) -> String {
        #"{"object":"list","has_more":false,"data":[\#(sessions.joined(separator: ","))]}"#
    }

    private static let link = """
        {"id":"plink_1","object":"payment_link","url":"https://pay.example/p/1","active":true,"currency":"eur",\
        "application_fee_amount":100,"transfer_data":{"amount":null,"destination":"acct_1"},"on_behalf_of":null,\
        "metadata":{}}
        """
    private static let price = """
        {"id":"price_1","object":"price","product":"prod_1","unit_amount":1200,"currency":"eur","active":true}
        """
    private static let refusal = #"{"error":{"type":"invalid_request_error","message":"No."}}"#

    /// A server that gives each answer once, and the last one again and again; what makes something is answered so.
    private static func server(_ answers: [HTTPTestReply]) throws -> HTTPTestServer {
        let left = Guarded(answers)
        return try HTTPTestServer { request in
            switch (request.method, request.target) {
            case ("POST", "/v1/prices"): return .answer(200, price)
            case ("POST", "/v1/payment_links"): return .answer(200, made(link, by: request))
            case ("POST", "/v1/checkout/sessions"): return .answer(200, made(session(), by: request))
            default: break
            }
            return left.withLock { left in
                left.count > 1 ? left.removeFirst() : left.first ?? .answer(404, refusal)
            }
        }
    }

    /// The object with the attempt that asked for it.
    private static func made(_ object: String, by request: HTTPTestRequest) -> String {
        let attempt = (request.body.removingPercentEncoding ?? "").split(separator: "metadata[tender_attempt]=").last
        return object.replacing(#""metadata":{}"#, with: #""metadata":{"tender_attempt":"\#(attempt ?? "")"}"#)
    }

    private func arguments(_ server: HTTPTestServer, _ words: String) throws -> [String] {
        ["env", "-u", "TENDER_API_KEY", "LANG=C.UTF-8", "HOME=\(home)", try TillJournal.program(), "link"]
            + words.split(separator: " ").map(String.init) + ["--gateway", server.url("")]
    }

    private func run(
        _ server: HTTPTestServer, _ words: String
    ) async throws -> (code: Int32?, output: String) {
        try await ChildProcess.run(arguments(server, words), in: NSTemporaryDirectory())
    }

    private static let order = "create --amount 12.00 --name Print --account acct_1 --fee 1.00"

    @Test func aLinkAndAPageAreMadeWithTheirCodes() async throws {
        let server = try Self.server([])
        let (code, text) = try await run(server, Self.order + " --quantity-adjustable")
        #expect(code == 0)
        #expect(text.contains("plink_1  active  for acct_1, fee 1.00 EUR"))
        #expect(text.hasSuffix("\nhttps://pay.example/p/1\n"))
        // 23 characters take the smallest code but one, 25 modules a side, with a border of two.
        let rows = text.split(separator: "\n").filter { $0.allSatisfy("█▀▄ ".contains) }
        #expect(rows.count == 15)
        #expect(rows.allSatisfy { $0.count == 29 })
        let page = try await run(server, Self.order + " --session --order o-7 --quantity 1 --json")
        let json = Data(page.output.drop { $0 != "{" }.utf8)
        let report = try #require(try JSONSerialization.jsonObject(with: json) as? NSDictionary)
        #expect(page.code == 0)
        #expect((report["object"] as? NSDictionary)?["id"] as? String == "cs_test_1")
        #expect(page.output.hasPrefix("https://pay.example/c/1\n"))
        let sent = server.requests.map { $0.body.removingPercentEncoding ?? "" }
        try #require(sent.count == 3)
        #expect(sent[1].contains("line_items[0][adjustable_quantity][maximum]=99"))
        #expect(sent.last?.contains("client_reference_id=o-7&payment_intent_data[application_fee_amount]=100") == true)
        let thanks = server.url("") + "/c/pay/{CHECKOUT_SESSION_ID}"
        #expect(sent.last?.contains("success_url=\(thanks)&") == true)
    }

    @Test func waitingEndsWithThePaymentOrThePage() async throws {
        let lost = HTTPTestReply.answer(503, #"{"error":{"type":"api_error","message":"Later."}}"#)
        let cases: [(words: String, answers: [HTTPTestReply], code: Int32, outcome: String)] = [
            ("", [.answer(200, Self.list()), .answer(200, Self.list(Self.session("complete", "paid")))], 0, "paid"),
            (
                "--session", [.answer(200, Self.session()), lost, .answer(200, Self.session("complete", "paid"))], 0,
                "paid"
            ),
            ("--session", [.close, .answer(200, Self.session("expired"))], 3, "expired"),
            ("--session", [.answer(404, Self.refusal)], 6, "failed"),
            ("--session --timeout 1", [.answer(200, Self.session("complete"))], 4, "unknown"),
            ("--timeout 1", [.answer(200, Self.list(Self.session("complete")))], 4, "unknown"),
        ]
        var wrong: [String] = []
        for (words, answers, code, outcome) in cases {
            let server = try Self.server(answers)
            let found = try await run(server, Self.order + " --wait --json " + words)
            let json = Data(found.output.drop { $0 != "{" }.utf8)
            let report = try JSONSerialization.jsonObject(with: json) as? NSDictionary
            if found.code != code || report?["outcome"] as? String != outcome { wrong.append("\(words): \(found)") }
        }
        #expect(wrong == [])
    }

    @Test func waitingEndsWithCtrlC() async throws {
        let server = try Self.server([.answer(200, Self.session())])
        let child = try ChildProcess(
            arguments(server, Self.order + " --session --wait"), in: NSTemporaryDirectory())
        var looks = 0
        for await event in server.events {
            if case .received(let request) = event, request.method == "GET" { looks += 1 }
            if looks == 2 { break }
        }
        kill(child.identifier, SIGINT)
        let (code, text) = child.wait()
        #expect(code == 4, "\(text)")
        #expect(text.contains("tender link disable cs_test_1"), "\(text)")
    }

    @Test func aLinkAndAPageAreShownAndClosed() async throws {
        let off = Self.link.replacing("true", with: "false")
        let cases: [(words: String, answer: String, text: String, sent: String)] = [
            ("show plink_1", Self.link, "https://pay.example/p/1", "GET /v1/payment_links/plink_1 "),
            (
                "show cs_test_1", Self.session("complete", "paid"), "cs_test_1  12.00 EUR  complete  paid",
                "GET /v1/checkout/sessions/cs_test_1 "
            ),
            ("disable plink_1", off, "plink_1  switched off", "POST /v1/payment_links/plink_1 active=false"),
            (
                "disable cs_test_1", Self.session("expired"), "cs_test_1  12.00 EUR  expired",
                "POST /v1/checkout/sessions/cs_test_1/expire "
            ),
            ("list", Self.list(Self.link), "plink_1  active", "GET /v1/payment_links?limit=10 "),
            ("list --sessions", Self.list(Self.session()), "open  unpaid", "GET /v1/checkout/sessions?limit=10 "),
        ]
        var wrong: [String] = []
        for (words, answer, text, sent) in cases {
            let server = try Self.server([.answer(200, answer)])
            let found = try await run(server, words)
            let requests = server.requests.map { "\($0.method) \($0.target) \($0.body)" }
            if found.code != 0 || !found.output.contains(text) || requests.last != sent {
                wrong.append("\(words): \(found), \(requests)")
            }
        }
        #expect(wrong == [])
    }
}
