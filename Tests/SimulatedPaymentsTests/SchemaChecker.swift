import Foundation
import SimulatedPayments
import Testing

/// Checks objects against the public response schemas in `Resources`.
struct SchemaChecker {
    private static let loaded = Result { try load() }

    private let schemas: [String: JSONValue]

    init() throws { schemas = try Self.loaded.get() }

    private static func load() throws -> [String: JSONValue] {
        var schemas: [String: JSONValue] = [:]
        for name in ["schemas", "customers"] {
            let url = try #require(
                Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Resources"))
            let document = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: url))
            guard case .object(let found)? = document["components"]?["schemas"] else { throw Shop.Missing() }
            schemas.merge(found) { $1 }
        }
        return schemas
    }

    /// What is wrong with an answer and with every object of the API inside it.
    func problems(inside value: JSONValue) -> [String] {
        var problems: [String] = []
        checkAll(value, &problems)
        return Array(Set(problems)).sorted()
    }

    private func checkAll(_ value: JSONValue, _ problems: inout [String]) {
        switch value {
        case .array(let elements): for element in elements { checkAll(element, &problems) }
        case .object(let members):
            if let object = members["object"]?.text, object != "list" {
                check(value, of: members["deleted"] == nil ? object : "deleted_" + object, &problems)
            }
            for member in members.values { checkAll(member, &problems) }
        default: break
        }
    }

    func check(_ object: JSONValue, of name: String, _ problems: inout [String]) {
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
        case (nil, _): break
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
