/// A part of an API object whose amounts are in the enclosing object's currency.
package protocol MoneyPart: Codable {
    /// The part as the API writes it: amounts are integers.
    associatedtype Form: Codable

    /// Reads the API's form; nil for one that says nothing.
    init?(_ form: Form, _ currency: Currency) throws(AmountError)

    /// The API's form.
    func form() throws(AmountError) -> Form
}

extension KeyedDecodingContainer where Key: MoneyKey {
    package func decodeIfPresent<Part: MoneyPart>(_ type: Part.Type, forKey key: Key) throws -> Part? {
        guard let form = try decodeIfPresent(Part.Form.self, forKey: key) else { return nil }
        return try part(form, key)
    }

    package func decode<Part: MoneyPart>(_ type: [Part].Type, forKey key: Key) throws -> [Part] {
        try decode([Part.Form].self, forKey: key).compactMap { try part($0, key) }
    }

    private func part<Part: MoneyPart>(_ form: Part.Form, _ key: Key) throws -> Part? {
        do {
            return try Part(form, currency())
        } catch let error as AmountError {
            throw corrupt(key, error.description)
        }
    }
}

extension KeyedEncodingContainer where Key: MoneyKey {
    package mutating func encodeIfPresent<Part: MoneyPart>(_ part: Part?, forKey key: Key) throws {
        if let part { try encode(part.form(), forKey: key) }
    }

    package mutating func encode<Part: MoneyPart>(_ parts: [Part], forKey key: Key) throws {
        try encode(parts.map { try $0.form() }, forKey: key)
    }
}
