/// The result of one check, and what to do about it.
struct Finding: Encodable, Sendable {
    /// The state of what was checked.
    enum State: String, Encodable {
        /// As it should be.
        case fine
        /// Worth knowing, but no obstacle to a sale.
        case note
        /// An obstacle to a sale.
        case wrong
    }

    /// The subject of the check.
    var subject: String
    var state: State
    /// The observation.
    var message: String
    /// The remedy, for everything that is not fine.
    var mend: String?

    static func fine(_ subject: String, _ message: String) -> Finding {
        Finding(subject: subject, state: .fine, message: message)
    }

    static func note(_ subject: String, _ message: String, mend: String) -> Finding {
        Finding(subject: subject, state: .note, message: message, mend: mend)
    }

    static func wrong(_ subject: String, _ message: String, mend: String) -> Finding {
        Finding(subject: subject, state: .wrong, message: message, mend: mend)
    }
}
