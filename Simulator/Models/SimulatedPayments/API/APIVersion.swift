/// The names of API versions, such as `2024-04-10` and `2026-10-28.endive`.
enum APIVersion {
    /// Returns whether the text is a calendar day, optionally followed by a name.
    static func isName(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, !parts.contains("") else { return false }
        let date = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard date.map(\.utf8.count) == [4, 2, 2] else { return false }
        let numbers = date.compactMap { digits in
            digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
        }
        return numbers.count == 3 && isDay(numbers[2], ofMonth: numbers[1], in: numbers[0])
    }

    private static func isDay(_ day: Int, ofMonth month: Int, in year: Int) -> Bool {
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return lengths.indices.contains(month - 1) && (1...lengths[month - 1]).contains(day)
    }
}
