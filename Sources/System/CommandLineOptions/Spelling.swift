/// The comparison of a misspelled word with those that are known.
enum Spelling {
    /// Returns the known word that takes the fewest changes; `nil` when none is near.
    static func nearest(to word: String, among known: [String]) -> String? {
        let limit = max(1, word.count / 3)
        let near = known.map { (word: $0, changes: changes(word, $0)) }.filter { $0.changes <= limit }
        return near.min { $0.changes < $1.changes }?.word
    }

    /// Returns how many letters must be added, dropped or replaced.
    private static func changes(_ first: String, _ second: String) -> Int {
        let letters = Array(second)
        var row = Array(0...letters.count)
        for (line, letter) in first.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, other) in letters.enumerated() {
                let next = min(row[column] + 1, row[column + 1] + 1, diagonal + (letter == other ? 0 : 1))
                (diagonal, row[column + 1]) = (row[column + 1], next)
            }
        }
        return row[letters.count]
    }
}
