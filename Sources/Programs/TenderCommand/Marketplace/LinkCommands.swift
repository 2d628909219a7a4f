import CommandLineOptions
import Tender

enum LinkListCommand: Command {
    static let name = "link list"
    static let summary = "list the links at which customers pay, newest first"
    private static let sessions = Option(flag: "sessions", "list the pages for one payment, in place of links")
    static let options: [any DeclaredOption] =
        [sessions] + PagingOptions.all + GatewayAccess.commandOptions

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let client = try GatewayAccess.client(arguments)
        let query = PagingOptions.query(arguments)
        guard arguments[Self.sessions] else {
            return MarketplaceOptions.show(
                try await client.listPaymentLinks(query), "No links: see tender link create --help", output
            ) { link in "\(PayPage.link(link).line)  \(link.url)" }
        }
        return MarketplaceOptions.show(try await client.listCheckoutSessions(query), "No pages.", output) { session in
            PayPage.session(session).line
        }
    }
}

/// The command that shows a link or a page.
enum LinkShowCommand: ObjectCommand {
    static let name = "link show"
    static let summary = "show a link, or whether a page for one payment was paid"
    static let object = PayPage.operand

    static func retrieve(_ id: String, _ arguments: Arguments) async throws -> PayPage {
        try await PayPage.retrieve(id, GatewayAccess.client(arguments))
    }

    static func show(_ page: PayPage, _ output: Output) -> ExitCode {
        MarketplaceOptions.show(page, [page.line, page.url], output)
    }
}

/// The command that closes a link or a page.
enum LinkDisableCommand: Command {
    static let name = "link disable"
    static let summary = "close a link or a page, so that nobody can pay at it any more"
    static let operands: [any DeclaredOperand] = [PayPage.operand]
    static let options: [any DeclaredOption] = MoneyRequests.options
    static let notes = "\(MoneyRequests.notes)\n\n\(JournalAccess.notes)"

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let page = try await PayPage.retrieve(arguments[PayPage.operand], GatewayAccess.client(arguments))
        let call = try MoneyCall.closing(page.id)
        return try await MoneyRequests.make(call, arguments, output) { object in
            let page = try PayPage(object)
            return MarketplaceOptions.show(page, [page.line], output)
        }
    }
}
