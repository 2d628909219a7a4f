/// The till's answer, in one line.
public struct MessageLine: Hashable, Sendable {
    /// The kind of state; `nil` for a plain hint.
    public let kind: StateMark.Kind?
    /// The text.
    public let text: String

    /// Creates a message.
    public init(_ kind: StateMark.Kind?, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// Draws the message into an area's rows, broken at spaces; text that does not fit is cut and marked as such.
    public func draw(on grid: inout Grid, in area: Area, glyphs: Glyphs) {
        let mark = kind.map { StateMark($0, text) }
        let lines = TextLines.broken(mark?.text(glyphs) ?? text, width: area.width)
        for (index, line) in lines.prefix(area.height).enumerated() {
            let isCut = index == area.height - 1 && lines.count > area.height
            let shown = isCut ? TextLines.cut(line + " " + glyphs.ellipsis, width: area.width, glyphs) : line
            grid.put(shown, column: area.column, row: area.row + index, style: mark?.style ?? .normal, in: area)
        }
    }
}
