/// A manager's word that a ticket may be finished although nobody knows whether a payment of it went through.
public struct Acceptance: Hashable, Sendable, Codable {
    /// What somebody may do.
    public enum Role: String, Hashable, Sendable, Codable, CaseIterable {
        /// Sells; accepts nothing that is unproved.
        case cashier
        /// May take the responsibility.
        case manager
    }

    /// The id of who accepts.
    public var by: String
    /// That person's role.
    public var role: Role
    /// Why.
    public var reason: String
    /// The processor's reference.
    public var reference: String

    /// Describes an acceptance.
    public init(by: String, role: Role, reason: String, reference: String) {
        self.by = by
        self.role = role
        self.reason = reason
        self.reference = reference
    }
}
