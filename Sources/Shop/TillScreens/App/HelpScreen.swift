import TenderSale

/// The list of all commands, generated from their table.
struct HelpScreen {
    /// A number above any number of rows in the list.
    static let mostRows = 1000
    private static let gap = 1
    private static let typedWidth = 13

    let language: TillLanguage
    let area: Area
    private let rows: [Table.Row]

    init(language: TillLanguage, area: Area) {
        self.language = language
        self.area = area
        rows = Self.rows(language, width: area.width)
    }

    /// The first visible line when the end of the list is visible.
    var lastTop: Int { max(0, rows.count - listHeight) }

    /// One row for each edge of the box, and one for the titles.
    private var listHeight: Int { max(0, area.height - 3) }

    func draw(on grid: inout Grid, top: Int, glyphs: Glyphs) {
        grid.box(area, title: TillText.help.text(language), glyphs: glyphs)
        let hint = " \(TillText.helpKeys.text(language)) "
        let edge = area.rows(from: area.height - 1, count: 1).inset(columns: 2, rows: 0)
        grid.put(
            TextLines.cut(hint, width: edge.width, glyphs), column: edge.column, row: edge.row, style: .dim, in: edge)
        Table(columns: Self.columns(language, width: area.width), rows: rows)
            .draw(on: &grid, in: area.inset(columns: 2, rows: 1), top: top, glyphs: glyphs)
    }

    private static func columns(_ language: TillLanguage, width: Int) -> [Table.Column] {
        let keyWidth = CellWidth.of(TillText.key.text(language))
        return [
            Table.Column(TillText.typed.text(language), .text, Columns.Wish(minimum: typedWidth, importance: 2)),
            Table.Column(TillText.key.text(language), .text, Columns.Wish(minimum: keyWidth)),
            Table.Column(
                TillText.meaning.text(language), .text,
                Columns.Wish(minimum: summaryWidth(width, keyWidth), weight: 1, importance: 1)),
        ]
    }

    /// Returns the width left by the box, the marks of the list and the other columns.
    private static func summaryWidth(_ width: Int, _ keyWidth: Int) -> Int {
        max(1, width - 4 - 1 - typedWidth - keyWidth - 2 * gap)
    }

    private static func rows(_ language: TillLanguage, width: Int) -> [Table.Row] {
        let room = summaryWidth(width, CellWidth.of(TillText.key.text(language)))
        return CommandEntry.Group.allCases.flatMap { group in
            var rows = [Table.Row(title: group.title.text(language))]
            if group == .sale {
                for (example, summary) in CommandEntry.articles {
                    rows += Self.rows(example, "", summary.text(language), room)
                }
            }
            for command in CommandEntry.all where command.group == group {
                rows += Self.rows(command.example, command.functionKeyName ?? "", command.summary.text(language), room)
            }
            return rows
        }
    }

    /// Returns the rows of a command; text that does not fit continues on the next row.
    private static func rows(_ example: String, _ key: String, _ summary: String, _ room: Int) -> [Table.Row] {
        TextLines.broken(summary, width: room).enumerated().map { index, line in
            Table.Row(index == 0 ? [example, key, line] : ["", "", line])
        }
    }
}
