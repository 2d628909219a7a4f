/// Why bytes are no record, or a record has no bytes.
public enum RecordError: Error, Hashable, Sendable {
    /// The bytes end before the record does.
    case truncated
    /// Bytes follow the record.
    case trailingBytes
    /// The record was written by a version that this one does not know.
    case unknownVersion(UInt8)
    /// A field names a case that this version does not know.
    case unknownCase(field: String, tag: UInt8)
    /// A field holds what no record of this version holds.
    case malformed(field: String)
    /// The record is larger than `RecordCodec.maximumByteCount`.
    case tooLarge(bytes: Int)
}

extension RecordError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .truncated: "the record is cut off"
        case .trailingBytes: "bytes follow the record"
        case .unknownVersion(let version):
            "the record has version \(version), which this program does not know: use the one that wrote it"
        case .unknownCase(let field, let tag):
            "the record's \(field) is number \(tag), which this program does not know: use the one that wrote it"
        case .malformed(let field): "the record's \(field) cannot be read"
        case .tooLarge(let bytes): "the record has \(bytes) bytes, and \(RecordCodec.maximumByteCount) is the most"
        }
    }
}
