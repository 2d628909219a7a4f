/// The characters beyond letters that screens draw with, each one column wide.
public struct Glyphs: Hashable, Sendable {
    /// A line to the right.
    public let horizontal: String
    /// A line downwards.
    public let vertical: String
    /// The corners of a box.
    public let topLeft, topRight, bottomLeft, bottomRight: String
    /// More lies above, or below.
    public let up, down: String
    /// Text was cut here.
    public let ellipsis: String
    /// Stands before what is chosen.
    public let pointer: String
    /// Stands between two short texts.
    public let separator: String
    /// The marks of good, bad, warning and unknown.
    public let good, bad, warning, unknown: String

    /// For terminals that show UTF-8.
    public static let unicode = Glyphs(
        horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘", up: "↑",
        down: "↓", ellipsis: "…", pointer: "›", separator: "·", good: "✓", bad: "✗", warning: "!", unknown: "?")

    /// For all others.
    public static let ascii = Glyphs(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", up: "^",
        down: "v", ellipsis: "~", pointer: ">", separator: "|", good: "+", bad: "x", warning: "!", unknown: "?")
}
