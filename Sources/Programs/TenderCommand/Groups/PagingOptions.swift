import CommandLineOptions
import Tender

/// The options of a command that shows a part of a list.
enum PagingOptions {
    private static let limit = Option("limit", "N", "how many at most, 1 to 100", as: .number(in: 1...100), default: 10)
    private static let after = Option("after", "ID", "those that come after this one", as: .text)

    static let all: [any DeclaredOption] = [limit, after]

    /// Returns the part that the options say.
    static func query(_ arguments: Arguments) -> ListQuery {
        ListQuery(limit: arguments[limit], startingAfter: arguments[after])
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
