import CommandLineOptions
import FoundationEssentials
import Tender

/// The command that pays out of a balance.
enum PayoutCreateCommand: MoneyCommand {
    typealias Object = Payout

    static let name = "payout create"
    static let summary = "pay out available money to the bank"
    private static let instant = Option(flag: "instant", "within the hour, where the bank can")
    static let details: [any DeclaredOption] =
        [MoneyOptions.amount, MoneyOptions.currency, MarketplaceOptions.account, instant, CustomerOptions.description]
    static let introduction =
        "Example: tender payout create --amount 8.77 --currency usd --account acct_… --gateway URL"

    static func call(_ arguments: Arguments) async throws -> MoneyCall {
        try .payout(
            MoneyOptions.amount(arguments), method: arguments[Self.instant] ? "instant" : nil,
            description: arguments[CustomerOptions.description], account: arguments[MarketplaceOptions.account])
    }
}

enum PayoutListCommand: ListCommand {
    static let name = "payout list"
    static let summary = "list payouts, newest first"
    private static let status = Option(
        "status", "STATUS", "those that are pending, in_transit, paid, failed or canceled", as: .text)
    static let filters: [any DeclaredOption] = [status, MarketplaceOptions.account]

    static func page(_ query: ListQuery, _ arguments: Arguments) async throws -> ListPage<Payout> {
        try await MarketplaceOptions.client(arguments).listPayouts(
            status: arguments[status].map { Payout.Status(rawValue: $0) }, query)
    }

    static func nothing(_ arguments: Arguments) -> String { "No payouts." }

    static func line(_ payout: Payout) -> String { payout.line }
}

enum PayoutShowCommand: RequestCommand {
    typealias Object = Payout

    static let name = "payout show"
    static let summary = "show where a payout stands"
    static let operands: [any DeclaredOperand] = [Payout.operand]
    static let details: [any DeclaredOption] = [MarketplaceOptions.account]

    static func request(_ arguments: Arguments) async throws -> Payout {
        try await MarketplaceOptions.client(arguments).retrievePayout(arguments[Payout.operand])
    }
}

enum PayoutCancelCommand: MoneyCommand {
    typealias Object = Payout

    static let name = "payout cancel"
    static let summary = "cancel a payout that is pending"
    static let operands: [any DeclaredOperand] = [Payout.operand]
    static let details: [any DeclaredOption] = [MarketplaceOptions.account]

    static func call(_ arguments: Arguments) async throws -> MoneyCall {
        let payout = try await MarketplaceOptions.client(arguments).retrievePayout(arguments[Payout.operand])
        return try .payoutCancellation(payout.id, account: arguments[MarketplaceOptions.account])
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

extension ObjectCommand where Object == Payout {
    static func lines(_ payout: Payout) -> [String?] { payout.lines }
}
