import Testing

@testable import SimulatedPayments

@Suite struct ListTests {
    private func shop(of count: Int) -> (Shop, [String]) {
        var shop = Shop()
        var ids: [String] = []
        for _ in 0..<count {
            shop.now += 10
            ids.append(shop.create(1000).id)
        }
        return (shop, ids.reversed())
    }

    @Test func pagesWalkBothWays() {
        var (shop, ids) = shop(of: 25)
        let table: [(Form, Range<Int>, Bool)] = [
            ([], 0..<10, true), ([("limit", "100")], 0..<25, false), ([("limit", "25")], 0..<25, false),
            ([("starting_after", ids[9])], 10..<20, true), ([("starting_after", ids[19])], 20..<25, false),
            ([("starting_after", ids[24])], 25..<25, false), ([("ending_before", ids[20])], 10..<20, true),
            ([("ending_before", ids[5])], 0..<5, false), ([("ending_before", ids[0])], 0..<0, false),
            ([("created[gte]", "\(shop.now - 20)")], 0..<3, false),
            ([("created[gt]", "\(shop.now - 20)")], 0..<2, false),
            ([("created[lt]", "\(shop.now - 220)")], 23..<25, false), ([("created", "\(shop.now)")], 0..<1, false),
            ([("created[lte]", "\(shop.now - 10)"), ("limit", "2")], 1..<3, true),
        ]
        var wrong: [String] = []
        for (form, range, hasMore) in table {
            let answer = shop.get("payment_intents", form)
            let found = answer["data"]?.elements.compactMap { $0["id"]?.text }
            if found != Array(ids[range]) || answer["has_more"] != .bool(hasMore) {
                wrong.append("\(form): \(found ?? [])")
            }
        }
        #expect(wrong == [])
        #expect(shop.get("payment_intents")["url"] == "/v1/payment_intents")
    }

    @Test func impossiblePagesAreRefused() {
        var (shop, ids) = shop(of: 2)
        let table: [(Form, String)] = [
            ([("limit", "0")], "limit"), ([("limit", "101")], "limit"), ([("limit", "x")], "limit"),
            ([("starting_after", "pi_x")], "starting_after"), ([("ending_before", "pi_x")], "ending_before"),
            ([("starting_after", ids[0]), ("ending_before", ids[1])], "ending_before"),
            ([("created[gte]", "x")], "created[gte]"), ([("created[near]", "1")], "created[near]"),
            ([("amount", "1")], "amount"),
            ([("expand[]", "latest_charge")], "expand"), ([("expand[]", "data")], "expand"),
        ]
        let found = table.map { shop.get("payment_intents", $0.0) }.map { "\($0.status) \($0.param)" }
        #expect(found == table.map { "400 \($0.1)" })
        let both = shop.get("payment_intents", [("starting_after", ids[0]), ("ending_before", ids[1])])
        #expect(both.code == "-")
        #expect(both["error", "message"]?.text?.contains("Please pass in only one.") ?? false)
    }

    @Test func refundsAreListedByPayment() throws {
        var shop = Shop()
        let (first, paid) = try shop.pay(1000)
        let (second, _) = try shop.pay(1000)
        let refunds = [first, second, first].map {
            shop.post("refunds", [("payment_intent", $0), ("amount", "10")]).id
        }
        func ids(_ form: Form) -> [String] {
            shop.get("refunds", form)["data"]?.elements.compactMap { $0["id"]?.text } ?? []
        }
        #expect(ids([]) == refunds.reversed())
        #expect(ids([("payment_intent", first)]) == [refunds[2], refunds[0]])
        #expect(ids([("charge", paid["latest_charge"]?.text ?? ""), ("limit", "1")]) == [refunds[2]])
    }

    /// Every filter of a list gives what a walk through the whole list finds, whichever way it goes.
    @Test func filtersFindWhatAWalkFinds() throws {
        var shop = Shop()
        let ada = shop.customer([("email", "ada@example.com")])
        let bob = shop.customer([("email", "bob@example.com")])
        _ = shop.post("customers/\(bob)", [("email", "ada@example.com")])
        var intents: [String] = []
        for number in 0..<12 {
            let owner: Form = number % 3 == 0 ? [] : [("customer", number % 3 == 1 ? ada : bob)]
            let form: Form = [("amount", "1000"), ("currency", "usd"), ("payment_method_types[]", "card")]
            let intent = shop.post("payment_intents", form + owner).id
            intents.append(intent)
            _ = shop.post("setup_intents", [("payment_method_types[]", "card")] + owner)
            for card in ["pm_card_chargeDeclined", "pm_card_visa"] where number % 2 == 0 {
                _ = shop.post("payment_intents/\(intent)/confirm", [("payment_method", card)])
            }
            guard number % 4 == 0 else { continue }
            for _ in 0..<2 { _ = shop.post("refunds", [("payment_intent", intent), ("amount", "1")]) }
        }
        _ = shop.post("payment_intents/\(intents[0])", [("metadata[a]", "b")])
        _ = shop.post("payment_intents/\(intents[3])", [("customer", ada)])
        let charge = shop.get("payment_intents/\(intents[4])")["latest_charge"]?.text ?? ""
        let refund = shop.get("refunds").ids[0]
        let filters: [(list: String, name: String, value: String)] = [
            ("payment_intents", "customer", ada), ("charges", "customer", bob),
            ("charges", "payment_intent", intents[4]), ("charges", "payment_intent", intents[1]),
            ("refunds", "charge", charge), ("refunds", "payment_intent", intents[8]),
            ("balance_transactions", "source", charge), ("balance_transactions", "source", refund),
            ("setup_intents", "customer", ada), ("events", "type", "charge.failed"),
            ("customers", "email", "ada@example.com"),
        ]
        var rows = Rows()
        rows.save(shop.payments.takeChanges())
        var restarted = shop
        restarted.payments = try rows.restored()
        var wrong: [String] = []
        for var shop in [shop, restarted] {
            for (list, name, value) in filters {
                let all = shop.get(list, [("limit", "100")])["data"]?.elements ?? []
                let wanted = all.filter { $0[name]?.text == value }.compactMap { $0["id"]?.text }
                if shop.get(list, [(name, value), ("limit", "100")]).ids != wanted
                    || wanted.isEmpty != (value == intents[1])
                {
                    wrong.append("\(list) \(name)")
                }
                // A cursor need not be one of those that are asked for.
                for (place, cursor) in all.compactMap({ $0["id"]?.text }).enumerated() {
                    let older = all[(place + 1)...].filter { $0[name]?.text == value }.compactMap { $0["id"]?.text }
                    let newer = all[..<place].filter { $0[name]?.text == value }.compactMap { $0["id"]?.text }
                    let after = shop.get(list, [(name, value), ("limit", "100"), ("starting_after", cursor)]).ids
                    let before = shop.get(list, [(name, value), ("limit", "100"), ("ending_before", cursor)]).ids
                    if after != older || before != newer { wrong.append("\(list) \(name) \(place)") }
                }
                let foreign = shop.get(list, [(name, value)], key: "sk_test_other")
                if foreign.ids != [] { wrong.append("\(list) of another account") }
            }
        }
        #expect(wrong == [])
        let failed = shop.get("events", [("type", "charge.failed")]).ids
        #expect(shop.get("events", [("types[]", "charge.failed")]).ids == failed)
        #expect(!failed.isEmpty)
    }

    /// However many objects there are, no more are looked at than a page has.
    @Test func aPageLooksAtItsRowsAlone() throws {
        var shop = Shop()
        let customer = shop.customer()
        let ids = (0..<400).map { shop.create(1000, "eur", $0 % 100 == 0 ? [("customer", customer)] : []).id }
        let account = try #require(shop.payments.context.intents[ids[0]]).account
        var looks: [Int] = []
        let named = shop.payments.context.intents.ids(naming: customer)
        let pages: [([String: JSONValue], [String]?)] = [
            ([:], nil), (["starting_after": .string(ids[200])], nil), (["ending_before": .string(ids[200])], nil),
            ([:], named), (["starting_after": .string(ids[200])], named), (["ending_before": .string(ids[200])], named),
        ]
        for (parameters, among) in pages {
            var count = 0
            _ = try shop.payments.context.page(
                shop.payments.context.intents, of: account, among: among, ListQuery(Parameters(parameters)),
                object: "payment_intent"
            ) { _ in
                count += 1
                return true
            }
            looks.append(count)
        }
        #expect(looks == [11, 11, 11, 4, 2, 1])
    }

    @Test func listsExpandTheirElements() throws {
        var shop = Shop()
        let (id, _) = try shop.pay(1000)
        let answer = shop.get("payment_intents", [("expand[]", "data.latest_charge.payment_intent")])
        #expect(answer["data"]?.elements.first?["latest_charge"]?["payment_intent"]?["id"]?.text == id)
    }
}
