/// One thing that was looked at, and what to do about it.
struct Finding: Encodable, Sendable {
    /// How it stands.
    enum State: String, Encodable {
        /// As it should be.
        case fine
        /// Nothing that stops a sale; worth knowing.
        case note
        /// It will stop a sale.
        case wrong
    }

    /// What was looked at.
    var subject: String
    var state: State
    /// What was seen.
    var message: String
    /// What to do; for everything that is not fine.
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
