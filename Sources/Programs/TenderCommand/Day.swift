import CommandLineOptions
import FoundationEssentials
import TenderSale

/// A day of the calendar, such as `2026-11-20`.
struct Day: Hashable, Sendable, CustomStringConvertible {
    let description: String
    /// Its seconds since 1970, where it is a day in UTC.
    let seconds: ClosedRange<Int64>

    private static let style = Date.ISO8601FormatStyle().year().month().day()
    private static let length: Int64 = 86_400

    /// Reads a day; `nil` for a text that is none.
    init?(_ text: String) {
        guard BusinessDate.isValid(text), let date = try? Self.style.parse(text) else { return nil }
        self.init(text, from: Int64(date.timeIntervalSince1970))
    }

    private init(_ text: String, from start: Int64) {
        description = text
        seconds = start...start + Self.length - 1
    }

    /// The present day in UTC.
    static var today: Day {
        let now = Date()
        return Day(now.formatted(style), from: Int64(now.timeIntervalSince1970) / length * length)
    }
}

extension OptionText where Value == Day {
    /// A day.
    static var day: OptionText { OptionText("a day such as 2026-11-20") { Day($0) } }
}
