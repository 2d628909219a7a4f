import Foundation
import SimulatedGateway
import TenderBytes
import TenderHTTP
import TenderTestSupport
@testable import TenderCommand
import Testing

/// `tender link …` beside a gateway of the test, at whose pages somebody pays.
@Suite(.timeLimit(.minutes(1))) final class LinkPaymentTests {
    private let home = NSTemporaryDirectory() + "tender-\(UUID().uuidString)"
    private let gateway: SimulatedGateway
    private let calls: GatewayCalls

    init() throws {
        gateway = try SimulatedGateway()
        calls = try GatewayCalls(url: gateway.url, key: SecretBytes(utf8: "sk_test_tender"))
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    private func arguments(_ words: String) throws -> [String] {
        ["env", "-u", "TENDER_API_KEY", "LANG=C.UTF-8", "HOME=\(home)", try TillJournal.program()]
            + words.split(separator: " ").map(String.init) + ["--gateway", gateway.url]
    }

    private func start(_ words: String) throws -> ChildProcess {
        try ChildProcess(arguments(words), in: NSTemporaryDirectory())
    }

    private func run(_ words: String) async throws -> (code: Int32?, output: String) {
        try await ChildProcess.run(arguments(words), in: NSTemporaryDirectory())
    }

    private func object(_ words: String) async throws -> NSDictionary {
        let (code, text) = try await run(words + " --json")
        try #require(code == 0, "\(words): \(text)")
        let json = Data(text.drop { $0 != "{" }.utf8)
        let report = try #require(try JSONSerialization.jsonObject(with: json) as? NSDictionary)
        return try #require(report["object"] as? NSDictionary)
    }

    private func seller() async throws -> String {
        try #require(try await object("account create --test-data")["id"] as? String)
    }

    private func pending(_ account: String = "") async throws -> Int? {
        let funds = try await object("account balance \(account)")["pending"] as? [NSDictionary]
        return funds?.reduce(0) { $0 + ($1["amount"] as? Int ?? 0) }
    }

    /// What a command wrote until it waits, and the id in it that begins so.
    private static func waiting(_ child: ChildProcess, _ prefix: String) throws -> String {
        let text = child.read { $0.contains("Waiting for the payment") }
        try #require(text.contains("Waiting for the payment"), "\(text)")
        let word = text.split { $0.isWhitespace }.first { $0.hasPrefix(prefix) }
        return String(try #require(word))
    }

    private func post(_ path: String, _ form: [(String, String)]) async throws -> NSDictionary {
        let response = try await calls.post(path, form)
        let text = String(decoding: response.body, as: UTF8.self)
        try #require(response.status == 200, "\(path): \(text)")
        return try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? NSDictionary)
    }

    private func pay(_ session: String) async throws {
        _ = try await post(
            "/v1/payment_pages/\(session)/confirm",
            [("payment_method", "pm_card_visa"), ("email", "a@b.example")])
    }

    /// 10.00 with a fee of 1.23: 8.77 for the seller, 0.64 for the platform after what the card costs.
    @Test func aPageIsPaidOnceAndTheMoneyIsShared() async throws {
        let account = try await seller()
        let child = try start(
            "link create --session --amount 10.00 --currency usd --name Print --account \(account) --fee 1.23 --wait")
        let session = try Self.waiting(child, "cs_test_")
        try await pay(session)
        let (code, text) = child.wait()
        #expect(code == 0, "\(text)")
        #expect(text.contains("Paid: 10.00 USD"), "\(text)")
        #expect(try await [pending(account), pending()] == [877, 64])
        let shown = try await object("link show \(session)")
        #expect(shown["payment_status"] as? String == "paid")
        #expect(shown["url"] == nil)
        let late = try await run("link disable \(session)")
        #expect(late.code == 6)
    }

    /// A link takes payment after payment, of as many as the customer wants, until it is closed.
    @Test func aLinkIsPaidAgainAndClosed() async throws {
        let account = try await seller()
        let child = try start(
            "link create --amount 10.00 --currency usd --name Print --quantity-adjustable --account \(account) --wait")
        let link = try Self.waiting(child, "plink_")
        let opened = try await post("/v1/payment_pages", [("payment_link", link)])
        let session = try #require(opened["id"] as? String)
        let page = try JSONSerialization.jsonObject(with: Data(await calls.get("/v1/payment_pages/\(session)")))
        let items = (page as? NSDictionary)?["line_items"] as? [NSDictionary]
        let item = try #require(items?.first?["id"] as? String)
        _ = try await post(
            "/v1/payment_pages/\(session)", [("line_items[0][id]", item), ("line_items[0][quantity]", "3")])
        try await pay(session)
        let (code, text) = child.wait()
        #expect(code == 0, "\(text)")
        #expect(text.contains("Paid: 30.00 USD"), "\(text)")
        #expect(try await pending(account) == 3000)
        #expect(try await run("link list").output.contains(link))
        #expect(try await run("link list --sessions").output.contains("\(session)  30.00 USD  complete  paid"))
        #expect(try await object("link disable \(link)")["active"] as? Bool == false)
        let closed = try await calls.post("/v1/payment_pages", [("payment_link", link)])
        #expect(closed.status == 400)
    }

    @Test func aPageThatIsClosedEndsTheWaiting() async throws {
        let child = try start("link create --session --amount 10.00 --name Print --wait")
        let session = try Self.waiting(child, "cs_test_")
        #expect(try await object("link disable \(session)")["status"] as? String == "expired")
        #expect(child.wait().code == 3)
    }
}
