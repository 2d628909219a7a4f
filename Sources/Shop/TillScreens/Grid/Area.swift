/// A rectangle of cells; without width or height it is empty, and nothing is drawn there.
public struct Area: Hashable, Sendable {
    /// The first column.
    public let column: Int
    /// The first row.
    public let row: Int
    /// The number of columns; never negative.
    public let width: Int
    /// The number of rows; never negative.
    public let height: Int

    /// Creates a rectangle; numbers beyond a screen's limit are clamped.
    public init(column: Int, row: Int, width: Int, height: Int) {
        self.column = Self.bounded(column)
        self.row = Self.bounded(row)
        self.width = max(0, Self.bounded(width))
        self.height = max(0, Self.bounded(height))
    }

    /// Creates the area of a whole screen.
    public init(_ size: GridSize) {
        self.init(column: 0, row: 0, width: size.width, height: size.height)
    }

    private static func bounded(_ value: Int) -> Int { min(max(-GridSize.limit, value), GridSize.limit) }

    /// The column after the last.
    public var endColumn: Int { column + width }
    /// The row after the last.
    public var endRow: Int { row + height }
    /// Whether the area has no cells.
    public var isEmpty: Bool { width == 0 || height == 0 }

    /// Returns whether the area contains a cell.
    public func contains(column: Int, row: Int) -> Bool {
        column >= self.column && column < endColumn && row >= self.row && row < endRow
    }

    /// Returns the intersection of two rectangles; empty if they do not overlap.
    public func intersection(_ other: Area) -> Area {
        let first = (column: max(column, other.column), row: max(row, other.row))
        return Area(
            column: first.column, row: first.row, width: min(endColumn, other.endColumn) - first.column,
            height: min(endRow, other.endRow) - first.row)
    }

    /// Returns the rectangle without a margin at each side.
    public func inset(columns: Int, rows: Int) -> Area {
        Area(column: column + columns, row: row + rows, width: width - 2 * columns, height: height - 2 * rows)
    }

    /// Returns a rectangle in its center, shrunk where it does not fit.
    public func centered(width: Int, height: Int) -> Area {
        let fitting = (width: min(max(0, width), self.width), height: min(max(0, height), self.height))
        return Area(
            column: column + (self.width - fitting.width) / 2, row: row + (self.height - fitting.height) / 2,
            width: fitting.width, height: fitting.height)
    }

    /// Returns some of its rows, counted from the top and clipped.
    public func rows(from first: Int, count: Int) -> Area {
        intersection(Area(column: column, row: row + first, width: width, height: count))
    }

    /// Returns some of its columns, counted from the left and clipped.
    public func columns(from first: Int, count: Int) -> Area {
        intersection(Area(column: column + first, row: row, width: count, height: height))
    }
}
