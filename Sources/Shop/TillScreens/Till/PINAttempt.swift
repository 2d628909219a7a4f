public import TenderBytes

/// A typed PIN, of which only the length is ever seen.
public struct PINAttempt: Hashable, Sendable {
    /// The purpose of a PIN.
    public enum Purpose: Hashable, Sendable {
        /// To work at the till.
        case signIn
        /// To allow something as a manager.
        case allow
        /// To unlock the till.
        case unlock
    }

    /// The person whose PIN it should be.
    public let personID: String
    /// The purpose.
    public let purpose: Purpose
    /// The digits.
    public let pin: SecretBytes

    /// Creates an attempt.
    public init(personID: String, purpose: Purpose, pin: SecretBytes) {
        self.personID = personID
        self.purpose = purpose
        self.pin = pin
    }

    /// Hashes the person's id, and nothing of the PIN.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(personID)
        hasher.combine(purpose)
    }
}
