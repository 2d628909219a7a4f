/// The division of a width among columns.
public enum Columns {
    /// The room that a column asks for.
    public struct Wish: Hashable, Sendable {
        /// The width below which it makes no sense.
        public let minimum: Int
        /// Its share of the rest; 0 keeps it at its minimum.
        public let weight: Int
        /// Its priority when there is too little room; the lowest columns go first.
        public let importance: Int

        /// Creates a wish.
        public init(minimum: Int, weight: Int = 0, importance: Int = 0) {
            self.minimum = min(max(0, minimum), GridSize.limit)
            self.weight = min(max(0, weight), GridSize.limit)
            self.importance = importance
        }
    }

    /// Returns the columns' widths, 0 for those without room; with the gaps between them they fill at most the width.
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

    /// Returns the last of the least important columns.
    private static func leastImportant(_ shown: [Int], _ wishes: [Wish]) -> Int? {
        shown.reversed().min { wishes[$0].importance < wishes[$1].importance }
    }
}
