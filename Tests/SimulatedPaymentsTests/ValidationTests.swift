import SimulatedPayments
import Testing

@Suite struct ValidationTests {
    private let good: Form = [("amount", "1000"), ("currency", "eur"), ("payment_method_types[]", "card_present")]

    @Test func creationNamesWhatIsWrong() {
        let table: [(Form, code: String, param: String)] = [
            ([("amount", "ten")], "parameter_invalid_integer", "amount"),
            ([("amount", "10.5")], "parameter_invalid_integer", "amount"),
            ([("amount", "+5")], "parameter_invalid_integer", "amount"),
            ([("amount", "99999999999999999999")], "parameter_invalid_integer", "amount"),
            ([("amount", "0")], "parameter_invalid_integer", "amount"),
            ([("amount", "-100")], "parameter_invalid_integer", "amount"),
            ([("amount", "")], "parameter_invalid_empty", "amount"),
            ([("amount[gte]", "5"), ("amount", "1000")], "-", "amount"),
            ([("amount", "49")], "amount_too_small", "amount"),
            ([("amount", "100000000")], "amount_too_large", "amount"),
            ([("currency", "zzz")], "-", "currency"), ([("currency", "")], "parameter_invalid_empty", "currency"),
            ([("currency", "xau")], "-", "currency"),
            ([("currency", "kwd"), ("amount", "1001")], "invalid_charge_amount", "amount"),
            ([("currency", "isk"), ("amount", "1050")], "invalid_charge_amount", "amount"),
            ([("currency", "huf"), ("amount", "17499")], "amount_too_small", "amount"),
            ([("foo", "1")], "parameter_unknown", "foo"), ([("foo[bar]", "1")], "parameter_unknown", "foo"),
            ([("a]b[", "1")], "parameter_unknown", "a]b["),
            ([("capture_method", "later")], "-", "capture_method"),
            ([("capture_method", "")], "parameter_invalid_empty", "capture_method"),
            ([("payment_method_types[]", "cash")], "-", "payment_method_types"),
            ([("payment_method_types", "card")], "-", "payment_method_types"),
            ([("customer", "cus_1")], "resource_missing", "customer"),
            ([("payment_method", "pm_1")], "resource_missing", "payment_method"),
            ([("payment_method_data[type]", "card")], "parameter_missing", "payment_method_data[card]"),
            (
                [("payment_method_data[type]", "card_present")], "parameter_missing",
                "payment_method_data[card_present][encrypted_payload]"
            ),
            ([("confirm", "maybe")], "-", "confirm"), ([("confirm", "true")], "payment_intent_unexpected_state", "-"),
            ([("receipt_email", "nobody")], "email_invalid", "receipt_email"),
            ([("metadata[\(String(repeating: "k", count: 41))]", "v")], "-", "*"),
            ([("metadata[k]", String(repeating: "v", count: 501))], "-", "metadata[k]"),
            ([("metadata[a][b]", "v")], "-", "metadata[a]"),
            ([("metadata", "text")], "-", "metadata"), ((0...50).map { ("metadata[\($0)]", "v") }, "-", "metadata"),
            ([("expand[]", "nothing")], "-", "expand"), ([("expand[]", "a.b.c.d.e")], "-", "expand"),
            ([("statement_descriptor", String(repeating: "x", count: 23))], "-", "statement_descriptor"),
        ]
        var wrong: [String] = []
        for (form, code, param) in table {
            var shop = Shop()
            let names = form.map(\.0)
            let answer = shop.post("payment_intents", good.filter { !names.contains($0.0) } + form)
            let isRight =
                answer.status == 400 && answer.code == code && (param == "*" || answer.param == param)
                && answer["error", "type"] == "invalid_request_error"
            if !isRight { wrong.append("\(form.prefix(2)): \(answer.state) \(answer.param)") }
            if !(shop.get("payment_intents")["data"]?.elements.isEmpty ?? false) { wrong.append("\(form): created") }
        }
        #expect(wrong == [])
        var shop = Shop()
        #expect(shop.post("payment_intents", [("currency", "eur")]).param == "amount")
        #expect(shop.post("payment_intents", [("amount", "1000")]).code == "parameter_missing")
    }

    @Test func theGatewaysUnitsAreKept() {
        let table: [(String, String)] = [
            ("jpy", "50"), ("isk", "50000"), ("kwd", "1010"), ("mga", "5"), ("huf", "17500"),
        ]
        var shop = Shop()
        let answers = table.map { shop.create(Int64($0.1) ?? 0, $0.0)["amount"]?.number }
        #expect(answers == table.map { Int64($0.1) })
    }

    @Test func hostileFormsAreAnsweredAndBounded() {
        let bodies = [
            "amount=%", "amount=%4", "amount=%zz", "amount=%ff", "%00=%00", "&&&&", "=", "=1", "[]=1", "amount[[[=1",
            "a" + String(repeating: "[b]", count: 500) + "=1",
            (0..<2000).map { "expand[]=\($0)" }.joined(separator: "&"),
            (0..<2000).map { "metadata[\($0)]=x" }.joined(separator: "&"), String(repeating: "[", count: 100_000),
            "expand[99999999999999999999]=latest_charge", "expand[a]=b", "amount=1000&amount[x]=1",
        ]
        var wrong: [String] = []
        for body in bodies {
            var shop = Shop()
            var request = shop.request("POST", "payment_intents")
            request.body = Array(body.utf8)
            let answer = Shop.Answer(shop.payments.handle(request, now: 0))
            if answer.status != 400 || answer["error", "message"] == nil {
                wrong.append("\(body.prefix(30)): \(answer.state)")
            }
        }
        #expect(wrong == [])
    }

    @Test func listsAndBlanksComeInEveryNotation() {
        var shop = Shop()
        var request = shop.request("POST", "payment_intents")
        let forms = [
            "amount=1000&currency=EUR&payment_method_types%5B%5D=card_present&description=a+b%20c&expand[]=latest_charge",
            "amount=1&amount=1000&currency=eur&payment_method_types[0]=card_present&description=a%20b+c",
        ]
        var found: [JSONValue?] = []
        for form in forms {
            request.body = Array(form.utf8)
            let answer = Shop.Answer(shop.payments.handle(request, now: 0))
            found += [answer["amount"], answer["description"], answer["payment_method_types"]]
        }
        #expect(found == [1000, "a b c", ["card_present"], 1000, "a b c", ["card_present"]])
    }

    @Test func aMemberThatComesAgainBeginsTheNextElement() {
        let item = [
            "[price_data][currency]=usd", "[price_data][unit_amount]=500", "[price_data][product_data][name]=T",
            "[price_data][product_data][images][]=https://shop.test/a",
            "[price_data][product_data][images][]=https://shop.test/b", "[quantity]=2",
        ]
        let other = ["[quantity]=1", "[price_data][unit_amount]=700", "[price_data][product_data][name]=U"]
        var shop = Shop()
        var request = shop.request("POST", "checkout/sessions")
        let pairs = (item + other + ["[price_data][currency]=usd"]).map { "line_items[]" + $0 }
        request.body = Array(
            "mode=payment&success_url=https://shop.test/&expand[]=line_items&\(pairs.joined(separator: "&"))".utf8)
        let lines = Shop.Answer(shop.payments.handle(request, now: shop.now))["line_items"]?["data"]?.elements ?? []
        #expect(lines.map { $0["amount_total"] } == [1000, 700])
        #expect(lines.map { $0["description"] } == ["T", "U"])
    }

    @Test func aRequiredTextIsNotBlank() {
        var shop = Shop()
        let blank = shop.post("products", [("name", "  ")])
        #expect("\(blank.refusal) \(blank.param)" == "400 parameter_invalid_string_blank name")
        #expect(shop.post("products", [("name", " x "), ("description", " ")]).status == 200)
    }

    @Test func updatesMergeAndClear() {
        var shop = Shop()
        let id = shop.create(1000, "eur", [("metadata[a]", "1"), ("metadata[b]", "2"), ("description", "x")]).id
        let path = "payment_intents/\(id)"
        #expect(shop.post(path, [("metadata[a]", ""), ("metadata[c]", "3")])["metadata"] == ["b": "2", "c": "3"])
        #expect(shop.post(path, [("metadata", ""), ("description", "")])["metadata"] == [:])
        let answer = shop.post(path, [("amount", "2000"), ("currency", "usd")])
        #expect(answer["description"] == .null)
        #expect(answer["amount"] == 2000)
        #expect(answer["currency"] == "usd")
    }

    @Test func whatIsNotThereIsSaidToBeMissing() {
        var shop = Shop()
        let answers = [
            shop.get("payment_intents/pi_x"), shop.post("payment_intents/pi_x/confirm"), shop.get("refunds/re_x"),
            shop.get("payment_intents/pi_x/confirm"), shop.get("nothing"), shop.post("payment_intents/pi_x/explode"),
            shop.get("payment_intents/"), shop.post("terminal/connection_tokens", [("location", "tml_x")]),
        ]
        let found = answers.map { "\($0.status) \($0.code)" }
        #expect(
            found == [
                "404 resource_missing", "404 resource_missing", "404 resource_missing", "404 -", "404 -", "404 -",
                "404 -", "400 resource_missing",
            ])
        #expect(shop.post("terminal/connection_tokens")["secret"]?.text?.hasPrefix("pst_test_") == true)
    }
}
