/// Why the till cannot work, in a sentence that says what to do.
public struct ShopFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    /// Makes one of a sentence.
    public init(_ description: String) { self.description = description }
}
