/// Why a reader that is there cannot be used now, or perhaps not, and what to do about it.
public struct ReaderProblem: Hashable, Sendable, Codable {
    /// What stands in the way.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// This user may not open its node.
        case noPermission = "no_permission"
        /// Another program has it open; that may pass, or not be in the way.
        case busy
        /// No driver here can use it.
        case unsupported
        /// No driver here can use it before its own software is updated.
        case outdated
        /// It does not answer.
        case silent
    }

    /// What stands in the way.
    public var kind: Kind
    /// A sentence for people, with what to do.
    public var message: String

    /// Whether opening it cannot work now; false where only opening it tells.
    public var preventsUse: Bool { kind != .busy }

    /// Describes a problem.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}
