/// Shares a width among columns.
public enum Columns {
    /// What a column asks for.
    public struct Wish: Hashable, Sendable {
        /// What it needs to make sense.
        public let minimum: Int
        /// Its share of what is left over; 0 keeps it at its minimum.
        public let weight: Int
        /// Whether others go before it when there is too little room; the lowest go first.
        public let importance: Int

        /// Describes a column.
        public init(minimum: Int, weight: Int = 0, importance: Int = 0) {
            self.minimum = min(max(0, minimum), GridSize.limit)
            self.weight = min(max(0, weight), GridSize.limit)
            self.importance = importance
        }
    }

    /// The columns' widths, 0 for those that have no room; with the gaps between them they fill at most the width.
    public static func widths(_ wishes: [Wish], width: Int, gap: Int = 1) -> [Int] {
        var shown = Array(wishes.indices)
        while needed(shown, wishes, gap) > width, let least = leastImportant(shown, wishes) {
            shown.removeAll { $0 == least }
        }
        var widths = Array(repeating: 0, count: wishes.count)
        for index in shown { widths[index] = wishes[index].minimum }
        var left = width - needed(shown, wishes, gap)
        var weight = shown.reduce(0) { $0 + wishes[$1].weight }
        for index in shown where weight > 0 {
            let share = left * wishes[index].weight / weight
            widths[index] += share
            left -= share
            weight -= wishes[index].weight
        }
        return widths
    }

    private static func needed(_ shown: [Int], _ wishes: [Wish], _ gap: Int) -> Int {
        shown.reduce(0) { $0 + wishes[$1].minimum } + max(0, shown.count - 1) * gap
    }

    /// The last of the least important.
    private static func leastImportant(_ shown: [Int], _ wishes: [Wish]) -> Int? {
        shown.reversed().min { wishes[$0].importance < wishes[$1].importance }
    }
}
