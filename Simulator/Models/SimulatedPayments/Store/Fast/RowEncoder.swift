/// An encoder of rows as JSON, with members in the order in which the row encodes them and dictionaries ordered by
/// name.
///
/// It knows the parts of rows: texts, Booleans, whole numbers, enumerations and structures of these.
///
/// It is here for speed alone: every request ends here when its objects are stored in a file, and a general encoder takes
/// four to five times as long. The benchmark of cycles with `--data` shows it (`tender_data_cycles_…`, docs/performance.md).
///
/// Rows that are written together share editions, such as an intent and the event that shows it: one encoder writes
/// each edition once, and repeats the text.
public final class RowEncoder {
    private let output = RowOutput()

    /// Creates an encoder for rows that are written together.
    public init() {}

    /// - Throws: `EncodingError` for a number with a fraction or beyond 64 bits.
    static func encode(_ row: some Encodable) throws -> [UInt8] { try RowEncoder().encode(row) }

    /// - Throws: `EncodingError` for a number with a fraction or beyond 64 bits.
    func encode(_ row: some Encodable) throws -> [UInt8] {
        output.restart()
        try output.write(row)
        return output.bytes
    }
}

extension Edition {
    func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? RowValueEncoder else { return try row.encode(to: encoder) }
        try encoder.output.write(self)
    }
}

/// The bytes so far, and the lists and objects that are still open.
private final class RowOutput {
    // One thread writes one value at a time: checking that for every byte took a third of the time.
    @exclusivity(unchecked) var bytes: [UInt8] = []
    @exclusivity(unchecked) private var closings: [UInt8] = []
    /// Whether the innermost list or object has no element yet.
    @exclusivity(unchecked) private var isFirst = false

    /// The editions that were written, which are retained so that no other one takes their place in memory.
    @exclusivity(unchecked) private var texts: [ObjectIdentifier: (edition: AnyObject, text: [UInt8])] = [:]

    /// Begins another row.
    func restart() {
        bytes = []
        bytes.reserveCapacity(1024)
        closings.removeAll(keepingCapacity: true)
        isFirst = false
    }

    func write<Row>(_ edition: Edition<Row>) throws {
        let id = ObjectIdentifier(edition)
        if let known = texts[id] { return bytes.append(contentsOf: known.text) }
        let start = bytes.count
        try write(edition.row)
        texts[id] = (edition, Array(bytes[start...]))
    }

    var depth: Int { closings.count }

    func open(_ opening: Unicode.Scalar, _ closing: Unicode.Scalar) {
        bytes.append(UInt8(ascii: opening))
        closings.append(UInt8(ascii: closing))
        isFirst = true
    }

    /// Closes lists and objects until only `depth` of them are open.
    func close(to depth: Int) {
        while closings.count > depth {
            bytes.append(closings.removeLast())
            isFirst = false
        }
    }

    /// Continues with the next element of the list or object at `depth`.
    func next(in depth: Int) {
        close(to: depth)
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    func next(in depth: Int, name: String) {
        next(in: depth)
        JSONValue.render(name, into: &bytes)
        bytes.append(UInt8(ascii: ":"))
    }

    func write<Value: Encodable>(_ value: Value) throws {
        // Checked by type first: a cast is slow, and most values are neither.
        if Value.self == [String: String].self, let dictionary = value as? [String: String] {
            return JSONValue.object(dictionary.mapValues(JSONValue.string)).render(into: &bytes)
        }
        if Value.self == JSONValue.self, let json = value as? JSONValue { return json.render(into: &bytes) }
        if Value.self == [String: JSONValue].self, let members = value as? [String: JSONValue] {
            return JSONValue.object(members).render(into: &bytes)
        }
        let depth = depth
        try value.encode(to: RowValueEncoder(output: self))
        close(to: depth)
    }

    func write(_ text: String) { JSONValue.render(text, into: &bytes) }

    func write(_ value: Bool) { bytes.append(contentsOf: (value ? "true" : "false").utf8) }

    /// Writes a number, separately from other numbers since rows have many.
    func write(_ value: Int64) { JSONValue.render(value, into: &bytes) }

    func write(_ value: some BinaryInteger, _ path: [any CodingKey]) throws {
        guard let value = Int64(exactly: value) else { throw Self.unknown(value, path) }
        JSONValue.render(value, into: &bytes)
    }

    func writeNull() { bytes.append(contentsOf: "null".utf8) }

    static func unknown(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
        .invalidValue(value, .init(codingPath: path, debugDescription: "rows hold whole numbers of 64 bits only"))
    }
}

private struct RowValueEncoder: Encoder {
    let output: RowOutput
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        output.open("{", "}")
        return KeyedEncodingContainer(RowObjectEncoder(output: output, depth: output.depth))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        output.open("[", "]")
        return RowListEncoder(output: output, depth: output.depth)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { RowScalarEncoder(output: output) }
}

private struct RowObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: RowOutput
    let depth: Int
    var codingPath: [any CodingKey] { [] }

    private func begin(_ key: Key) { output.next(in: depth, name: key.stringValue) }

    mutating func encodeNil(forKey key: Key) {
        begin(key)
        output.writeNull()
    }

    mutating func encode(_ value: Bool, forKey key: Key) {
        begin(key)
        output.write(value)
    }

    mutating func encode(_ value: String, forKey key: Key) {
        begin(key)
        output.write(value)
    }

    mutating func encode(_ value: Double, forKey key: Key) throws { throw RowOutput.unknown(value, [key]) }
    mutating func encode(_ value: Float, forKey key: Key) throws { throw RowOutput.unknown(value, [key]) }
    mutating func encode(_ value: Int, forKey key: Key) {
        begin(key)
        output.write(Int64(value))
    }

    mutating func encode(_ value: Int8, forKey key: Key) throws { try number(value, key) }
    mutating func encode(_ value: Int16, forKey key: Key) throws { try number(value, key) }
    mutating func encode(_ value: Int32, forKey key: Key) throws { try number(value, key) }
    mutating func encode(_ value: Int64, forKey key: Key) {
        begin(key)
        output.write(value)
    }

    mutating func encode(_ value: UInt, forKey key: Key) throws { try number(value, key) }
    mutating func encode(_ value: UInt8, forKey key: Key) throws { try number(value, key) }
    mutating func encode(_ value: UInt16, forKey key: Key) throws { try number(value, key) }
    mutating func encode(_ value: UInt32, forKey key: Key) throws { try number(value, key) }
    mutating func encode(_ value: UInt64, forKey key: Key) throws { try number(value, key) }

    private func number(_ value: some BinaryInteger, _ key: Key) throws {
        begin(key)
        try output.write(value, [key])
    }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        begin(key)
        try output.write(value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        begin(key)
        return RowValueEncoder(output: output).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        begin(key)
        return RowValueEncoder(output: output).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        output.next(in: depth, name: "super")
        return RowValueEncoder(output: output)
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        begin(key)
        return RowValueEncoder(output: output)
    }
}

private struct RowListEncoder: UnkeyedEncodingContainer {
    let output: RowOutput
    let depth: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(output: RowOutput, depth: Int) {
        self.output = output
        self.depth = depth
    }

    private mutating func begin() {
        output.next(in: depth)
        count += 1
    }

    mutating func encodeNil() {
        begin()
        output.writeNull()
    }

    mutating func encode(_ value: some Encodable) throws {
        begin()
        try output.write(value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        begin()
        return RowValueEncoder(output: output).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        begin()
        return RowValueEncoder(output: output).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        begin()
        return RowValueEncoder(output: output)
    }
}

private struct RowScalarEncoder: SingleValueEncodingContainer {
    let output: RowOutput
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() { output.writeNull() }
    mutating func encode(_ value: Bool) { output.write(value) }
    mutating func encode(_ value: String) { output.write(value) }
    mutating func encode(_ value: Double) throws { throw RowOutput.unknown(value, []) }
    mutating func encode(_ value: Float) throws { throw RowOutput.unknown(value, []) }
    mutating func encode(_ value: Int) { output.write(Int64(value)) }
    mutating func encode(_ value: Int8) throws { try output.write(value, []) }
    mutating func encode(_ value: Int16) throws { try output.write(value, []) }
    mutating func encode(_ value: Int32) throws { try output.write(value, []) }
    mutating func encode(_ value: Int64) { output.write(value) }
    mutating func encode(_ value: UInt) throws { try output.write(value, []) }
    mutating func encode(_ value: UInt8) throws { try output.write(value, []) }
    mutating func encode(_ value: UInt16) throws { try output.write(value, []) }
    mutating func encode(_ value: UInt32) throws { try output.write(value, []) }
    mutating func encode(_ value: UInt64) throws { try output.write(value, []) }
    mutating func encode(_ value: some Encodable) throws { try output.write(value) }
}
