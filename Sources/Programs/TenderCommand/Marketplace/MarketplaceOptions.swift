import CommandLineOptions
import Tender

/// The shared parts of the commands on connected accounts, their money and their links.
enum MarketplaceOptions {
    static let account = Option("account", "ACCT", "act for this connected account", as: .account)
    /// The operand of the commands on one connected account.
    static let accountID = Operand("ACCT", "connected account", as: .text)

    /// Returns a client for the platform, or for the connected account of `--account`.
    static func client(_ arguments: Arguments) throws -> PaymentsClient {
        let client = try GatewayAccess.client(arguments)
        return try arguments[account].map { try client.acting(for: $0) } ?? client
    }

    /// Shows one page of a list, one line per element.
    static func show<Element: Encodable & Identifiable>(
        _ page: ListPage<Element>, _ nothing: String, _ output: Output, _ line: (Element) -> String
    ) -> ExitCode where Element.ID == String {
        PagingOptions.show(page, nothing, output, line)
        output.object(ListReport(page))
        return .done
    }

    /// Shows one object, in lines of words.
    static func show(_ object: some Encodable, _ lines: [String?], _ output: Output) -> ExitCode {
        for line in lines.compactMap(\.self) { output.line(line.withoutControls) }
        output.object(ObjectReport(object: object))
        return .done
    }
}
