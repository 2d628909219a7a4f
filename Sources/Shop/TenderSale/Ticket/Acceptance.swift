/// A manager's decision that a ticket may be finished although the outcome of one of its payments is unknown.
public struct Acceptance: Hashable, Sendable, Codable {
    /// The role of a person.
    public enum Role: String, Hashable, Sendable, Codable, CaseIterable {
        /// A person who sells, and accepts nothing without proof.
        case cashier
        /// A person who may take responsibility.
        case manager
    }

    /// The id of the person who accepts.
    public var by: String
    /// That person's role.
    public var role: Role
    /// The reason.
    public var reason: String
    /// The processor's reference.
    public var reference: String

    /// Creates an acceptance.
    public init(by: String, role: Role, reason: String, reference: String) {
        self.by = by
        self.role = role
        self.reason = reason
        self.reference = reference
    }
}
