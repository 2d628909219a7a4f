/// A step from one version of head office's tables to the next; there is no way back.
public struct Migration: Hashable, Sendable {
    /// The version that it leads to, from 1.
    public let number: Int
    /// The statements, which take effect together.
    public let statements: [String]

    /// All of them, in order.
    public static let all: [Migration] = [.records, .projection, .bundles]
}
