/// Why the till cannot work, in a sentence that says what to do.
public struct ShopFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    /// Whether there is no room on the disk.
    public let isDiskFull: Bool

    /// Makes one of a sentence.
    public init(_ description: String, isDiskFull: Bool = false) {
        self.description = description
        self.isDiskFull = isDiskFull
    }
}
