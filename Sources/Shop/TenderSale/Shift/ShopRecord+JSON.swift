import FoundationEssentials
import TenderFlow

/// The stored form of the till's values in the journal: JSON with sorted keys.
extension ShopRecord {
    /// Creates the record of a value.
    ///
    /// - Throws: `ShopRecordError.tooLarge`, and `malformed` for what JSON cannot hold.
    init(kind: String, version: UInt8, holding value: some Encodable) throws(ShopRecordError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body: [UInt8]
        do {
            body = [UInt8](try encoder.encode(value))
        } catch {
            throw .malformed("\(error)")
        }
        self.init(kind: kind, version: version, body: body)
        guard isWithinBounds else { throw .tooLarge(bytes: body.count) }
    }

    /// Decodes the record's contents, and converts them to the value that they stand for.
    ///
    /// - Throws: `ShopRecordError`; never traps, whatever the bytes are.
    func value<Stored: Decodable, Value>(
        of type: Stored.Type, kind: String, version: UInt8, _ make: (Stored) throws -> Value
    ) throws(ShopRecordError) -> Value {
        guard self.kind == kind else { throw .unknownKind(self.kind) }
        guard self.version == version else { throw .unknownVersion(self.version) }
        guard isWithinBounds else { throw .tooLarge(bytes: body.count) }
        do {
            return try make(JSONDecoder().decode(type, from: Data(body)))
        } catch {
            throw .malformed("\(error)")
        }
    }
}
