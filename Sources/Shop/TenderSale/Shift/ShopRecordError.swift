import TenderFlow

/// The reason that a journal record was not written by the till, or that a value has no record.
public enum ShopRecordError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The record is of another kind.
    case unknownKind(String)
    /// The record was written by a version unknown to this one.
    case unknownVersion(UInt8)
    /// The value takes more bytes than a record may have.
    case tooLarge(bytes: Int)
    /// The bytes do not match the kind; why.
    case malformed(String)

    /// A sentence for people to read.
    public var description: String {
        switch self {
        case .unknownKind(let kind): "the till's record is of kind '\(kind)', which this program does not know"
        case .unknownVersion(let version):
            "the till's record has version \(version), which this program does not know: use the one that wrote it"
        case .tooLarge(let bytes):
            "the till's record has \(bytes) bytes; the limit is \(ShopRecord.maximumByteCount)"
        case .malformed: "the till's record cannot be read"
        }
    }
}
