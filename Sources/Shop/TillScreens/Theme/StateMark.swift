/// How something stands, told by a symbol and a word; the colour only repeats it.
public struct StateMark: Hashable, Sendable {
    /// The kinds of state.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// As it should be.
        case good
        /// Not as it should be.
        case bad
        /// To be looked at.
        case warning
        /// Not known.
        case unknown
    }

    /// The kind, which gives symbol and colour.
    public let kind: Kind
    /// The word, such as `approved`.
    public let word: String

    /// Makes a mark; it is never without a word.
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

    /// Symbol and word.
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
