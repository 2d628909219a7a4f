public import TenderModel

/// Whether a connected account can do what it asked to be able to do.
public enum CapabilityStatus: OpenEnum {
    /// `active`.
    case active
    /// `inactive`: something is still to be told or verified.
    case inactive
    /// `pending`.
    case pending
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [CapabilityStatus] = [.active, .inactive, .pending]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .active: "active"
        case .inactive: "inactive"
        case .pending: "pending"
        case .unknown(let value): value
        }
    }
}
