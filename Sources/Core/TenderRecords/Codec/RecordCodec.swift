public import TenderFlow

/// The binary encoding of a record: when it was written and what it says, without its place in the journal.
///
///     version   1 byte
///     length    of what follows, 7 bits a byte, the lowest first
///     content   stamp, intent, attempt, terms, event
///
/// A record is self-delimiting, and each value has only one encoding. Numbers are zigzag with 7 bits a byte, texts are
/// UTF-8 after their length, an optional has a flag in front, and a case is a byte. A number once given to a case is
/// never given to another. A new case gets a new number in `RecordCodec+Event.swift` or `RecordTag.swift` and needs no
/// new version, because an older program refuses it by name. A changed field needs a new version.
public enum RecordCodec {
    /// The version that this program writes.
    public static let version: UInt8 = 1

    /// The maximum size of a record, in bytes.
    public static let maximumByteCount = 1 << 20

    /// The valid card attempts of a record; 0 before the first.
    ///
    /// Code adds to these numbers, so they must not overflow.
    static let attempts = 0...1_000_000

    /// The valid ordinals of a request's sending.
    static let sends = 1...1_000_000

    /// Encodes a record.
    ///
    /// - Throws: `RecordError.tooLarge`, and `malformed` for a number that decoding would refuse.
    public static func encode(_ entry: JournalEntry, at stamp: Stamp) throws(RecordError) -> [UInt8] {
        guard attempts.contains(entry.attempt) else { throw .malformed(field: "attempt") }
        if let send = entry.event.send, !sends.contains(send) { throw .malformed(field: "send") }
        guard entry.shopRecord?.isWithinBounds ?? true else { throw .malformed(field: "till record") }
        var content = RecordWriter()
        content.write(stamp)
        content.write(entry.intentID)
        content.write(entry.attempt)
        content.write(entry.terms, of: entry.intentID)
        content.write(entry.event)
        var record = RecordWriter()
        record.write(byte: version)
        record.write(count: UInt64(content.bytes.count))
        let bytes = record.bytes + content.bytes
        guard bytes.count <= maximumByteCount else { throw .tooLarge(bytes: bytes.count) }
        return bytes
    }

    /// Decodes bytes that consist of exactly one record.
    ///
    /// - Parameter sequence: The record's place in the journal.
    /// - Throws: `RecordError` for anything else; never traps.
    public static func decode(_ bytes: [UInt8], sequence: Int64) throws(RecordError) -> RecordedEntry {
        let (record, next) = try decode(bytes, from: 0, sequence: sequence)
        guard next == bytes.count else { throw .trailingBytes }
        return record
    }

    /// Decodes the record that begins at `offset` and returns the offset of the next one.
    ///
    /// - Throws: `RecordError`; `.truncated` if the bytes end first.
    public static func decode(
        _ bytes: [UInt8], from offset: Int, sequence: Int64
    ) throws(RecordError) -> (record: RecordedEntry, next: Int) {
        var frame = RecordReader(bytes, from: offset)
        let version = try frame.byte()
        guard version == Self.version else { throw .unknownVersion(version) }
        let length = try frame.count("length")
        guard length <= UInt64(maximumByteCount) else { throw .tooLarge(bytes: Int(clamping: length)) }
        guard length <= UInt64(frame.remaining) else { throw .truncated }
        let end = frame.offset + Int(length)
        var content = RecordReader(bytes, from: frame.offset, to: end)
        let stamp = try content.stamp()
        let intentID = try content.text("intent")
        let attempt = try content.int("attempt", in: attempts)
        let terms = try content.terms(of: intentID)
        let entry = JournalEntry(intentID: intentID, attempt: attempt, terms: terms, event: try content.event())
        guard content.remaining == 0 else { throw .trailingBytes }
        return (RecordedEntry(sequence: sequence, stamp: stamp, entry: entry), end)
    }
}
