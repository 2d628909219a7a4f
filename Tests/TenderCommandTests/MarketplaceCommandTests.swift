import Foundation
import SimulatedGateway
import TenderHTTP
import TenderTestSupport
import Testing

/// `tender account …`, `transfer …` and `payout …`, and sales for sellers, beside a gateway of the test.
@Suite(.timeLimit(.minutes(2))) final class MarketplaceCommandTests {
    private let gateway: SimulatedGateway
    private let folder: String

    init() throws {
        gateway = try SimulatedGateway()
        folder = NSTemporaryDirectory() + "tender-market-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func call(_ words: String) async throws -> (code: Int32?, text: String) {
        let (code, text) = try await ChildProcess.run(
            ["env", "-u", "TENDER_API_KEY", "LANG=C.UTF-8", "HOME=\(folder)", TillJournal.program()]
                + words.split(separator: " ").map(String.init) + ["--gateway", gateway.url], in: folder)
        return (code, text)
    }

    /// The JSON object of a command that must end well.
    private func told(_ words: String) async throws -> NSDictionary {
        let (code, text) = try await call(words + " --json")
        try #require(code == 0, "\(words): \(text)")
        // What stands before the object are remarks.
        let json = Data(text.drop { $0 != "{" }.utf8)
        return try #require(try JSONSerialization.jsonObject(with: json) as? NSDictionary)
    }

    private func object(_ words: String) async throws -> NSDictionary {
        try #require(try await told(words)["object"] as? NSDictionary)
    }

    private func id(_ words: String) async throws -> String { try #require(try await object(words)["id"] as? String) }

    private func ids(_ words: String) async throws -> [String] {
        let rows = try #require(try await told(words)["data"] as? [NSDictionary])
        return rows.compactMap { $0["id"] as? String }
    }

    /// Where a browser is led that opens a link.
    private static func way(from url: String) async throws -> String {
        try #require(try await HTTPClient().send(HTTPRequest(.get, url: url)).header("Location"))
    }

    /// What an account holds, available and pending.
    private func balance(_ account: String = "") async throws -> Int {
        let balance = try await object("account balance \(account)")
        let funds = ["available", "pending"].flatMap { balance[$0] as? [NSDictionary] ?? [] }
        return funds.reduce(0) { $0 + ($1["amount"] as? Int ?? 0) }
    }

    @Test func anAccountIsMadeFilledInChangedAndDeleted() async throws {
        let bare = try await object("account create --type standard --country de")
        #expect(bare["country"] as? String == "DE")
        #expect(bare["charges_enabled"] as? Bool == false)
        let full = try await object("account create --test-data --email ann@example.com --name Prints")
        let (bareID, fullID) = (try #require(bare["id"] as? String), try #require(full["id"] as? String))
        #expect(full["capabilities"] as? [String: String] == ["card_payments": "active", "transfers": "active"])
        #expect(full["payouts_enabled"] as? Bool == true)
        #expect(full["email"] as? String == "ann@example.com")
        let text = try await call("account show \(bareID)").text
        #expect(text.contains("must tell"))
        #expect(text.contains("tender account onboard \(bareID)"))
        let page = try #require(try await object("account onboard \(bareID)")["url"] as? String)
        #expect(page.hasPrefix(gateway.url + "/"))
        let ways = try await [Self.way(from: page), Self.way(from: page)]
        #expect(ways[0].contains("/setup/w/"))
        #expect(ways[1] == gateway.url + "/setup/over")
        #expect(try await call("account login \(fullID)").code == 6)
        #expect(try await call("account list").text.contains("\(fullID)  Prints  US  active"))
        let list = try await told("account list --limit 1")
        #expect(list["has_more"] as? Bool == true)
        #expect(list["outcome"] as? String == "done")
        #expect(try await ids("account list --limit 1 --after \(fullID)") == [bareID])
        let changed = try await object("account update \(fullID) --email new@example.com --payouts manual")
        #expect(changed["email"] as? String == "new@example.com")
        #expect(try await told("account delete \(bareID)")["deleted"] as? Bool == true)
        #expect(try await ids("account list") == [fullID])
    }

    /// A card sale of 10.00 with a fee of 1.23: 8.77 for the seller; 1.23 less what the card costs for the platform.
    @Test func aSaleGoesToASellerAndIsTakenBack() async throws {
        let account = try await id("account create --test-data")
        let sale = try await told("sale --amount 10.00 --currency usd --account \(account) --fee 1.23")
        let intent = try #require(sale["intent"] as? NSDictionary)
        let payment = try #require(intent["id"] as? String)
        #expect(intent["application_fee_amount"] as? Int == 123)
        var sums = [try await balance(), try await balance(account)]
        _ = try await told("refund \(payment) --amount 5.00 --reverse-transfer --refund-fee")
        sums += [try await balance(), try await balance(account)]
        #expect(sums == [91, 877, 29, 439])
    }

    @Test func aTicketIsSplitPaidOutAndTakenBack() async throws {
        let account = try await id("account create --test-data")
        _ = try await told("account update \(account) --payouts manual")
        let sale = try await told("sale --amount 100.00 --currency usd")
        let payment = try #require((sale["intent"] as? NSDictionary)?["id"] as? String)
        let transfer = try await id(
            "transfer create --amount 70.00 --currency usd --to \(account) --from \(payment) --group ticket-7")
        let reversal = try await object("transfer reverse \(transfer) --amount 20.00")
        #expect(reversal["amount"] as? Int == 2000)
        #expect(reversal["transfer"] as? String == transfer)
        #expect(try await ids("transfer list --to \(account)") == [transfer])
        #expect(
            try await call("transfer list --group ticket-7").text.contains(
                "70.00 USD  to \(account), 20.00 USD taken back"))
        let early = try await call("payout create --amount 50.00 --currency usd --account \(account)")
        #expect(early.code == 6)
        #expect(early.text.contains("insufficient available funds"))
        gateway.advanceClock(by: 3 * 86_400)
        let payout = try await id("payout create --amount 50.00 --currency usd --account \(account)")
        #expect(
            try await call("payout show \(payout) --account \(account)").text.contains(
                "50.00 USD  pending\n  arrives   20"))
        let canceled = try await object("payout cancel \(payout) --account \(account)")
        #expect(canceled["status"] as? String == "canceled")
        _ = try await told("payout create --amount 49.99 --currency usd --account \(account)")
        #expect(try await ids("payout list --status canceled --account \(account)") == [payout])
        #expect(try await ids("payout list") == [])
        #expect(try await balance(account) == 1)
    }

    /// Whoever does not know the commands of a group asks for its help.
    @Test func groupsHaveAHelp() async throws {
        let groups = [
            ("account", 13), ("account person", 5), ("payout", 4), ("transfer", 3), ("link", 4), ("shipping-rate", 4),
            ("terminal reader", 2),
            ("terminal", 13),
            ("terminal configuration", 4),
        ]
        var wrong: [String] = []
        for (group, count) in groups {
            let (code, text) = try await call(group + " --help")
            let rows = text.split(separator: "\n").filter { $0.hasPrefix("  \(group) ") }
            if code != 0 || rows.count != count { wrong.append("\(group): \(text)") }
        }
        #expect(wrong == [])
        let json = try await told("payout --help")
        #expect((json["help"] as? String)?.contains("payout create") == true)
        #expect(try await call("account nonsense --help").code == 1)
    }

    /// Who has just begun is told what to do next.
    @Test func failuresOfBeginnersSayWhatToDo() async throws {
        let cases: [(words: String, key: String, gateway: String, code: Int32, text: String)] = [
            ("account list", "", "http://127.0.0.1:1", 6, "tender gateway serve"),
            ("refund pi_1", "", "http://127.0.0.1:1", 6, "tender gateway serve"),
            ("gateway trigger customer.created", "", "http://127.0.0.1:1", 6, "tender gateway serve"),
            ("account list", "", "127.0.0.1:12111", 1, "http://"), ("account list", "", "shop", 1, "http://"),
            ("account list", "", "", 1, "http://"), ("account list", "sk_live_x", gateway.url, 6, "TENDER_API_KEY"),
            ("payout create --amount 1", "", gateway.url, 6, "tender account balance"),
        ]
        var wrong: [String] = []
        for (words, key, gateway, code, text) in cases {
            let found = try await ChildProcess.run(
                ["env", "TENDER_API_KEY=\(key)", "LANG=C.UTF-8", "HOME=\(folder)", TillJournal.program()]
                    + words.split(separator: " ").map(String.init) + ["--gateway", gateway], in: folder)
            if found.code != code || !found.output.contains(text) { wrong.append("\(words) at \(gateway): \(found)") }
        }
        #expect(wrong == [])
    }

    @Test func whatIsWrongIsSaidBeforeAnythingIsSent() async throws {
        let cases: [(words: String, code: Int32, text: String)] = [
            ("account create --type shop", 1, "express, standard or custom"),
            ("account create --type express --test-data", 1, "accepts the terms"),
            ("account show", 1, "give one connected account"), ("account show acct_x", 6, "acct_x"),
            ("account update acct_x", 1, "--email, --name or --payout-interval"), ("account balance cus_1", 1, "acct_"),
            ("payout create", 1, "--amount is required"), ("payout create --amount 0", 1, "above zero"),
            ("payout create --amount 1 --account cus_1", 1, "acct_"),
            ("payout create --amount 1 --currency xyz", 1, "currency of ISO 4217"), ("payout cancel po_x", 6, "po_x"),
            ("payout list --limit 101", 1, "1 to 100"), ("transfer create --amount 1", 1, "--to is required"),
            ("transfer create --amount 1 --to acct_x", 6, "acct_x"), ("transfer reverse tr_x", 6, "tr_x"),
            ("sale --amount 10 --fee 1", 1, "--fee needs --to"),
            ("sale --amount 10 --account me", 1, "acct_"),
            ("sale --amount 10 --account acct_x --fee 10.01", 1, "no more than"),
            ("sale --amount 10 --account acct_x --offline prefer", 1, "authorized at once"),
            ("sale --amount 10 --account acct_x", 6, "acct_x"), ("link create --name X", 1, "--amount is required"),
            ("link create --amount 1", 1, "--product is required"),
            ("link create --amount 1 --name X --fee 1", 1, "--fee needs --to"),
            ("link create --amount 1 --name X --order 7", 1, "--session"),
            ("link create --amount 1 --name X --timeout 7", 1, "--wait"), ("link show", 1, "plink_"),
        ]
        var wrong: [String] = []
        for (words, code, text) in cases {
            let found = try await call(words)
            if found.code != code || !found.text.contains(text) { wrong.append("\(words): \(found)") }
        }
        #expect(wrong == [])
    }
}
