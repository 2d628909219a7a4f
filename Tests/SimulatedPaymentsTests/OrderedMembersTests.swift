import Testing

@testable import SimulatedPayments

@Suite struct OrderedMembersTests {
    @Test func anIntentIsRenderedAsItsValueIs() throws {
        var shop = Shop()
        var ids = [shop.create(1000).id]
        ids.append(
            shop.create(
                1000, "usd",
                [
                    ("shipping[address][line1]", "1 Street"), ("shipping[name]", "Ada"), ("metadata[b]", "2"),
                    ("metadata[a]", "1\n"),
                    ("description", "\"quoted\""), ("amount_details[shipping][amount]", "5"),
                    ("payment_method_options[card][capture_method]", "manual"), ("confirmation_method", "manual"),
                ]
            ).id)
        ids.append(try shop.pay(1000, card: "chargeDeclined").id)
        ids.append(try shop.pay(1000, card: "visa").id)
        let rows = ids.compactMap { shop.payments.context.intents[$0] }
        #expect(rows.count == 4)
        let wrong = rows.filter { row in
            let rendered = shop.payments.context.json(row).rendered()
            return shop.payments.context.members(of: row).rendered() != rendered
                || shop.payments.context.text(of: row) != rendered
        }
        #expect(wrong.isEmpty)
    }

    @Test func membersFindTheirPlace() {
        var members = OrderedMembers([])
        #expect(members.rendered() == Array("{}".utf8))
        for name in ["b", "a", "c", "bb", "b"] { members.set(name, .string(name)) }
        members.set("c", 1)
        #expect(members.rendered() == Array(#"{"a":"a","b":"b","bb":"bb","c":1}"#.utf8))
        #expect(members.json == ["a": "a", "b": "b", "bb": "bb", "c": 1])
    }
}
