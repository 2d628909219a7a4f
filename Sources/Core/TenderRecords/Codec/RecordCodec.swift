public import TenderFlow

/// The binary form of a record: when it was written and what it tells; its place in the journal is not part of it.
///
///     version   1 byte
///     length    of what follows, 7 bits a byte, the lowest first
///     content   stamp, intent, attempt, terms, event
///
/// A record ends by itself, and each value has one form only. Numbers are zigzag and 7 bits a byte, texts are UTF-8
/// behind their length, an optional has a flag before it, a case is a byte. A number once given to a case is never
/// given to another; a new case gets a new number in `RecordCodec+Event.swift` or `RecordTag.swift`, and needs no new
/// version, since an older program refuses it by name. A changed field needs a new version.
public enum RecordCodec {
    /// The version that is written.
    public static let version: UInt8 = 1

    /// The most that a record may take.
    public static let maximumByteCount = 1 << 20

    /// The card attempts that a record may tell of; 0 before the first.
    ///
    /// Numbers are counted on, and must not run over.
    static let attempts = 0...1_000_000

    /// How often a request may have left.
    static let sends = 1...1_000_000

    /// Encodes a record.
    ///
    /// - Throws: `RecordError.tooLarge`, and `malformed` for a number that would be refused when it is read.
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

    /// Decodes bytes that are one record and nothing else.
    ///
    /// - Parameter sequence: its place in the journal.
    /// - Throws: `RecordError` for anything else; never traps.
    public static func decode(_ bytes: [UInt8], sequence: Int64) throws(RecordError) -> RecordedEntry {
        let (record, next) = try decode(bytes, from: 0, sequence: sequence)
        guard next == bytes.count else { throw .trailingBytes }
        return record
    }

    /// Decodes the record that begins at `offset`, and tells where the next one would begin.
    ///
    /// - Throws: `RecordError`; `.truncated` where the bytes end first.
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
