/// Why a reader that is there cannot be used now, and what to do about it.
public struct ReaderProblem: Hashable, Sendable, Codable {
    /// What stands in the way.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// This user may not open its node.
        case noPermission = "no_permission"
        /// Another program has it.
        case busy
        /// No driver here can use it.
        case unsupported
        /// It does not answer.
        case silent
    }

    /// What stands in the way.
    public var kind: Kind
    /// A sentence for people, with what to do.
    public var message: String

    /// Describes a problem.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}
