import FoundationEssentials
import TenderAPI
import TenderFlow
import TenderModel

/// Parameters as JSON, for version 2 of the payments API.
///
/// An empty text becomes `null`, which clears a property, as an empty value does in a form. The same call always produces
/// the same bytes, because a key may only be reused with the same parameters.
struct JSONParameters: Sendable {
    private var members: [String: APIValue] = [:]

    /// Adds a text under a path of names such as `identity.country`, unless `value` is `nil`.
    mutating func add(_ path: String, _ value: String?) {
        if let value { set(path, Self.text(value)) }
    }

    /// Adds an integer, unless `value` is `nil`.
    mutating func add(_ path: String, _ value: Int64?) {
        if let value { set(path, .integer(value)) }
    }

    /// Adds a truth value, unless `value` is `nil`.
    mutating func add(_ path: String, _ value: Bool?) {
        if let value { set(path, .bool(value)) }
    }

    /// Adds texts, unless there are none.
    mutating func add(_ path: String, list: [String]) {
        if !list.isEmpty { set(path, .array(list.map { .string($0) })) }
    }

    /// Adds texts by their keys, unless there are none.
    mutating func add(_ path: String, map: [String: String]) {
        if !map.isEmpty { set(path, .object(map.mapValues(Self.text))) }
    }

    /// Adds an address, unless it is `nil`.
    mutating func add(_ path: String, _ address: Address?) {
        add("\(path).line1", address?.line1)
        add("\(path).line2", address?.line2)
        add("\(path).city", address?.city)
        add("\(path).state", address?.state)
        add("\(path).postal_code", address?.postalCode)
        add("\(path).country", address?.country)
    }

    /// Adds objects of texts, unless there are none.
    mutating func add(_ path: String, objects: [[String: String]]) {
        if !objects.isEmpty { set(path, .array(objects.map { .object($0.mapValues(Self.text)) })) }
    }

    /// Adds an object without members, to which others may be added.
    mutating func addObject(_ path: String) { set(path, .object([:])) }

    /// Adds everything of `other` under a path.
    mutating func add(_ path: String, _ other: JSONParameters?) {
        if let other, !other.members.isEmpty { set(path, .object(other.members)) }
    }

    /// Returns the body.
    ///
    /// - Throws: `GatewayError` that was not sent, if the parameters lie too deep in each other.
    func encoded() throws(GatewayError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(APIValue.object(members)))
        } catch {
            throw .notSent(.invalidParameter, "the parameters cannot be written as JSON")
        }
    }

    private static func text(_ value: String) -> APIValue { value.isEmpty ? .null : .string(value) }

    private mutating func set(_ path: String, _ value: APIValue) {
        members = Self.adding(value, at: path.split(separator: ".")[...], to: members)
    }

    private static func adding(
        _ value: APIValue, at path: ArraySlice<Substring>, to members: [String: APIValue]
    ) -> [String: APIValue] {
        guard let name = path.first.map(String.init) else { return members }
        var members = members
        guard path.count > 1 else {
            members[name] = value
            return members
        }
        var inner: [String: APIValue] = [:]
        if case .object(let known)? = members[name] { inner = known }
        members[name] = .object(adding(value, at: path.dropFirst(), to: inner))
        return members
    }
}
