import CommandLineOptions
import Tender

/// A command that lists objects of the API, newest first, a page at a time.
protocol ListCommand: Command {
    associatedtype Element: Encodable & Identifiable & Sendable & Hashable where Element.ID == String

    /// The options that say which objects, beside those of the page.
    static var filters: [any DeclaredOption] { get }
    /// Returns the line for an empty list.
    static func nothing(_ arguments: Arguments) -> String

    static func page(_ query: ListQuery, _ arguments: Arguments) async throws -> ListPage<Element>
    /// Returns the line of an object.
    static func line(_ element: Element) -> String
    /// Prints the JSON object of the page.
    static func report(_ page: ListPage<Element>, _ output: Output)
}

extension ListCommand {
    static var filters: [any DeclaredOption] { [] }
    static var options: [any DeclaredOption] { filters + PagingOptions.all + GatewayAccess.commandOptions }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let page = try await page(PagingOptions.query(arguments), arguments)
        PagingOptions.show(page, nothing(arguments), output, line)
        report(page, output)
        return .done
    }

    static func report(_ page: ListPage<Element>, _ output: Output) { output.object(ListReport(page)) }
}
