import CommandLineOptions
import Tender

/// The options of a command that shows a part of a list.
enum PagingOptions {
    private static let limit = Option("limit", "N", "how many at most, 1 to 100", as: .number(in: 1...100), default: 10)
    private static let after = Option("after", "ID", "those that come after this one", as: .text)

    private static let before = Option("before", "ID", "those that come just before this one", as: .text)
    private static let since = Option(
        "since", "DAY", "those created on this day or later, such as 2026-11-20", as: .day)
    private static let until = Option("until", "DAY", "those created on this day or earlier", as: .day)

    static let all: [any DeclaredOption] = undated + [since, until]
    /// Those of a list that cannot be asked for the objects of some days.
    static let undated: [any DeclaredOption] = [limit, after, before]

    /// Returns the part that the options say.
    static func query(_ arguments: Arguments) -> ListQuery {
        ListQuery(
            limit: arguments[limit], startingAfter: arguments[after],
            createdFrom: arguments[since]?.seconds.lowerBound, createdTo: arguments[until]?.seconds.upperBound,
            endingBefore: arguments[before])
    }

    /// Prints a page, one line per element.
    static func show<Element: Identifiable>(
        _ page: ListPage<Element>, _ nothing: String, _ output: Output, _ line: (Element) -> String
    ) where Element.ID == String {
        if page.data.isEmpty { output.line(nothing) }
        for element in page.data { output.line(line(element).withoutControls) }
        if page.hasMore, let last = page.data.last { output.line("There are more: --after \(last.id.withoutControls)") }
    }
}
