/// A member of a call's input: what checks it, and what its documentation is made from.
public struct ServiceField: Hashable, Sendable {
    /// The values that a field takes.
    public indirect enum Kind: Hashable, Sendable {
        /// A text of at most this many bytes of UTF-8, not empty.
        case text(Int)
        /// A whole number within these bounds.
        case integer(ClosedRange<Int64>)
        /// `true` or `false`.
        case flag
        /// One of these words.
        case choice([String])
        /// A list of at most this many of such values.
        case list(Kind, Int)
        /// At most 50 names and texts of the caller's own.
        case metadata
        /// An object with these members.
        case object([ServiceField])
    }

    /// The name of the member.
    public let name: String
    /// The values that it takes.
    public let kind: Kind
    /// What it means.
    public let summary: String
    /// Whether it must be there.
    public let isRequired: Bool

    package init(_ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = false) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.isRequired = isRequired
    }

    /// The same field, which must be there.
    package var required: ServiceField { ServiceField(name, kind, summary, isRequired: true) }
}
