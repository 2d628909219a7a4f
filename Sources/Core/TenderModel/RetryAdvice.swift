/// What to do after an error.
public enum RetryAdvice: String, Hashable, Sendable, Codable, CaseIterable {
    /// Repeating is useless: the call or the configuration must change.
    case never
    /// The same call again is safe.
    case sameCall = "same_call"
    /// Collect again on the same intent.
    case collectAgain = "collect_again"
    /// Collect again with another card.
    case anotherCard = "another_card"
    /// Connect the reader first.
    case reconnect
    /// The outcome is unknown: find out before anything else is charged.
    case verifyFirst = "verify_first"

    /// The advice in English.
    public var text: String {
        switch self {
        case .never: "do not repeat it: the call or the configuration must change"
        case .sameCall: "the same call can be repeated"
        case .collectAgain: "collect again on the same intent"
        case .anotherCard: "ask for another card"
        case .reconnect: "connect the reader again"
        case .verifyFirst: "find out what happened before charging anything again"
        }
    }
}
