import TenderBytes

/// The fields of a message, in order.
public struct ZVTFields: Equatable, Sendable {
    /// The fields.
    public var fields: [ZVTField]

    /// Creates a list of fields.
    public init(_ fields: [ZVTField] = []) { self.fields = fields }

    /// The maximum number of fields in a message.
    static let maximumCount = 256

    /// Parses fields to the end of the data.
    ///
    /// - Throws: `ZVTParseError`; nothing is parsed after an unknown field.
    public init(parsing data: [UInt8]) throws(ZVTParseError) {
        fields = []
        var offset = 0
        while offset < data.count {
            guard fields.count < Self.maximumCount else { throw .tooMany }
            let id = data[offset]
            guard let kind = ZVTField.lengths[id] else { throw .unknownField(id) }
            let (start, count) = try Self.extent(kind, id, data, offset + 1)
            guard count <= data.count - start else { throw .truncated }
            fields.append(ZVTField(id, Array(data[start..<start + count])))
            offset = start + count
        }
    }

    /// Returns where a value begins, which is within the data or at its end, and its size.
    private static func extent(
        _ kind: ZVTField.Length, _ id: UInt8, _ data: [UInt8], _ offset: Int
    ) throws(ZVTParseError) -> (start: Int, count: Int) {
        switch kind {
        case .fixed(let count): return (offset, count)
        case .digits(let digits):
            guard data.count - offset >= digits else { throw .truncated }
            var count = 0
            for byte in data[offset..<offset + digits] {
                guard byte & 0xF0 == 0xF0, byte & 0x0F <= 9 else { throw .malformed(id) }
                count = count * 10 + Int(byte & 0x0F)
            }
            return (offset + digits, count)
        case .ber:
            guard let (count, size) = ZVTContainer.length(data, offset) else { throw .truncated }
            return (offset + size, count)
        }
    }

    /// The bytes of all fields; values that do not fit their field are truncated.
    public var bytes: [UInt8] { fields.flatMap(Self.encode) }

    private static func encode(_ field: ZVTField) -> [UInt8] {
        switch field.value {
        case .bytes(let value): return encode(field.id, value)
        case .secret(let secret): return secret.withUnsafeBytes { encode(field.id, Array($0)) }
        }
    }

    private static func encode(_ id: UInt8, _ value: [UInt8]) -> [UInt8] {
        switch ZVTField.lengths[id] {
        case .digits(let digits):
            let value = value.prefix(digits == 2 ? 99 : 999)
            let (hundreds, tens, ones) = (value.count / 100, value.count / 10 % 10, value.count % 10)
            let all = [hundreds, tens, ones].map { 0xF0 | UInt8(truncatingIfNeeded: $0) }
            return [id] + all.suffix(digits) + value
        case .ber: return [id] + ZVTContainer.encode(length: value.count) + value
        case .fixed, nil: return [id] + value
        }
    }

    /// The value of the first field with a number, unless it is a secret.
    public subscript(id: UInt8) -> [UInt8]? {
        guard case .bytes(let value)? = fields.first(where: { $0.id == id })?.value else { return nil }
        return value
    }

    /// Returns the objects of the container, field 06; empty if there is none.
    ///
    /// - Throws: `ZVTParseError` if it cannot be parsed.
    public func container() throws(ZVTParseError) -> [ZVTContainer] {
        guard let value = self[ZVTField.container] else { return [] }
        return try ZVTContainer.parse(value)
    }
}
