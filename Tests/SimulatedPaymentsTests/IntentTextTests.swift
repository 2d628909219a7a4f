import Testing

@testable import SimulatedPayments

@Suite struct IntentTextTests {
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
            shop.payments.context.text(of: row) != shop.payments.context.json(row).rendered()
        }
        #expect(wrong.isEmpty)
    }

    @Test func otherMembersComeInTheirPlaces() {
        var text = ObjectText(with: ["a": 1, "c": 2, "d": 3, "z": 4])
        text.add("b", 9 as Int64)
        text.add(FixedMembers(["c": nil, "e": nil]))
        text.add("f", "x")
        #expect(text.finished() == Array(#"{"a":1,"b":9,"c":2,"d":3,"e":null,"f":"x","z":4}"#.utf8))
    }
}
