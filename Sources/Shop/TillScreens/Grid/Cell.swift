/// One place of a screen: a character with what combines with it, or the right half of a wide one.
public struct Cell: Hashable, Sendable {
    /// The character; empty in the right half of a wide one.
    public let text: String
    /// The number of columns it takes: 1 or 2, and 0 for the right half of a wide one.
    public let width: Int
    /// What it means.
    public let style: CellStyle

    /// A space.
    public static let blank = Cell(text: " ", width: 1, style: .normal)

    /// Makes a cell; only the grid does, which keeps wide characters and their right halves together.
    init(text: String, width: Int, style: CellStyle) {
        self.text = text
        self.width = width
        self.style = style
    }

    /// The right half of a wide character.
    static func rightHalf(_ style: CellStyle) -> Cell { Cell(text: "", width: 0, style: style) }

    /// A space with a meaning, such as the background of what is chosen.
    static func space(_ style: CellStyle) -> Cell { Cell(text: " ", width: 1, style: style) }
}
