import TenderFlow

/// Why a record of the journal is nothing that the till wrote, or something has no record.
public enum ShopRecordError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The record is of another kind.
    case unknownKind(String)
    /// The record was written by a version that this one does not know.
    case unknownVersion(UInt8)
    /// It takes more bytes than a record may.
    case tooLarge(bytes: Int)
    /// The bytes are not what the kind says; why.
    case malformed(String)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .unknownKind(let kind): "the till's record is of kind '\(kind)', which this program does not know"
        case .unknownVersion(let version):
            "the till's record has version \(version), which this program does not know: use the one that wrote it"
        case .tooLarge(let bytes):
            "the till's record has \(bytes) bytes, and \(ShopRecord.maximumByteCount) is the most"
        case .malformed: "the till's record cannot be read"
        }
    }
}
