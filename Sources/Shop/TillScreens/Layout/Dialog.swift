/// A question or a notice in a box in the center of the screen.
public struct Dialog: Hashable, Sendable {
    /// The title in the top line of the box.
    public let title: String
    /// The text.
    public let text: String
    /// The keys that answer it.
    public let keys: [KeyBar.Entry]

    /// The most columns.
    static let widest = 60

    /// Creates a dialog.
    public init(title: String, text: String, keys: [KeyBar.Entry]) {
        self.title = title
        self.text = text
        self.keys = keys
    }

    /// Draws it over what is there; the keys stay when the text has no room.
    public func draw(on grid: inout Grid, in area: Area, glyphs: Glyphs) {
        let width = min(area.width, Self.widest)
        let lines = TextLines.broken(text, width: width - 4)
        let box = area.centered(width: width, height: lines.count + 4)
        grid.fill(box)
        grid.box(box, title: TextLines.cut(title, width: max(0, width - 6), glyphs), glyphs: glyphs)
        let inner = box.inset(columns: 2, rows: 1)
        for (index, line) in lines.prefix(max(0, inner.height - 1)).enumerated() {
            grid.put(line, column: inner.column, row: inner.row + index, in: inner)
        }
        KeyBar(keys).draw(on: &grid, in: inner.rows(from: inner.height - 1, count: 1))
    }
}
