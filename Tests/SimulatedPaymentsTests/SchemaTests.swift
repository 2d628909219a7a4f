import Foundation
import SimulatedPayments
import Testing

/// Checks answers against the public response schemas in `Resources`.
@Suite struct SchemaTests {
    private let schemas: JSONValue

    init() throws {
        let url = try #require(
            Bundle.module.url(forResource: "schemas", withExtension: "json", subdirectory: "Resources"))
        let document = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: url))
        schemas = try #require(document["components"]?["schemas"])
    }

    @Test func everyAnswerHasTheFieldsOfItsSchema() throws {
        var problems: [String] = []
        for object in try Self.everyKindOfAnswer() { check(object, of: object["object"]?.text ?? "?", &problems) }
        #expect(Array(Set(problems)).sorted() == [])
    }

    @Test func theCheckFindsAMissingField() throws {
        guard case .object(var members)? = try Self.everyKindOfAnswer().first else { throw Shop.Missing() }
        members["status"] = .null
        members["latest_charge"] = nil
        members["amount"] = "10"
        members["surprise"] = true
        var problems: [String] = []
        check(.object(members), of: "payment_intent", &problems)
        // The status breaks two rules: it is required, and it is null.
        #expect(problems.count == 5)
    }

    /// Intents in all states with everything expanded, their charges and methods, refunds, and a token.
    private static func everyKindOfAnswer() throws -> [JSONValue] {
        var shop = Shop()
        let all: Form = [("expand[0]", "latest_charge"), ("expand[1]", "payment_method")]
        let manual: Form = [("capture_method", "manual")]
        let interac: Form = [("payment_method_types[]", "interac_present")]
        let held = try shop.pay(1000, manual).id
        var ids = [
            shop.create(1000).id, held, try shop.pay(1000).id, try shop.pay(1001).id,
            try shop.pay(1000, "cad", card: "interac", interac).id,
            shop.post("payment_intents", [("amount", "1000"), ("currency", "eur")]).id,
        ]
        ids.append(try shop.pay(1000, manual).id)
        _ = shop.post("payment_intents/\(ids[6])/cancel")
        ids.append(shop.create(1000).id)
        _ = shop.post("payment_intents/\(ids[7])", try shop.present("mastercard", 1000))
        let refund = shop.post(
            "refunds", [("payment_intent", ids[2]), ("expand[]", "charge"), ("expand[]", "payment_method")])
        let failing = try shop.pay(1000, card: "refundFailed").id
        let failed = shop.post("refunds", [("payment_intent", failing)]).id
        shop.now += SimulatedPayments.refundFailureDelay
        var objects = ids.map { shop.get("payment_intents/\($0)", all).body }
        objects += [refund.body, shop.get("refunds/\(failed)").body, shop.post("terminal/connection_tokens").body]
        objects += objects.flatMap { object in
            [
                object["latest_charge"], object["payment_method"], object["charge"],
                object["last_payment_error"]?["payment_method"],
            ]
            .compactMap { $0 }.filter { $0["object"] != nil }
        }
        return objects
    }

    private func check(_ object: JSONValue, of name: String, _ problems: inout [String]) {
        guard let schema = schemas[name] else { return problems.append("there is no schema of \(name)") }
        check(object, schema, at: name, &problems)
    }

    private func check(_ value: JSONValue, _ schema: JSONValue, at path: String, _ problems: inout [String]) {
        if value == .null {
            if schema["nullable"] != true { problems.append("\(path) is null") }
            return
        }
        if schema["anyOf"] != nil || schema["$ref"] != nil { return checkReference(value, schema, at: path, &problems) }
        switch (schema["type"]?.text, value) {
        case ("object", .object(let members)): checkMembers(members, schema, at: path, &problems)
        case ("array", .array(let elements)):
            for element in elements { check(element, schema["items"] ?? .null, at: path + "[]", &problems) }
        case ("integer", .integer), ("boolean", .bool): break
        case ("string", .string):
            let allowed = schema["enum"]?.elements ?? []
            if !allowed.isEmpty, !allowed.contains(value) { problems.append("\(path) has the value \(value)") }
        default: problems.append("\(path) has the wrong type")
        }
    }

    /// An id, or the expanded object, which is checked by itself.
    private func checkReference(_ value: JSONValue, _ schema: JSONValue, at path: String, _ problems: inout [String]) {
        if case .string = value { return }
        if value["object"] == nil { problems.append("\(path) is neither an id nor an object") }
    }

    private func checkMembers(
        _ members: [String: JSONValue], _ schema: JSONValue, at path: String, _ problems: inout [String]
    ) {
        for name in (schema["required"]?.elements ?? []).compactMap(\.text) where (members[name] ?? .null) == .null {
            problems.append("\(path).\(name) is required")
        }
        for name in (schema["x-rendered"]?.elements ?? []).compactMap(\.text) where members[name] == nil {
            problems.append("\(path).\(name) is not rendered")
        }
        for (name, value) in members {
            if let property = schema["properties"]?[name] ?? schema["additionalProperties"] {
                check(value, property, at: "\(path).\(name)", &problems)
            } else {
                problems.append("\(path).\(name) is in no schema")
            }
        }
    }
}
