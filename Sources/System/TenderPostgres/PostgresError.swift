/// The reason that there is no result; each case says what is known about the statement or the transaction.
public enum PostgresError: Error, Hashable, Sendable {
    /// There was no connection, or it ended before anything could take effect: nothing was carried out.
    case notConnected(String)
    /// It was sent, and the answer never came: it may have been carried out.
    case lost(String)
    /// The server refused it: nothing was carried out.
    case refused(PostgresRefusal)
    /// It was sent, and the answer did not come in time: it may have been carried out.
    case timedOut
    /// It cannot be sent as it is: nothing was carried out.
    case invalid(String)
    /// The answer came and cannot be used, being too large, of another type or damaged: it may have been carried out.
    case unusable(String)

    /// Whether the statement may have been carried out, so that it may be repeated only if twice is as good as once.
    public var mayHaveHappened: Bool {
        switch self {
        case .lost, .timedOut, .unusable: true
        case .notConnected, .refused, .invalid: false
        }
    }

    /// Whether the same may succeed on another attempt, although nothing about it is changed.
    ///
    /// `mayHaveHappened` tells whether an attempt may come after it.
    public var isWorthRepeating: Bool {
        switch self {
        case .notConnected, .lost, .timedOut: true
        case .refused(let refusal): refusal.state.isPassing
        case .invalid, .unusable: false
        }
    }
}

extension PostgresError: CustomStringConvertible {
    /// A sentence, without any parameter, password or value of a row.
    public var description: String {
        switch self {
        case .notConnected(let reason): "not connected: \(reason)"
        case .lost(let reason): "the answer was lost: \(reason)"
        case .refused(let refusal): "refused: \(refusal)"
        case .timedOut: "no answer in time"
        case .invalid(let reason): "cannot be sent: \(reason)"
        case .unusable(let reason): "the answer cannot be used: \(reason)"
        }
    }
}
