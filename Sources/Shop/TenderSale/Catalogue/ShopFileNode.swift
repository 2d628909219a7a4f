import TenderBytes
import TenderModel

/// An object of a shop's file while it is read; its keys are already checked.
struct ShopFileNode {
    let place: TextPlace
    private let path: String
    private let members: [String: JSON5Value]

    init(_ value: JSON5Value, path: String) throws(CatalogueImportError) {
        guard case .object(let members) = value.content else {
            throw Self.problem(value, path, "the value has the wrong type: write an object in braces")
        }
        place = value.place
        self.path = path
        self.members = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    private func path(_ key: String) -> String { path.isEmpty ? key : path + "." + key }

    private static func problem(_ value: JSON5Value, _ path: String, _ text: String) -> CatalogueImportError {
        CatalogueImportError(place: path.isEmpty ? "\(value.place)" : "\(value.place), \(path)", text: text)
    }

    /// Returns the error about the value of a key.
    func problem(_ key: String, _ text: String) -> CatalogueImportError {
        guard let value = members[key] else {
            return CatalogueImportError(place: path.isEmpty ? "\(place)" : "\(place), \(path)", text: text)
        }
        return Self.problem(value, path(key), text)
    }

    /// Returns the value of a required key.
    func needed<Value>(_ key: String, _ value: Value?) throws(CatalogueImportError) -> Value {
        guard let value else { throw problem(key, "'\(key)' is missing: add it") }
        return value
    }

    func text(_ key: String) throws(CatalogueImportError) -> String? {
        guard let value = members[key] else { return nil }
        return try Self.text(value, path(key))
    }

    private static func text(_ value: JSON5Value, _ path: String) throws(CatalogueImportError) -> String {
        guard case .text(let text) = value.content else {
            throw problem(value, path, "the value has the wrong type: write it in quotes, prices and rates too")
        }
        return text
    }

    /// Reads a text that can be stored and shown.
    func plainText(_ key: String) throws(CatalogueImportError) -> String? {
        guard let value = members[key] else { return nil }
        return try Self.plain(value, path(key))
    }

    private static func plain(_ value: JSON5Value, _ path: String) throws(CatalogueImportError) -> String {
        let text = try text(value, path)
        guard SaleLimits.isText(text) else {
            throw problem(
                value, path, "it is empty, too long or not plain: write 1 to \(SaleLimits.text) bytes of text")
        }
        return text
    }

    /// Reads the plain texts of a list; an error names each by its place.
    func texts(_ key: String) throws(CatalogueImportError) -> [String]? {
        try list(key)?.map { (element) throws(CatalogueImportError) in try Self.plain(element.value, element.path) }
    }

    /// Reads the plain texts of a list, and converts each.
    func texts<Value>(
        _ key: String, _ wanted: String, _ body: (String) -> Value?
    ) throws(CatalogueImportError) -> [Value]? {
        try list(key)?.map { (element) throws(CatalogueImportError) in
            let text = try Self.plain(element.value, element.path)
            guard let value = body(text) else {
                throw Self.problem(element.value, element.path, "'\(text.prefix(40))' is not \(wanted)")
            }
            return value
        }
    }

    func bool(_ key: String) throws(CatalogueImportError) -> Bool? {
        guard let value = members[key] else { return nil }
        guard case .bool(let isTrue) = value.content else {
            throw problem(key, "the value has the wrong type: write true or false")
        }
        return isTrue
    }

    func object(_ key: String) throws(CatalogueImportError) -> ShopFileNode? {
        guard let value = members[key] else { return nil }
        return try ShopFileNode(value, path: path(key))
    }

    func objects(_ key: String) throws(CatalogueImportError) -> [ShopFileNode]? {
        try list(key)?.map { (element) throws(CatalogueImportError) in
            try ShopFileNode(element.value, path: element.path)
        }
    }

    /// The object's location, for errors about it as a whole.
    var name: String { "\(place), \(path)" }

    private func list(_ key: String) throws(CatalogueImportError) -> [(value: JSON5Value, path: String)]? {
        guard let value = members[key] else { return nil }
        guard case .array(let elements) = value.content else {
            throw problem(key, "the value has the wrong type: write a list in brackets")
        }
        return elements.enumerated().map { ($0.element, "\(path(key))[\($0.offset)]") }
    }
}
