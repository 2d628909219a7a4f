/// A mistake on this side of the card: of the shell, of the configuration, or of the library of ciphers.
public enum ContactFault: Error, Hashable, Sendable {
    /// The event does not answer what was asked.
    case unexpectedEvent
    /// There is no application with this place in the question.
    case noSuchChoice
    /// There are not as many random bytes as were asked for.
    case wrongRandomCount
    /// The digits are no PIN.
    case pinMalformed
    /// The library of ciphers failed.
    case crypto
}

/// What leaves the steps of the machine from inside: an end of the transaction, or a fault.
enum ContactStop: Error {
    case ended(ContactOutcome)
    case fault(ContactFault)

    static func terminated(_ reason: ContactReason) -> ContactStop { .ended(.terminated(reason)) }
}
