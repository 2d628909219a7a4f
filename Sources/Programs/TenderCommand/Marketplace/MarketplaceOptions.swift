import Tender

/// The shared parts of the commands on connected accounts, their money and their links.
enum MarketplaceOptions {
    static let amount = Option("amount", "A", "the amount, such as 10.00")
    static let currency = Option("currency", "CODE", "its currency (default eur)")
    static let account = Option("account", "ACCT", "act for this connected account, acct_…")
    static let paging = [
        Option("limit", "N", "how many, 1 to 100 (default 10)"),
        Option("after", "ID", "those that come after this one"),
    ]

    /// Returns the currency that the options name.
    static func currency(_ options: Options) throws -> Currency {
        let code = options.value(currency.name) ?? "eur"
        guard let currency = Currency(code) else { throw CommandLineError("'\(code)' is no currency of ISO 4217") }
        return currency
    }

    /// Returns the amount of an option; `nil` without it.
    static func amount(_ name: String, _ options: Options) throws -> Amount? {
        guard let text = options.value(name) else { return nil }
        let amount = try Amount(parsing: text, currency: currency(options))
        guard amount.minorUnits > 0 else { throw CommandLineError("--\(name) \(text) must be above zero") }
        return amount
    }

    /// Returns the amount that a command requires.
    static func neededAmount(_ options: Options) throws -> Amount {
        guard let amount = try amount(amount.name, options) else {
            throw CommandLineError("--amount is needed, such as --amount 10.00")
        }
        return amount
    }

    /// Returns the account of an option; `nil` without it.
    static func account(_ name: String, _ options: Options) throws -> String? {
        guard let id = options.value(name) else { return nil }
        guard id.hasPrefix("acct_") else {
            throw CommandLineError("--\(name) takes the id of a connected account, acct_…, not '\(id)'")
        }
        return id
    }

    /// Returns a client for the platform, or for the connected account of `--account`.
    static func client(_ options: Options) throws -> PaymentsClient {
        let client = try GatewayAccess.client(options)
        return try account(account.name, options).map { try client.acting(for: $0) } ?? client
    }

    static func query(_ options: Options) throws -> ListQuery {
        ListQuery(limit: try options.number("limit", in: 1...100) ?? 10, startingAfter: options.value("after"))
    }

    /// Shows one page of a list, one line per element.
    static func show<Element: Encodable & Identifiable>(
        _ page: ListPage<Element>, _ nothing: String, _ output: Output, _ line: (Element) -> String
    ) -> ExitCode where Element.ID == String {
        if page.data.isEmpty { output.line(nothing) }
        for element in page.data { output.line(line(element).withoutControls) }
        if page.hasMore, let last = page.data.last { output.line("There are more: --after \(last.id.withoutControls)") }
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
