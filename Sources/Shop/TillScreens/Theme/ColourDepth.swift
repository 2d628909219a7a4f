/// How many colours a screen shows.
public enum ColourDepth: String, Hashable, Sendable, CaseIterable {
    /// None: bold, underlined and reversed text only.
    case mono
    /// The eight of the first terminals.
    case eight
    /// Those and their bright ones.
    case sixteen
    /// The palette of 256.
    case full
}
