/// The reason that the till cannot work, in a sentence that says what to do.
public struct ShopFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    /// Whether the disk is full.
    public let isDiskFull: Bool

    /// Creates a failure with a sentence.
    public init(_ description: String, isDiskFull: Bool = false) {
        self.description = description
        self.isDiskFull = isDiskFull
    }
}
