/// A state, shown by a symbol and a word; the color only repeats it.
public struct StateMark: Hashable, Sendable {
    /// A kind of state.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// As it should be.
        case good
        /// Not as it should be.
        case bad
        /// Worth a look.
        case warning
        /// Unknown.
        case unknown
    }

    /// The kind, which determines symbol and color.
    public let kind: Kind
    /// The word, such as `approved`.
    public let word: String

    /// Creates a mark, which always has a word.
    public init(_ kind: Kind, _ word: String) {
        self.kind = kind
        self.word = word.isEmpty ? "?" : word
    }

    /// The meaning for the theme.
    public var style: CellStyle {
        switch kind {
        case .good: .good
        case .bad: .bad
        case .warning: .warning
        case .unknown: .unknown
        }
    }

    /// Returns symbol and word.
    public func text(_ glyphs: Glyphs) -> String {
        let symbol =
            switch kind {
            case .good: glyphs.good
            case .bad: glyphs.bad
            case .warning: glyphs.warning
            case .unknown: glyphs.unknown
            }
        return "\(symbol) \(word)"
    }
}
