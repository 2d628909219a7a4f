import CommandLineOptions
import FoundationEssentials
import Tender

/// The command that pays out of a balance.
enum PayoutCreateCommand: Command {
    static let name = "payout create"
    static let summary = "pay out available money to the bank"
    private static let instant = Option(flag: "instant", "within the hour, where the bank can")
    static let options: [any DeclaredOption] =
        [MoneyOptions.amount, MoneyOptions.currency, MarketplaceOptions.account, instant, CustomerOptions.description]
        + MoneyRequests.options
    static let notes = """
        Example: tender payout create --amount 8.77 --currency usd --account acct_… --gateway URL

        \(MoneyRequests.notes)

        \(JournalAccess.notes)
        """

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let amount = try MoneyOptions.amount(arguments)
        let call = try MoneyCall.payout(
            amount, method: arguments[Self.instant] ? "instant" : nil,
            description: arguments[CustomerOptions.description],
            account: arguments[MarketplaceOptions.account])
        return try await MoneyRequests.make(call, arguments, output) { object in
            let payout: Payout = try object.decode()
            return MarketplaceOptions.show(payout, payout.lines, output)
        }
    }
}

enum PayoutListCommand: ListCommand {
    static let name = "payout list"
    static let summary = "list payouts, newest first"
    private static let status = Option(
        "status", "STATUS", "those that are pending, in_transit, paid, failed or canceled", as: .text)
    static let filters: [any DeclaredOption] = [status, MarketplaceOptions.account]
    static let nothing = "No payouts."

    static func page(_ query: ListQuery, _ arguments: Arguments) async throws -> ListPage<Payout> {
        try await MarketplaceOptions.client(arguments).listPayouts(
            status: arguments[status].map { Payout.Status(rawValue: $0) }, query)
    }

    static func line(_ payout: Payout) -> String { payout.line }
}

enum PayoutShowCommand: ObjectCommand {
    static let name = "payout show"
    static let summary = "show where a payout stands"
    static let options: [any DeclaredOption] = [MarketplaceOptions.account] + GatewayAccess.commandOptions
    static let object = Payout.operand

    static func retrieve(_ id: String, _ arguments: Arguments) async throws -> Payout {
        try await MarketplaceOptions.client(arguments).retrievePayout(id)
    }

    static func show(_ payout: Payout, _ output: Output) -> ExitCode {
        MarketplaceOptions.show(payout, payout.lines, output)
    }
}

enum PayoutCancelCommand: Command {
    static let name = "payout cancel"
    static let summary = "cancel a payout that is pending"
    static let operands: [any DeclaredOperand] = [Payout.operand]
    static let options: [any DeclaredOption] = [MarketplaceOptions.account] + MoneyRequests.options
    static let notes = "\(MoneyRequests.notes)\n\n\(JournalAccess.notes)"

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let payout = try await MarketplaceOptions.client(arguments).retrievePayout(arguments[Payout.operand])
        let call = try MoneyCall.payoutCancellation(
            payout.id, account: arguments[MarketplaceOptions.account])
        return try await MoneyRequests.make(call, arguments, output) { object in
            let payout: Payout = try object.decode()
            return MarketplaceOptions.show(payout, payout.lines, output)
        }
    }
}

extension Payout {
    /// The operand that names one.
    fileprivate static let operand = Operand("ID", "payout id", as: .text)

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
