import SimulatedPayments
import Testing

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

    @Test func listsExpandTheirElements() throws {
        var shop = Shop()
        let (id, _) = try shop.pay(1000)
        let answer = shop.get("payment_intents", [("expand[]", "data.latest_charge.payment_intent")])
        #expect(answer["data"]?.elements.first?["latest_charge"]?["payment_intent"]?["id"]?.text == id)
    }
}
