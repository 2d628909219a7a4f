import Foundation
import Testing

@testable import SimulatedPayments

/// What the API's public schemas mark as expandable is expandable on every route that answers with such an object.
@Suite struct ExpansionTests {
    private static let maximumDepth = 4
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "RealClients/schemas")

    private static func members(_ file: String) throws -> [String: JSONValue] {
        let json = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: folder.appending(path: file)))
        return (json["components"]?["schemas"] ?? json).members ?? [:]
    }

    @Test func everyRouteExpandsWhatTheSchemasMark() throws {
        let schemas = try Self.members("schemas.json").merging(try Self.members("supplement.json")) { $1 }
        let onDemand = try Self.members("on-demand.json")
        let marked = schemas.reduce(into: [String: Set<String>]()) { marked, schema in
            Self.collect(schema.value, [], [schema.key], schemas, &marked[schema.key, default: []])
            marked[schema.key, default: []].formUnion((onDemand[schema.key]?.elements ?? []).compactMap(\.text))
        }
        var wrong: [String] = []
        var count = 0
        for operation in Operation.all where operation.generation == .v1 {
            for path in (marked[operation.result.object] ?? []).sorted() {
                var text = path
                if case .list = operation.result { text = "data." + path }
                guard text.split(separator: ".").count <= Self.maximumDepth else { continue }
                count += 1
                do throws(APIFailure) {
                    _ = try Expansion([text], of: operation.result, isPublishable: false, showsLists: false)
                } catch {
                    wrong.append("\(operation.endpoint.rawValue): \(text)")
                }
            }
        }
        #expect(wrong == [])
        #expect(count > 1000)
    }

    /// The ways to the fields of a schema that hold an id or an object; an object inside is entered once.
    private static func collect(
        _ schema: JSONValue, _ path: [String], _ around: Set<String>, _ schemas: [String: JSONValue],
        _ found: inout Set<String>
    ) {
        guard path.count <= maximumDepth else { return }
        if schema["x-expansionResources"] != nil {
            found.insert(path.joined(separator: "."))
        } else if let name = schema["$ref"]?.text?.split(separator: "/").last.map(String.init) {
            guard !around.contains(name), let target = schemas[name] else { return }
            collect(target, path, around.union([name]), schemas, &found)
        } else {
            for choice in schema["anyOf"]?.elements ?? [] { collect(choice, path, around, schemas, &found) }
            if let items = schema["items"] { collect(items, path, around, schemas, &found) }
            for (name, property) in schema["properties"]?.members ?? [:] {
                collect(property, path + [name], around, schemas, &found)
            }
        }
    }

    @Test func whatIsShownOnDemandIsThere() {
        var shop = Shop()
        let product = shop.post("products", [("name", "Tea")]).id
        _ = shop.post("prices", [("product", product), ("currency", "usd"), ("unit_amount", "500")])
        let prices = shop.get("prices", [("expand[]", "data.tiers"), ("expand[]", "data.currency_options")])
        #expect(prices.status == 200)
        #expect(prices["data"]?.elements.first?["currency_options"]?["usd"] != nil)
        let line: Form = [
            ("line_items[0][quantity]", "1"), ("line_items[0][price_data][currency]", "usd"),
            ("line_items[0][price_data][unit_amount]", "500"),
            ("line_items[0][price_data][product_data][name]", "Tea"),
        ]
        _ = shop.post("checkout/sessions", line + [("mode", "payment"), ("success_url", "https://shop.test/")])
        let sessions = shop.get(
            "checkout/sessions",
            [("expand[]", "data.total_details.breakdown"), ("expand[]", "data.line_items.data.taxes")])
        let session = sessions["data"]?.elements.first
        #expect(session?["total_details"]?["breakdown"] == ["discounts": [], "taxes": []])
        #expect(session?["line_items"]?["data"]?.elements.first?["taxes"] == [])
        let names = ["cash_balance", "invoice_credit_balance", "sources", "subscriptions", "tax", "tax_ids"]
        _ = shop.post("customers", [])
        let customer = shop.get("customers", names.map { ("expand[]", "data." + $0) })["data"]?.elements.first
        #expect(names.filter { customer?[$0] == nil } == [])
        #expect(customer?["subscriptions"]?["data"] == [])
        #expect(customer?["cash_balance"] == .null)
    }

    /// dj-stripe names the customer in the path and among the parameters.
    @Test func theIDOfThePathMayBeSaidTwice() {
        var shop = Shop()
        let customer = shop.customer()
        let answers = [customer, "cus_other"].map { shop.get("customers/\(customer)/sources", [("id", $0)]) }
        #expect(answers.map { "\($0.status) \($0.param)" } == ["200 -", "400 id"])
    }

    /// Nobody can make what they list: they are there, and empty.
    @Test func listsOfWhatIsNotSimulatedAreEmpty() {
        var shop = Shop()
        let (product, customer) = (shop.post("products", [("name", "Tea")]).id, shop.customer())
        let paths = [
            "plans", "subscriptions", "invoices", "coupons", "tax_rates", "issuing/cards",
            "products/\(product)/features",
            "customers/\(customer)/tax_ids", "customers/\(customer)/subscriptions",
        ]
        let form: Form = [
            ("limit", "100"), ("status", "all"), ("created[gte]", "1"), ("expand[]", "data.latest_invoice.charge"),
        ]
        let wrong = paths.filter { path in
            let answer = shop.get(path, form)
            return answer.body != ["object": "list", "url": .string("/v1/" + path), "has_more": false, "data": []]
        }
        #expect(wrong == [])
        let refused = [
            shop.get("products/prod_1/features"), shop.get("plans", [("starting_after", "plan_1")]),
            shop.post("plans", [("amount", "1")]), shop.get("plans/plan_1"),
        ]
        #expect(refused.map(\.status) == [404, 400, 404, 404])
    }
}
