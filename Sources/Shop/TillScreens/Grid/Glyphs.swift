/// The characters beyond letters that screens draw, each one column wide.
public struct Glyphs: Hashable, Sendable {
    /// A horizontal line.
    public let horizontal: String
    /// A vertical line.
    public let vertical: String
    /// The corners of a box.
    public let topLeft, topRight, bottomLeft, bottomRight: String
    /// The marks for more content above, and below.
    public let up, down: String
    /// The mark for truncated text.
    public let ellipsis: String
    /// The mark before the selection.
    public let pointer: String
    /// The separator between two short texts.
    public let separator: String
    /// The marks of good, bad, warning and unknown.
    public let good, bad, warning, unknown: String

    /// The characters for terminals that show UTF-8.
    public static let unicode = Glyphs(
        horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘", up: "↑",
        down: "↓", ellipsis: "…", pointer: "›", separator: "·", good: "✓", bad: "✗", warning: "!", unknown: "?")

    /// The characters for all other terminals.
    public static let ascii = Glyphs(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", up: "^",
        down: "v", ellipsis: "~", pointer: ">", separator: "|", good: "+", bad: "x", warning: "!", unknown: "?")
}
