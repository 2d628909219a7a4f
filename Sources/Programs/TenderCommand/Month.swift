import CommandLineOptions

/// A month of the calendar in UTC, such as `2026-01`.
struct Month: Hashable, Sendable, CustomStringConvertible {
    let description: String
    /// Its end and the beginning of the next one, in milliseconds since 1970.
    let end: Int64

    /// Reads a month; `nil` for a text that is none.
    init?(_ text: String) {
        guard let first = Day("\(text)-01") else { return nil }
        description = text
        let days = [29, 30, 31].first { Day("\(text)-\($0)") == nil }.map { $0 - 1 } ?? 31
        end = (first.seconds.lowerBound + Int64(days) * 86_400) * 1000
    }
}

extension OptionText where Value == Month {
    /// A month.
    static var month: OptionText { OptionText("a month such as 2026-01") { Month($0) } }
}
