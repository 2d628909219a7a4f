/// A writer of a record's fields, one after the other.
struct RecordWriter {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

    mutating func write(byte: UInt8) { bytes.append(byte) }

    mutating func write(raw: [UInt8]) { bytes.append(contentsOf: raw) }

    mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    /// Writes seven bits a byte, the lowest first; the high bit says that more follow.
    mutating func write(count value: UInt64) {
        var rest = value
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Writes zigzag, so that small numbers of either sign are short.
    mutating func write(_ value: Int64) { write(count: UInt64(bitPattern: (value << 1) ^ (value >> 63))) }

    mutating func write(_ value: Int) { write(Int64(value)) }

    mutating func write(fixed value: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    /// Writes the number of bytes, then the bytes.
    mutating func write(_ content: [UInt8]) {
        write(count: UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { characters in
            write(count: UInt64(characters.count))
            bytes.append(contentsOf: characters)
        }
    }

    /// Writes a flag, and the value if there is one.
    mutating func write<Value>(_ value: Value?, _ body: (inout RecordWriter, Value) -> Void) {
        write(value != nil)
        if let value { body(&self, value) }
    }

    mutating func write(_ text: String?) { write(text) { $0.write($1) } }

    mutating func write(_ value: Int64?) { write(value) { $0.write($1) } }

    mutating func write(_ value: Int?) { write(value) { $0.write($1) } }

    mutating func write(_ flag: Bool?) { write(flag) { $0.write($1) } }
}
