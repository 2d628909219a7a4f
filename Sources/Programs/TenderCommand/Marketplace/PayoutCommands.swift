import FoundationEssentials
import Tender

/// The command that pays out of a balance.
enum PayoutCreateCommand: Command {
    static let name = "payout create"
    static let summary = "pay available money out to the bank"
    static let operands = "--amount A [--currency CODE] [--account ACCT] --gateway URL"
    static let options =
        [
            MarketplaceOptions.amount, MarketplaceOptions.currency, MarketplaceOptions.account,
            Option("instant", nil, "within the hour, where the bank can"),
            Option("description", "TEXT", "a text for people"),
        ] + MoneyRequests.options
    static let notes = """
        Example: tender payout create --amount 8.77 --currency usd --account acct_… --gateway URL

        \(MoneyRequests.notes)

        \(JournalAccess.notes)
        """

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        try options.expectNoOperands()
        let amount = try MarketplaceOptions.neededAmount(options)
        let call = try MoneyCall.payout(
            amount, method: options.isGiven("instant") ? "instant" : nil, description: options.value("description"),
            account: MarketplaceOptions.account(MarketplaceOptions.account.name, options))
        return try await MoneyRequests.make(call, options, output) { object in
            let payout: Payout = try object.decode()
            return MarketplaceOptions.show(payout, payout.lines, output)
        }
    }
}

enum PayoutListCommand: Command {
    static let name = "payout list"
    static let summary = "list payouts, newest first"
    static let operands = "[--status S] [--account ACCT] --gateway URL"
    static let options =
        [Option("status", "S", "pending, in_transit, paid, failed or canceled"), MarketplaceOptions.account]
        + MarketplaceOptions.paging + GatewayAccess.commandOptions

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        try options.expectNoOperands()
        let page = try await MarketplaceOptions.client(options).listPayouts(
            status: options.value("status").map { Payout.Status(rawValue: $0) }, MarketplaceOptions.query(options))
        return MarketplaceOptions.show(page, "No payouts.", output, \.line)
    }
}

enum PayoutShowCommand: Command {
    static let name = "payout show"
    static let summary = "show where a payout stands"
    static let operands = "ID [--account ACCT] --gateway URL"
    static let options = [MarketplaceOptions.account] + GatewayAccess.commandOptions

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let id = try options.operand("payout id")
        let payout = try await MarketplaceOptions.client(options).retrievePayout(id)
        return MarketplaceOptions.show(payout, payout.lines, output)
    }
}

enum PayoutCancelCommand: Command {
    static let name = "payout cancel"
    static let summary = "cancel a payout that is pending"
    static let operands = "ID [--account ACCT] --gateway URL"
    static let options = [MarketplaceOptions.account] + MoneyRequests.options
    static let notes = "\(MoneyRequests.notes)\n\n\(JournalAccess.notes)"

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let payout = try await MarketplaceOptions.client(options).retrievePayout(options.operand("payout id"))
        let call = try MoneyCall.payoutCancellation(
            payout.id, account: MarketplaceOptions.account(MarketplaceOptions.account.name, options))
        return try await MoneyRequests.make(call, options, output) { object in
            let payout: Payout = try object.decode()
            return MarketplaceOptions.show(payout, payout.lines, output)
        }
    }
}

extension Payout {
    /// One line for people.
    fileprivate var line: String { "\(id)  \(amount)  \(status)" }

    /// The facts that interest people.
    fileprivate var lines: [String?] {
        let day = Date(timeIntervalSince1970: Double(arrivalDate)).formatted(.iso8601.year().month().day())
        return [
            line,
            status == .failed || status == .canceled ? nil : "  arrives   \(day)",
            (failureMessage ?? failureCode).map { "  failed    \($0)" },
        ]
    }
}
