/// The number of colors that a screen shows.
public enum ColorDepth: String, Hashable, Sendable, CaseIterable {
    /// No colors: only bold, underlined and reversed text.
    case mono
    /// The eight colors of the first terminals.
    case eight
    /// The eight colors and their bright variants.
    case sixteen
    /// The 256-color palette.
    case full
}
