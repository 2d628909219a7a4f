/// A picture of the screen as lines of text, for screen readers, Braille displays and scripts.
///
/// Ornaments, empty lines and runs of spaces are left out, so that only content is read aloud.
public struct PlainFrame: Hashable, Sendable {
    /// The lines, from the top.
    public let lines: [String]

    /// Extracts a picture's content.
    public init(_ grid: Grid) {
        lines = (0..<grid.size.height).map { Self.line(grid.row($0)) }.filter { !$0.isEmpty }
    }

    /// Returns the lines that the frame before did not have, so that only new ones are read.
    public func newLines(since before: PlainFrame?) -> [String] {
        guard let before else { return lines }
        var old = before.lines
        return lines.filter { line in
            guard let index = old.firstIndex(of: line) else { return true }
            old.remove(at: index)
            return false
        }
    }

    /// Joins cells; gaps of columns become two spaces.
    private static func line(_ cells: ArraySlice<Cell>) -> String {
        var text = ""
        var gap = 0
        for cell in cells where cell.width > 0 {
            if cell.style == .frame || cell.style == .code || cell.text == " " {
                gap += 1
            } else {
                if !text.isEmpty { text += String(repeating: " ", count: min(gap, 2)) }
                text += cell.text
                gap = 0
            }
        }
        return text
    }
}
