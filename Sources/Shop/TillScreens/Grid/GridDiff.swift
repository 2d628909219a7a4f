/// The difference between two pictures of the screen, so that only changes are written to the terminal.
public struct GridDiff: Hashable, Sendable {
    /// Adjacent cells of a row, as they are in the new picture; wide characters are whole.
    public struct Run: Hashable, Sendable {
        /// The row.
        public let row: Int
        /// The first cell's column.
        public let column: Int
        /// The new cells.
        public let cells: [Cell]
    }

    /// The changes, from the top left to the bottom right.
    public let runs: [Run]
    private let size: GridSize

    /// Compares two pictures; all of the new one counts as changed when the old one is `nil` or has another size.
    public init(from old: Grid?, to new: Grid) {
        size = new.size
        var runs: [Run] = []
        for row in 0..<new.size.height {
            let after = new.row(row)
            if let old, old.size == new.size {
                Self.compare(old.row(row), after, row: row, into: &runs)
            } else if !after.isEmpty {
                runs.append(Run(row: row, column: 0, cells: Array(after)))
            }
        }
        self.runs = runs
    }

    /// Compares two slices, which have the indices of one row in two grids of one size.
    private static func compare(
        _ before: ArraySlice<Cell>, _ after: ArraySlice<Cell>, row: Int, into runs: inout [Run]
    ) {
        var index = after.startIndex
        while index < after.endIndex {
            guard before[index] != after[index] else {
                index += 1
                continue
            }
            // A terminal can only be sent the whole of a wide character.
            let start = after[index].width == 0 ? index - 1 : index
            var end = index + 1
            while end < after.endIndex, before[end] != after[end] || after[end].width == 0 { end += 1 }
            runs.append(Run(row: row, column: start - after.startIndex, cells: Array(after[start..<end])))
            index = end
        }
    }

    /// Whether nothing changed.
    public var isEmpty: Bool { runs.isEmpty }

    /// The number of cells to write.
    public var cellCount: Int { runs.reduce(0) { $0 + $1.cells.count } }

    /// Applies the difference to the old picture; returns the new one without its cursor.
    public func applied(to old: Grid?) -> Grid {
        var grid = old.flatMap { $0.size == size ? $0 : nil } ?? Grid(size: size)
        for run in runs { grid.replace(run) }
        return grid
    }
}
