/// The reason that bytes are not a record, or that a record cannot be encoded.
public enum RecordError: Error, Hashable, Sendable {
    /// The bytes end before the record does.
    case truncated
    /// Bytes follow the record.
    case trailingBytes
    /// The record was written by a version that this program does not know.
    case unknownVersion(UInt8)
    /// A field names a case that this program does not know.
    case unknownCase(field: String, tag: UInt8)
    /// A field has a value that no record of this version has.
    case malformed(field: String)
    /// The record is larger than `RecordCodec.maximumByteCount`.
    case tooLarge(bytes: Int)
}

extension RecordError: CustomStringConvertible {
    /// A human-readable sentence.
    public var description: String {
        switch self {
        case .truncated: "the record is cut off"
        case .trailingBytes: "bytes follow the record"
        case .unknownVersion(let version):
            "the record has version \(version), which this program does not know: use the one that wrote it"
        case .unknownCase(let field, let tag):
            "the record's \(field) is number \(tag), which this program does not know: use the one that wrote it"
        case .malformed(let field): "the record's \(field) cannot be read"
        case .tooLarge(let bytes): "the record has \(bytes) bytes; the limit is \(RecordCodec.maximumByteCount)"
        }
    }
}
