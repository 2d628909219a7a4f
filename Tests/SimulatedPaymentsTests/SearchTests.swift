import SimulatedPayments
import Testing

/// Search: a language of clauses, and pages that lead on.
@Suite struct SearchTests {
    private static func names(_ answer: Shop.Answer) -> [String] {
        guard answer.status == 200 else { return [answer["error", "param"]?.text ?? answer.state] }
        return (answer["data"]?.elements ?? []).map { $0["name"]?.text ?? $0["description"]?.text ?? "-" }
    }

    private static func people() -> Shop {
        var shop = Shop()
        let people: [Form] = [
            [("name", "Ada Lovelace"), ("email", "ada@shop.test"), ("metadata[order]", "6735")],
            [("name", "Bob \"B\" Hope"), ("phone", "+43123"), ("metadata[Order]", "x y")],
            [("name", "Cy"), ("email", "CY@SHOP.test")],
        ]
        for person in people {
            _ = shop.post("customers", person)
            shop.now += 10
        }
        return shop
    }

    @Test func clausesFindCustomers() {
        let first = Shop().now
        let (ada, bob, cy) = ("Ada Lovelace", "Bob \"B\" Hope", "Cy")
        let table: [(String, [String])] = [
            ("name:\"ada lovelace\"", [ada]), ("name:'Cy'", [cy]), ("name:\"Ada\"", []), ("name~\"LOVE\"", [ada]),
            ("name:\"bob \\\"b\\\" hope\"", [bob]), ("email~\"shop\"", [cy, ada]), ("-email~\"shop\"", [bob]),
            ("email:null", [bob]), ("-email:null", [cy, ada]), ("phone:\"+43123\"", [bob]),
            ("metadata[\"order\"]:\"6735\"", [ada]), ("metadata['order']:6735", [ada]),
            ("metadata[\"Order\"]:'X Y'", [bob]), ("metadata[\"order\"]:null", [cy, bob]),
            ("-metadata[\"order\"]:null", [ada]),
            ("created>\(first)", [cy, bob]), ("created>=\(first)", [cy, bob, ada]), ("created<\(first)", []),
            ("created<=\(first)", [ada]), ("created:\(first + 10)", [bob]), ("created:\"\(first + 10)\"", [bob]),
            ("email~\"shop\" AND created>\(first)", [cy]), ("name:\"Cy\" OR phone:\"+43123\"", [cy, bob]),
            ("email~\"shop\" created>\(first)", [cy]), ("  name:\"Cy\"  and  -phone:\"1\" ", [cy]),
        ]
        var shop = Self.people()
        var wrong: [String] = []
        for (query, expected) in table {
            let found = Self.names(shop.get("customers/search", [("query", query)]))
            if found != expected { wrong.append("\(query): \(found)") }
        }
        #expect(wrong == [])
    }

    @Test func whatCannotBeReadIsRefused() {
        let eleven = (0..<11).map { "name:\"\($0)\"" }.joined(separator: " OR ")
        let refused = [
            "", " ", "name", "name:", "name:ada", "name:\"ada", ":\"a\"", "name=\"a\"", "name>\"a\"", "created~\"123\"",
            "created:now", "created>null", "name~\"ab\"", "shoe:\"1\"", "metadata:\"a\"", "metadata[order]:\"a\"",
            "metadata[\"a\":\"b\"", "name:\"a\" AND", "AND name:\"a\"", "name:\"a\"name:\"b\"", "(name:\"a\")",
            "name:\"a\" AND name:\"b\" OR name:\"c\"", "name:\"a\" name:\"b\" OR name:\"c\"", "--name:\"a\"", eleven,
            "created>99999999999999999999", "metadata[\"a\"]~\"abc\"", "name:\"a\\",
        ]
        var shop = Self.people()
        let taken = refused.filter { shop.get("customers/search", [("query", $0)]).param != "query" }
        #expect(taken == [])
        #expect(shop.get("customers/search").refusal == "400 parameter_missing")
        let shoe = shop.get("customers/search", [("query", "shoe:\"1\"")])["error", "message"]?.text
        #expect(shoe?.hasPrefix("Field `shoe` is an unsupported search field for resource `customers`.") == true)
    }

    @Test func pagesLeadOn() {
        var shop = Shop()
        for number in 0..<5 {
            _ = shop.post("customers", [("name", number == 2 ? "Odd" : "Name"), ("phone", "\(number)")])
        }
        let query = [("query", "name:\"name\""), ("limit", "2")]
        let first = shop.get("customers/search", query)
        #expect(first["object"] == "search_result")
        #expect(first["url"] == "/v1/customers/search")
        #expect(first["has_more"] == true)
        #expect(first["data"]?.elements.map { $0["phone"] } == ["4", "3"])
        let page = first["next_page"]?.text ?? ""
        let second = shop.get("customers/search", query + [("page", page)])
        #expect(second["has_more"] == false)
        #expect(second["next_page"] == .null)
        #expect(second["data"]?.elements.map { $0["phone"] } == ["1", "0"])
        let strange = shop.get("customers/search", query + [("page", page)], key: "sk_test_other")
        #expect([strange, shop.get("customers/search", query + [("page", "x")])].map(\.param) == ["page", "page"])
        let limits = ["0", "101"].map { shop.get("customers/search", [query[0], ("limit", $0)]).param }
        #expect(limits == ["limit", "limit"])
    }

    @Test func everyKindIsFound() {
        var shop = Shop()
        let customer = shop.customer()
        let intent = shop.post(
            "payment_intents",
            [
                ("amount", "2000"), ("currency", "usd"), ("payment_method_types[]", "card"), ("customer", customer),
                ("payment_method", "pm_card_visa"), ("confirm", "true"),
            ])
        let product = shop.post("products", [("name", "Shirt"), ("description", "A red one")]).id
        let price = shop.post(
            "prices", [("product", product), ("currency", "usd"), ("unit_amount", "5"), ("lookup_key", "red")]
        ).id
        let charge = intent["latest_charge"]?.text ?? ""
        let table: [(String, String, String)] = [
            ("payment_intents", "status:'succeeded' AND amount>1999 AND currency:'USD'", intent.id),
            ("payment_intents", "customer:'\(customer)'", intent.id),
            ("charges", "payment_method_details.card.last4:4242 AND refunded:'false'", charge),
            ("charges", "payment_method_details.card.brand:'visa' AND payment_intent:'\(intent.id)'", charge),
            ("products", "active:'true' AND description~'RED'", product),
            ("prices", "lookup_key:'red' AND product:'\(product)' AND type:'one_time'", price),
            ("products", "active:'false'", ""), ("charges", "disputed:'true'", ""),
        ]
        var found: [String] = []
        for (path, query, _) in table { found.append(shop.get("\(path)/search", [("query", query)]).ids.first ?? "") }
        #expect(found == table.map(\.2))
        let expanded = shop.get(
            "payment_intents/search", [("query", "amount:2000"), ("expand[]", "data.latest_charge")])
        #expect(expanded["data"]?.elements.first?["latest_charge"]?["id"] == .string(charge))
        #expect(shop.get("invoices/search", [("query", "total:1")]).status == 404)
    }

    @Test func deletedAndStrangeObjectsAreNotFound() {
        var shop = Self.people()
        let id = shop.get("customers/search", [("query", "name:'Cy'")]).ids.first ?? ""
        _ = shop.delete("customers/\(id)")
        #expect(shop.get("customers/search", [("query", "created>0")]).ids.count == 2)
        #expect(shop.get("customers/search", [("query", "created>0")], key: "sk_test_other").ids == [])
    }
}
