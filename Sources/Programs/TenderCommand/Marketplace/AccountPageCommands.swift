import Tender

/// The command that creates the address of the page on which a seller provides the required data.
enum AccountOnboardCommand: Command {
    static let name = "account onboard"
    static let summary = "make the link with which a seller fills in their account"
    static let operands = "ACCT [--return-url URL] [--refresh-url URL] --gateway URL"
    static let options =
        [
            Option("return-url", "URL", "where the seller comes back to (default: a page of the gateway)"),
            Option("refresh-url", "URL", "where a link leads that cannot be used any more (default: likewise)"),
        ] + GatewayAccess.commandOptions
    static let notes = """
        The link works once and for a few minutes: give it to the seller and nobody else. tender account show ACCT tells
        when the account is active.
        """

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let id = try options.operand("connected account")
        let link = try await GatewayAccess.client(options).createAccountLink(
            id, refreshURL: options.value("refresh-url") ?? GatewayAccess.page("/setup/over", options),
            returnURL: options.value("return-url") ?? GatewayAccess.page("/setup/left", options),
            key: GatewayAccess.makeKey("onboard"))
        return MarketplaceOptions.show(link, [link.url], output)
    }
}

/// The command that creates the address at which a seller sees their money.
enum AccountLoginCommand: Command {
    static let name = "account login"
    static let summary = "make the link with which the seller of an express account sees their money"
    static let operands = "ACCT --gateway URL"
    static let options = GatewayAccess.commandOptions

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let id = try options.operand("connected account")
        let link = try await GatewayAccess.client(options).createLoginLink(id, key: GatewayAccess.makeKey("login"))
        return MarketplaceOptions.show(link, [link.url], output)
    }
}

enum AccountBalanceCommand: Command {
    static let name = "account balance"
    static let summary = "show what a connected account holds, or the platform itself"
    static let operands = "[ACCT] --gateway URL"
    static let options = GatewayAccess.commandOptions
    static let notes = "Without ACCT it is the platform's own balance, to which the API key belongs."

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let platform = try GatewayAccess.client(options)
        let id = try options.operands.isEmpty ? nil : options.operand("connected account")
        let client = try id.map { try platform.acting(for: $0) } ?? platform
        let balance = try await client.retrieveBalance()
        return MarketplaceOptions.show(balance, [id ?? "the platform"] + balance.lines, output)
    }
}
