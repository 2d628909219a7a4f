/// The line of keys at the bottom; the least important keys are dropped where it does not fit.
public struct KeyBar: Hashable, Sendable {
    /// A key and what it does.
    public struct Entry: Hashable, Sendable {
        /// The key's name, such as `F1`.
        public let key: String
        /// A word for what the key does.
        public let word: String
        /// The key's priority: higher ones stay longer.
        public let importance: Int

        /// Creates an entry.
        public init(key: String, word: String, importance: Int) {
            self.key = key
            self.word = word
            self.importance = importance
        }

        var width: Int { CellWidth.of(key) + 1 + CellWidth.of(word) }
    }

    private static let gap = 2

    /// The keys, in the order they are shown.
    public let entries: [Entry]

    /// Creates a key bar.
    public init(_ entries: [Entry]) { self.entries = entries }

    /// Returns the keys that fit a width; among equals the last is dropped first.
    public func fitting(_ width: Int) -> [Entry] {
        var kept = Array(entries.enumerated())
        func needed() -> Int { kept.reduce(0) { $0 + $1.element.width } + max(0, kept.count - 1) * Self.gap }
        while needed() > width,
            let least = kept.reversed().min(by: { $0.element.importance < $1.element.importance })
        {
            kept.removeAll { $0.offset == least.offset }
        }
        return kept.map(\.element)
    }

    /// Draws the keys into an area's first row.
    public func draw(on grid: inout Grid, in area: Area) {
        var column = area.column
        for entry in fitting(area.width) {
            column = grid.put(entry.key, column: column, row: area.row, style: .key, in: area)
            column = grid.put(" " + entry.word, column: column, row: area.row, in: area) + Self.gap
        }
    }
}
