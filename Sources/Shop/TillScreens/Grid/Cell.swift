/// One cell of a screen: a character with its combining marks, or the right half of a wide one.
public struct Cell: Hashable, Sendable {
    /// The character; empty in the right half of a wide one.
    public let text: String
    /// The number of columns: 1 or 2, and 0 for the right half of a wide character.
    public let width: Int
    /// The cell's meaning.
    public let style: CellStyle

    /// A space.
    public static let blank = Cell(text: " ", width: 1, style: .normal)

    /// Creates a cell; only the grid does so, which keeps wide characters and their right halves together.
    init(text: String, width: Int, style: CellStyle) {
        self.text = text
        self.width = width
        self.style = style
    }

    /// Returns the right half of a wide character.
    static func rightHalf(_ style: CellStyle) -> Cell { Cell(text: "", width: 0, style: style) }

    /// Returns a space with a meaning, such as the background of a selection.
    static func space(_ style: CellStyle) -> Cell { Cell(text: " ", width: 1, style: style) }
}
