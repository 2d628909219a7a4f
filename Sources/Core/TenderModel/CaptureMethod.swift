/// When an approved payment is captured.
public enum CaptureMethod: OpenEnum {
    /// `automatic`.
    case automatic
    /// `automatic_async`.
    case automaticAsync
    /// `manual`.
    case manual
    /// `manual_preferred`.
    case manualPreferred
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [CaptureMethod] = [.automatic, .automaticAsync, .manual, .manualPreferred]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .automatic: "automatic"
        case .automaticAsync: "automatic_async"
        case .manual: "manual"
        case .manualPreferred: "manual_preferred"
        case .unknown(let value): value
        }
    }
}
