import TenderModel

/// A decoder of rows that `RowEncoder` wrote.
///
/// The bytes are scanned once for where each value begins and ends. A row then asks for its members in the order in
/// which they were written, so that each is found where it is looked up first, and no dictionary is created.
///
/// It is here for speed alone: a start reads millions of rows, and a general decoder takes three to seven times as long.
/// The benchmark of a start on a large file shows it (`tender_data_grown_ready_ms`, docs/performance.md).
struct RowDecoder {
    private let input = RowInput()

    /// - Throws: `JSONSyntaxError` for invalid JSON, `DecodingError` for anything but such a row.
    func decode<Row: Decodable>(_ type: Row.Type, from bytes: [UInt8]) throws -> Row {
        try input.read(bytes)
        return try input.value(at: 0)
    }
}

/// A document as a list of its values, each before those inside it; the members of an object are alternating names and
/// values.
private final class RowInput {
    struct Node {
        enum Kind: Equatable {
            case null
            case bool(Bool)
            case number(Int64)
            case text, list, object
        }

        let kind: Kind
        /// The position of the first byte.
        let start: Int
        /// The node after this value and everything inside it.
        var next = 0
        /// For an object, the name that is checked first.
        var cursor: Int
    }

    // One thread reads one value at a time: checking that for every byte took a third of the time.
    @exclusivity(unchecked) private var parser = JSONParser([])
    @exclusivity(unchecked) private(set) var nodes: [Node] = []

    func read(_ bytes: [UInt8]) throws(JSONSyntaxError) {
        parser = JSONParser(bytes)
        nodes.removeAll(keepingCapacity: true)
        try outline(depth: 0)
        parser.skipBlanks()
        guard parser.place == bytes.count else { throw parser.error(.length) }
    }

    private func outline(depth: Int) throws(JSONSyntaxError) {
        let index = nodes.count
        switch try parser.peek() {
        case UInt8(ascii: "{"):
            append(.object)
            try outlineElements(of: .object, depth: depth + 1)
        case UInt8(ascii: "["):
            append(.list)
            try outlineElements(of: .list, depth: depth + 1)
        case UInt8(ascii: "\""):
            append(.text)
            try parser.skipString()
        default:
            switch try parser.value(depth: depth) {
            case .bool(let value): append(.bool(value))
            case .integer(let value): append(.number(value))
            default: append(.null)
            }
        }
        nodes[index].next = nodes.count
    }

    private func append(_ kind: Node.Kind) {
        nodes.append(Node(kind: kind, start: parser.place, cursor: nodes.count + 1))
    }

    private func outlineElements(of kind: Node.Kind, depth: Int) throws(JSONSyntaxError) {
        let end = kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
        try parser.enter(depth)
        guard try parser.peek() != end else { return parser.place += 1 }
        repeat {
            if kind == .object { try outlineName() }
            try outline(depth: depth)
        } while try parser.goesOn(until: end)
    }

    private func outlineName() throws(JSONSyntaxError) {
        guard try parser.peek() == UInt8(ascii: "\"") else { throw parser.error(.character) }
        append(.text)
        try parser.skipString()
        guard try parser.peek() == UInt8(ascii: ":") else { throw parser.error(.character) }
        parser.place += 1
    }

    /// Returns the value of an object's member.
    func member(_ name: String, of object: Int) -> Int? {
        var name = name
        return name.withUTF8 { name in
            let (first, cursor) = (object + 1, nodes[object].cursor)
            return place(of: name, cursor..<nodes[object].next, of: object)
                ?? place(of: name, first..<cursor, of: object)
        }
    }

    private func place(of name: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, of object: Int) -> Int? {
        var place = range.lowerBound
        while place < range.upperBound {
            if parser.isText(name, at: nodes[place].start) {
                nodes[object].cursor = place
                return place + 1
            }
            place = nodes[place + 1].next
        }
        return nil
    }

    func names(of object: Int) throws -> [String] {
        var names: [String] = []
        var place = object + 1
        while place < nodes[object].next {
            names.append(try text(at: place))
            place = nodes[place + 1].next
        }
        return names
    }

    func expect(_ kind: Node.Kind, at place: Int) throws {
        guard nodes[place].kind == kind else { throw unexpected(at: place) }
    }

    private func unexpected(at place: Int) -> DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: "\(nodes[place].kind) was not expected"))
    }

    func isNull(at place: Int) -> Bool { nodes[place].kind == .null }

    func text(at place: Int) throws -> String {
        try expect(.text, at: place)
        parser.place = nodes[place].start
        return try parser.string()
    }

    func bool(at place: Int) throws -> Bool {
        guard case .bool(let value) = nodes[place].kind else { throw unexpected(at: place) }
        return value
    }

    func number<Number: FixedWidthInteger>(at place: Int) throws -> Number {
        guard case .number(let value) = nodes[place].kind, let number = Number(exactly: value) else {
            throw unexpected(at: place)
        }
        return number
    }

    func value<Value: Decodable>(at place: Int) throws -> Value {
        // Checked by type first: a cast is slow, and most values are none of these.
        if Value.self == JSONValue.self, let value = try json(at: place) as? Value { return value }
        if Value.self == [String: JSONValue].self, let value = try members(at: place) as? Value { return value }
        if Value.self == [String: String].self, let value = try texts(at: place) as? Value { return value }
        return try Value(from: RowValueDecoder(input: self, place: place))
    }

    private func json(at place: Int) throws -> JSONValue {
        switch nodes[place].kind {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .number(let value): return .integer(value)
        case .text, .list, .object:
            parser.place = nodes[place].start
            return try parser.value(depth: 0)
        }
    }

    private func members(at place: Int) throws -> [String: JSONValue] {
        try expect(.object, at: place)
        return try json(at: place).members ?? [:]
    }

    private func texts(at place: Int) throws -> [String: String] {
        try expect(.object, at: place)
        var texts: [String: String] = [:]
        var name = place + 1
        while name < nodes[place].next {
            texts[try text(at: name)] = try text(at: name + 1)
            name += 2
        }
        return texts
    }
}

extension JSONParser {
    /// Skips to the end of the text that begins here, without examining it.
    fileprivate mutating func skipString() throws(JSONSyntaxError) {
        place += 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard place < bytes.count else { throw error(.length) }
        place += 1
    }

    /// Returns whether the text that begins at `start` equals `text`, which needs no escapes.
    fileprivate func isText(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        let end = start + 1 + text.count
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return false }
        for (place, byte) in text.enumerated() where bytes[start + 1 + place] != byte { return false }
        return true
    }
}

private struct RowValueDecoder: Decoder {
    let input: RowInput
    let place: Int
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { Self.cardsHaveBasicsOnly }

    /// The rows' cards have no rarer details, and there are millions of them.
    private static let cardsHaveBasicsOnly: [CodingUserInfoKey: any Sendable] =
        CardDetails.withoutParticulars.map { [$0: true] } ?? [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try input.expect(.object, at: place)
        return KeyedDecodingContainer(RowObjectDecoder(input: input, object: place))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try input.expect(.list, at: place)
        return RowListDecoder(input: input, place: place + 1, end: input.nodes[place].next)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { RowScalarDecoder(input: input, place: place) }
}

private struct RowObjectDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let input: RowInput
    let object: Int
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { ((try? input.names(of: object)) ?? []).compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { input.member(key.stringValue, of: object) != nil }

    private func place(_ key: Key) throws -> Int {
        guard let place = input.member(key.stringValue, of: object) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "it is not there"))
        }
        return place
    }

    /// Returns the position of a member that exists and is not null.
    private func present(_ key: Key) -> Int? {
        input.member(key.stringValue, of: object).flatMap { input.isNull(at: $0) ? nil : $0 }
    }

    func decodeNil(forKey key: Key) throws -> Bool { input.isNull(at: try place(key)) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try input.bool(at: place(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try input.text(at: place(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { Double(try number(key) as Int64) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { Float(try number(key) as Int64) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try number(key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try number(key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try number(key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try number(key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try number(key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try number(key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try number(key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try number(key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try number(key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try number(key) }

    private func number<Number: FixedWidthInteger>(_ key: Key) throws -> Number { try input.number(at: place(key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try input.value(at: place(key))
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try present(key).map { try input.text(at: $0) }
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try present(key).map { try input.number(at: $0) }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try present(key).map { try input.value(at: $0) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try RowValueDecoder(input: input, place: place(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try RowValueDecoder(input: input, place: place(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        guard let place = input.member("super", of: object) else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "'super' is not there"))
        }
        return RowValueDecoder(input: input, place: place)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { RowValueDecoder(input: input, place: try place(key)) }
}

private struct RowListDecoder: UnkeyedDecodingContainer {
    let input: RowInput
    /// The position of the next element.
    var place: Int
    let end: Int
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    /// Not counted before they are read.
    var count: Int? { nil }
    var isAtEnd: Bool { place >= end }

    init(input: RowInput, place: Int, end: Int) {
        self.input = input
        self.place = place
        self.end = end
    }

    private mutating func next() throws -> Int {
        guard !isAtEnd else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "the list is at its end"))
        }
        defer {
            place = input.nodes[place].next
            currentIndex += 1
        }
        return place
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, input.isNull(at: place) else { return false }
        _ = try next()
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try input.value(at: next()) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try RowValueDecoder(input: input, place: next()).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try RowValueDecoder(input: input, place: next()).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { RowValueDecoder(input: input, place: try next()) }
}

private struct RowScalarDecoder: SingleValueDecodingContainer {
    let input: RowInput
    let place: Int
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { input.isNull(at: place) }
    func decode(_ type: Bool.Type) throws -> Bool { try input.bool(at: place) }
    func decode(_ type: String.Type) throws -> String { try input.text(at: place) }
    func decode(_ type: Double.Type) throws -> Double { Double(try input.number(at: place) as Int64) }
    func decode(_ type: Float.Type) throws -> Float { Float(try input.number(at: place) as Int64) }
    func decode(_ type: Int.Type) throws -> Int { try input.number(at: place) }
    func decode(_ type: Int8.Type) throws -> Int8 { try input.number(at: place) }
    func decode(_ type: Int16.Type) throws -> Int16 { try input.number(at: place) }
    func decode(_ type: Int32.Type) throws -> Int32 { try input.number(at: place) }
    func decode(_ type: Int64.Type) throws -> Int64 { try input.number(at: place) }
    func decode(_ type: UInt.Type) throws -> UInt { try input.number(at: place) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try input.number(at: place) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try input.number(at: place) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try input.number(at: place) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try input.number(at: place) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try input.value(at: place) }
}
