import FoundationEssentials
import TenderAPI
import TenderFlow
import TenderModel
import TenderService

/// The description of the service in OpenAPI 3.1, made from the table of calls.
public struct OpenAPIDocument {
    private let version: String

    /// Describes a version of the service.
    public init(version: String) { self.version = version }

    /// The document.
    public var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { Array($0) } ?? []
    }

    private var value: APIValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "Tender", "version": .string(version),
                "description": """
                A card terminal as a local service. Commands that move money take an idempotency key: the same command under \
                the same key is one command, also after a restart. Every answer has an outcome.
                """,
            ],
            "servers": [["url": "/", "description": "this machine"]],
            "security": [["token": []]],
            "paths": .object(paths),
            "components": [
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
                "schemas": .object(Self.schemas),
                "responses": ["failure": Self.failure],
                "parameters": .object(Self.parameters),
            ],
        ]
    }

    // MARK: - Paths

    private var paths: [String: APIValue] {
        var paths = Self.otherPaths
        for call in ServiceCall.all {
            let path = "/v1/tills/{till}" + (call.path.isEmpty ? "" : "/" + call.path)
            var item: [String: APIValue] = [:]
            if case .object(let known)? = paths[path] { item = known }
            item[call.method.rawValue.lowercased()] = Self.operation(call)
            paths[path] = .object(item)
        }
        return paths
    }

    private static func operation(_ call: ServiceCall) -> APIValue {
        var parameters: [APIValue] = [reference("parameters", "till")]
        if call.path.contains("{id}") { parameters.append(reference("parameters", "id")) }
        if call.needsKey { parameters.append(reference("parameters", "key")) }
        if call.method == .get { parameters += call.fields.map(query) }
        var operation: [String: APIValue] = [
            "operationId": .string(call.name), "summary": .string(call.summary), "tags": [.string(call.right.rawValue)],
            "description": .string("Needs the right `\(call.right.rawValue)`: \(call.right.summary)."),
            "parameters": .array(parameters),
            "responses": [
                "200": [
                    "description": .string("The outcome: \(call.outcomes.joined(separator: ", "))."),
                    "content": ["application/json": ["schema": result(call)]],
                ],
                "default": reference("responses", "failure"),
            ],
        ]
        if call.method == .post, !call.fields.isEmpty {
            operation["requestBody"] = [
                "required": .bool(call.fields.contains(where: \.isRequired)),
                "content": ["application/json": ["schema": object(call.fields)]],
            ]
        }
        return .object(operation)
    }

    private static func query(_ field: ServiceField) -> APIValue {
        [
            "name": .string(field.name), "in": "query", "required": .bool(field.isRequired),
            "description": .string(field.summary), "schema": schema(field.kind),
        ]
    }

    // MARK: - Input

    private static func object(_ fields: [ServiceField]) -> APIValue {
        var properties: [String: APIValue] = [:]
        for field in fields {
            guard case .object(var members) = schema(field.kind) else { continue }
            members["description"] = .string(field.summary)
            properties[field.name] = .object(members)
        }
        return [
            "type": "object", "additionalProperties": false, "properties": .object(properties),
            "required": .array(fields.filter(\.isRequired).map { .string($0.name) }),
        ]
    }

    private static func schema(_ kind: ServiceField.Kind) -> APIValue {
        switch kind {
        case .text(let maximum): ["type": "string", "minLength": 1, "maxLength": .integer(Int64(maximum))]
        case .integer(let range):
            ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
        case .flag: ["type": "boolean"]
        case .choice(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
        case .list(let kind, let maximum):
            ["type": "array", "items": schema(kind), "maxItems": .integer(Int64(maximum))]
        case .metadata:
            [
                "type": "object", "maxProperties": 50, "propertyNames": ["minLength": 1, "maxLength": 40],
                "additionalProperties": ["type": "string", "maxLength": 500],
            ]
        case .object(let fields): object(fields)
        }
    }

    // MARK: - Results

    private static func result(_ call: ServiceCall) -> APIValue {
        var properties: [String: APIValue] = [
            "outcome": ["type": "string", "enum": .array(call.outcomes.map { .string($0) })]
        ]
        for member in call.members { properties[member.name] = schema(member.kind) }
        let required = ["outcome"] + call.members.filter { !$0.isOptional }.map(\.name)
        return [
            "type": "object", "additionalProperties": false, "properties": .object(properties),
            "required": .array(required.map { .string($0) }),
        ]
    }

    private static func schema(_ kind: ServiceCall.Member.Kind) -> APIValue {
        switch kind {
        case .text: ["type": "string"]
        case .integer: ["type": "integer"]
        case .flag: ["type": "boolean"]
        case .object(let name): reference("schemas", name)
        case .list(let kind): ["type": "array", "items": schema(kind)]
        }
    }

    private static func reference(_ group: String, _ name: String) -> APIValue {
        ["$ref": .string("#/components/\(group)/\(name)")]
    }
}
