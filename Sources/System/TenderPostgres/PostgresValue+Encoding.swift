/// The binary format of parameters, in network byte order (the `*_send` functions of PostgreSQL's types).
extension PostgresValue {
    /// The type that a parameter is sent as.
    var type: UInt32 {
        switch self {
        case .null: PostgresType.inferred
        case .bool: PostgresType.bool
        case .integer: PostgresType.int8
        case .text: PostgresType.text
        case .bytes: PostgresType.bytea
        case .timestamp: PostgresType.timestamptz
        case .integers: PostgresType.int8Array
        case .texts: PostgresType.textArray
        case .byteStrings: PostgresType.byteaArray
        }
    }

    /// The bytes of a parameter; `nil` for null.
    func encoded() throws(PostgresError) -> [UInt8]? {
        switch self {
        case .null: nil
        case .bool(let value): [value ? 1 : 0]
        case .integer(let value), .timestamp(let value): Self.bytes(value)
        case .text(let value): try Self.bytes(value)
        case .bytes(let value): value
        case .integers(let values): try Self.array(of: PostgresType.int8, values) { Self.bytes($0) }
        case .texts(let values):
            try Self.array(of: PostgresType.text, values) { (value) throws(PostgresError) in try Self.bytes(value) }
        case .byteStrings(let values): try Self.array(of: PostgresType.bytea, values) { $0 }
        }
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    private static func bytes(_ text: String) throws(PostgresError) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard !bytes.contains(0) else { throw .invalid("a text contains the character NUL") }
        return bytes
    }

    /// The length of something, as it stands before it.
    private static func length(_ count: Int) throws(PostgresError) -> [UInt8] {
        guard let length = Int32(exactly: count) else { throw .invalid("a parameter is too large") }
        return bytes(length)
    }

    /// Dimensions, whether there are nulls, type of the elements; then for the dimension its size and first index; then
    /// each element after its length, which is -1 for null.
    private static func array<Element>(
        of type: UInt32, _ elements: [Element?], _ encode: (Element) throws(PostgresError) -> [UInt8]
    ) throws(PostgresError) -> [UInt8] {
        let hasNulls: Int32 = elements.contains { $0 == nil } ? 1 : 0
        guard !elements.isEmpty else { return bytes(Int32(0)) + bytes(hasNulls) + bytes(type) }
        var result = bytes(Int32(1)) + bytes(hasNulls) + bytes(type)
        result += try length(elements.count) + bytes(Int32(1))
        for element in elements {
            guard let element else {
                result += bytes(Int32(-1))
                continue
            }
            let value = try encode(element)
            result += try length(value.count)
            result += value
        }
        return result
    }
}
