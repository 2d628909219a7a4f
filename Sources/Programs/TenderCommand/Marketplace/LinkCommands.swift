import Tender

enum LinkListCommand: Command {
    static let name = "link list"
    static let summary = "list the links at which customers pay, newest first"
    static let operands = "[--sessions] --gateway URL"
    static let options =
        [Option("sessions", nil, "the pages for one payment, in place of links")] + MarketplaceOptions.paging
        + GatewayAccess.commandOptions

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        try options.expectNoOperands()
        let client = try GatewayAccess.client(options)
        let query = try MarketplaceOptions.query(options)
        guard options.isGiven("sessions") else {
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
enum LinkShowCommand: Command {
    static let name = "link show"
    static let summary = "show a link, or whether a page for one payment was paid"
    static let operands = "ID --gateway URL"
    static let options = GatewayAccess.commandOptions

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let id = try options.operand("id of a link (plink_…) or a page (cs_…)")
        let page = try await PayPage.retrieve(id, GatewayAccess.client(options))
        return MarketplaceOptions.show(page, [page.line, page.url], output)
    }
}

/// The command that closes a link or a page.
enum LinkDisableCommand: Command {
    static let name = "link disable"
    static let summary = "close a link or a page, so that nobody can pay at it any more"
    static let operands = "ID --gateway URL"
    static let options = MoneyRequests.options
    static let notes = "\(MoneyRequests.notes)\n\n\(JournalAccess.notes)"

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let id = try options.operand("id of a link (plink_…) or a page (cs_…)")
        let call = try MoneyCall.closing(await PayPage.retrieve(id, GatewayAccess.client(options)).id)
        return try await MoneyRequests.make(call, options, output) { object in
            let page = try PayPage(object)
            return MarketplaceOptions.show(page, [page.line], output)
        }
    }
}
