/// The reason that bytes are not a list of data objects, or of tags and lengths; offsets count from their start.
public enum TLVError: Error, Hashable, Sendable {
    /// A tag, length or value extends beyond the end of what contains it.
    case truncated(at: Int)
    /// A tag has more than four bytes.
    case badTag(at: Int)
    /// A length is indefinite or has more than two bytes.
    case badLength(at: Int)
    /// The nesting exceeds the limit.
    case tooDeep(at: Int)
    /// The size exceeds the limit.
    case tooLarge
    /// The number of data objects exceeds the limit.
    case tooMany

    /// A human-readable clause that says where and why.
    public var sentence: String {
        switch self {
        case .truncated(let offset): "what begins at byte \(offset) is longer than what contains it"
        case .badTag(let offset): "the tag at byte \(offset) has more than four bytes"
        case .badLength(let offset): "the length at byte \(offset) is indefinite, or has more than two bytes"
        case .tooDeep(let offset): "the objects at byte \(offset) are nested too deeply"
        case .tooLarge: "there are more bytes than may be"
        case .tooMany: "there are more data objects than may be"
        }
    }
}
