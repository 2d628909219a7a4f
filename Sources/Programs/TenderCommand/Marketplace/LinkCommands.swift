import CommandLineOptions
import Tender

enum LinkListCommand: ListCommand {
    static let name = "link list"
    static let summary = "list the links at which customers pay, newest first"
    private static let sessions = Option(flag: "sessions", "list the pages for one payment, in place of links")
    static let filters: [any DeclaredOption] = [sessions]

    static func page(_ query: ListQuery, _ arguments: Arguments) async throws -> ListPage<PayPage> {
        let client = try GatewayAccess.client(arguments)
        guard arguments[sessions] else {
            let page = try await client.listPaymentLinks(query)
            return ListPage(data: page.data.map(PayPage.link), hasMore: page.hasMore)
        }
        let page = try await client.listCheckoutSessions(query)
        return ListPage(data: page.data.map(PayPage.session), hasMore: page.hasMore)
    }

    static func nothing(_ arguments: Arguments) -> String {
        arguments[sessions] ? "No pages." : "No links: see tender link create --help"
    }

    static func line(_ page: PayPage) -> String {
        switch page {
        case .link(let link): "\(page.line)  \(link.url)"
        case .session: page.line
        }
    }
}

/// The command that shows a link or a page.
enum LinkShowCommand: RequestCommand {
    static let name = "link show"
    static let summary = "show a link, or whether a page for one payment was paid"
    static let operands: [any DeclaredOperand] = [PayPage.operand]

    static func request(_ arguments: Arguments) async throws -> PayPage {
        try await PayPage.retrieve(arguments[PayPage.operand], GatewayAccess.client(arguments))
    }

    static func lines(_ page: PayPage) -> [String?] { [page.line, page.url] }
}

/// The command that closes a link or a page.
enum LinkDisableCommand: MoneyCommand {
    static let name = "link disable"
    static let summary = "close a link or a page, so that nobody can pay at it any more"
    static let operands: [any DeclaredOperand] = [PayPage.operand]

    static func call(_ arguments: Arguments) async throws -> MoneyCall {
        try .closing(await PayPage.retrieve(arguments[PayPage.operand], GatewayAccess.client(arguments)).id)
    }

    static func object(_ result: MoneyObject) throws -> PayPage { try PayPage(result) }

    static func lines(_ page: PayPage) -> [String?] { [page.line] }
}
