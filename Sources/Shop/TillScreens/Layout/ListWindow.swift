/// The visible part of a list, which always includes the selection.
public struct ListWindow: Hashable, Sendable {
    /// The positions of the visible entries.
    public let range: Range<Int>
    /// Whether there are entries above.
    public let hasMoreAbove: Bool
    /// Whether there are entries below.
    public let hasMoreBelow: Bool

    /// Chooses the visible part.
    ///
    /// - Parameters:
    ///   - count: The number of entries.
    ///   - height: The number of rows.
    ///   - selected: The selected entry, which must be visible; `nil` without one.
    ///   - top: The first entry that was visible before: the list does not move without need.
    public init(count: Int, height: Int, selected: Int? = nil, top: Int = 0) {
        let count = max(0, count)
        let height = min(max(0, height), count)
        var first = min(max(0, top), count - height)
        if let selected, count > 0, height > 0 {
            let chosen = min(max(0, selected), count - 1)
            first = min(max(first, chosen - height + 1), chosen)
        }
        range = first..<first + height
        hasMoreAbove = first > 0
        hasMoreBelow = first + height < count
    }

    /// Draws the marks for more content at an area's right edge.
    public func drawMarks(on grid: inout Grid, in area: Area, glyphs: Glyphs) {
        guard !area.isEmpty else { return }
        let column = area.endColumn - 1
        if hasMoreAbove { grid.put(glyphs.up, column: column, row: area.row, style: .key, in: area) }
        if hasMoreBelow { grid.put(glyphs.down, column: column, row: area.endRow - 1, style: .key, in: area) }
    }
}
