/// The reason that a configuration is refused: where, and why.
public struct ContactConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place, such as `applications[0].floor_limit`.
    public let field: String
    /// A human-readable clause.
    public let reason: String

    init(_ field: String, _ reason: String) {
        self.field = field
        self.reason = reason
    }

    /// The same error, seen from outside of what it is in.
    func inside(_ place: String) -> ContactConfigurationError { .init("\(place).\(field)", reason) }

    /// A human-readable sentence.
    public var description: String { "\(field): \(reason)" }
}
