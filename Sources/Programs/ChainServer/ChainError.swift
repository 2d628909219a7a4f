/// The reason that something at head office's server, or on the way there, did not succeed; a sentence for people.
public struct ChainError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and what to do.
    public let description: String

    /// Describes an error.
    public init(_ description: String) { self.description = description }
}
