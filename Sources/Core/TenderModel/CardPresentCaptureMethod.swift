/// When an approval of a card at a reader is captured.
public enum CardPresentCaptureMethod: OpenEnum {
    /// Later, by a call of its own.
    case manual
    /// Later where the card allows that, at once otherwise.
    case manualPreferred
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [CardPresentCaptureMethod] = [.manual, .manualPreferred]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .manual: "manual"
        case .manualPreferred: "manual_preferred"
        case .unknown(let value): value
        }
    }
}
