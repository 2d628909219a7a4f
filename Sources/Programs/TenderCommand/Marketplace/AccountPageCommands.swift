import CommandLineOptions
import Tender

/// The command that creates the address of the page on which a seller provides the required data.
enum AccountOnboardCommand: RequestCommand {
    typealias Object = AccountLink

    static let name = "account onboard"
    static let summary = "create the link with which a seller fills in their account"
    static let operands: [any DeclaredOperand] = [MarketplaceOptions.accountID]
    private static let returnURL = Option(
        "return-url", "URL", "where the seller comes back to; a page of the gateway when left out", as: .address)
    private static let refreshURL = Option(
        "refresh-url", "URL", "where a link leads that can no longer be used; a page of the gateway when left out",
        as: .address)
    static let details: [any DeclaredOption] = [returnURL, refreshURL]
    static let notes = """
        The link works once and for a few minutes: give it to the seller and nobody else. tender account show ACCT tells
        when the account is active.
        """

    static func request(_ arguments: Arguments) async throws -> AccountLink {
        try await GatewayAccess.client(arguments).createAccountLink(
            arguments[MarketplaceOptions.accountID],
            refreshURL: arguments[Self.refreshURL] ?? GatewayAccess.page("/setup/over", arguments),
            returnURL: arguments[Self.returnURL] ?? GatewayAccess.page("/setup/left", arguments),
            key: GatewayAccess.makeKey("onboard"))
    }
}

/// The command that creates the address at which a seller sees their money.
enum AccountLoginCommand: RequestCommand {
    typealias Object = AccountLink

    static let name = "account login"
    static let summary = "create the link with which the seller of an express account sees their money"
    static let operands: [any DeclaredOperand] = [MarketplaceOptions.accountID]

    static func request(_ arguments: Arguments) async throws -> AccountLink {
        try await GatewayAccess.client(arguments).createLoginLink(
            arguments[MarketplaceOptions.accountID], key: GatewayAccess.makeKey("login"))
    }
}

enum AccountBalanceCommand: Command {
    static let name = "account balance"
    static let summary = "show what a connected account holds, or the platform itself"
    private static let account = Operand(optional: "ACCT", "connected account", as: .account)
    static let operands: [any DeclaredOperand] = [account]
    static let options: [any DeclaredOption] = GatewayAccess.commandOptions
    static let notes = "Without ACCT it is the platform's own balance, to which the API key belongs."

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let platform = try GatewayAccess.client(arguments)
        let id = try arguments[account]
        let client = try id.map { try platform.acting(for: $0) } ?? platform
        let balance = try await client.retrieveBalance()
        return output.show(balance, [id ?? "the platform"] + balance.lines)
    }
}

extension ObjectCommand where Object == AccountLink {
    static func lines(_ link: AccountLink) -> [String?] { [link.url] }
}
