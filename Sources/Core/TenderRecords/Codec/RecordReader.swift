/// A reader of a record's fields that throws on invalid bytes rather than trap, and allocates no more than their size.
struct RecordReader {
    private let bytes: [UInt8]
    private(set) var offset: Int
    private let end: Int

    /// Reads `bytes[offset..<end]`; the bounds are clamped to the bytes.
    init(_ bytes: [UInt8], from offset: Int = 0, to end: Int? = nil) {
        self.bytes = bytes
        self.end = min(max(end ?? bytes.count, 0), bytes.count)
        self.offset = min(max(offset, 0), self.end)
    }

    var remaining: Int { end - offset }

    mutating func byte() throws(RecordError) -> UInt8 {
        guard offset < end else { throw .truncated }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func flag(_ field: String) throws(RecordError) -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        default: throw .malformed(field: field)
        }
    }

    /// Reads a number in its only form: without leading zeros, and within 64 bits.
    mutating func count(_ field: String) throws(RecordError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let next = try byte()
            let bits = UInt64(next & 0x7F)
            guard shift < 63 || (shift == 63 && bits <= 1) else { throw .malformed(field: field) }
            value |= bits << shift
            if next & 0x80 == 0 {
                guard next != 0 || shift == 0 else { throw .malformed(field: field) }
                return value
            }
            shift += 7
        }
    }

    mutating func int64(_ field: String) throws(RecordError) -> Int64 {
        let value = try count(field)
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    mutating func int(_ field: String) throws(RecordError) -> Int {
        guard let value = Int(exactly: try int64(field)) else { throw .malformed(field: field) }
        return value
    }

    /// Reads a number that code adds to later; one out of bounds was never written.
    mutating func int(_ field: String, in bounds: ClosedRange<Int>) throws(RecordError) -> Int {
        let value = try int(field)
        guard bounds.contains(value) else { throw .malformed(field: field) }
        return value
    }

    mutating func fixed() throws(RecordError) -> UInt64 {
        guard remaining >= 8 else { throw .truncated }
        var value: UInt64 = 0
        for index in offset..<offset + 8 { value = value << 8 | UInt64(bytes[index]) }
        offset += 8
        return value
    }

    mutating func bytes(_ field: String) throws(RecordError) -> [UInt8] {
        let count = try count(field)
        guard count <= UInt64(remaining) else { throw .truncated }
        defer { offset += Int(count) }
        return Array(bytes[offset..<offset + Int(count)])
    }

    mutating func text(_ field: String) throws(RecordError) -> String {
        let count = try count(field)
        guard count <= UInt64(remaining) else { throw .truncated }
        let next = offset + Int(count)
        do throws(UTF8.ValidationError) {
            let text = String(copying: try UTF8Span(validating: bytes.span.extracting(offset..<next)))
            offset = next
            return text
        } catch {
            throw .malformed(field: field)
        }
    }

    mutating func optional<Value>(
        _ field: String, _ body: (inout RecordReader) throws(RecordError) -> Value
    ) throws(RecordError) -> Value? {
        try flag(field) ? try body(&self) : nil
    }

    mutating func optionalText(_ field: String) throws(RecordError) -> String? {
        try flag(field) ? try text(field) : nil
    }

    mutating func optionalInt64(_ field: String) throws(RecordError) -> Int64? {
        try flag(field) ? try int64(field) : nil
    }

    mutating func optionalInt(_ field: String) throws(RecordError) -> Int? {
        try flag(field) ? try int(field) : nil
    }

    mutating func optionalFlag(_ field: String) throws(RecordError) -> Bool? {
        try flag(field) ? try flag(field) : nil
    }
}
