/// The one line in which the till answers.
public struct MessageLine: Hashable, Sendable {
    /// How it stands; nil for a plain hint.
    public let kind: StateMark.Kind?
    /// What is said.
    public let text: String

    /// Makes a message.
    public init(_ kind: StateMark.Kind?, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// Draws it into an area's rows, broken at spaces; what does not fit is cut with a sign that it was.
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
