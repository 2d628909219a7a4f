import Tender

enum AccountCreateCommand: Command {
    static let name = "account create"
    static let summary = "make a connected account for a seller"
    static let operands = "[--type T] [--country CC] [--email E] [--name N] [--test-data] --gateway URL"
    static let options =
        [
            Option("type", "T", "express (default), standard or custom; with --test-data custom"),
            Option("country", "CC", "the country, two letters (default US)"),
            Option("email", "E", "the address for mail"),
            Option("name", "N", "the name that customers see"),
            Option(
                "capabilities", "A,B", "what it is to be able to do (default card_payments,transfers)"),
            Option("test-data", nil, "tell the public test data for it, so that it is active at once"),
        ] + GatewayAccess.commandOptions
    static let notes = """
        Examples: tender account create --name "Ann's prints" --test-data --gateway http://127.0.0.1:12111
                  tender account create --type express --email ann@example.com --gateway URL
        Holders of express and standard accounts accept the terms themselves, on the page of tender account onboard; for
        custom ones the platform does, so that only those can be filled in with --test-data.
        """

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        try options.expectNoOperands()
        let isFilled = options.isGiven("test-data")
        let type = options.value("type") ?? (isFilled ? "custom" : "express")
        guard ["express", "standard", "custom"].contains(type) else {
            throw CommandLineError("--type takes express, standard or custom, not '\(type)'")
        }
        guard !isFilled || type == "custom" else {
            throw CommandLineError(
                "--test-data is for custom accounts: the holder of \(type) ones accepts the terms on the page of "
                    + "tender account onboard")
        }
        let wanted = (options.value("capabilities") ?? "card_payments,transfers").split(separator: ",").map(String.init)
        let client = try GatewayAccess.client(options)
        var account = try await client.createAccount(
            ConnectedAccountParameters(
                type: type, country: options.value("country") ?? "US", email: options.value("email"),
                businessProfile: options.value("name").map { BusinessProfile(name: $0) },
                capabilities: Dictionary(wanted.map { ($0, true) }) { $1 }),
            key: GatewayAccess.makeKey("account"))
        if isFilled {
            output.remark("\(account.id.withoutControls) is made: telling its test data")
            account = try await client.updateAccount(
                account.id,
                AccountTestData.parameters(
                    for: account, email: options.value("email"), name: options.value("name")),
                key: GatewayAccess.makeKey("test-data"))
        }
        return MarketplaceOptions.show(account, account.lines, output)
    }
}

enum AccountListCommand: Command {
    static let name = "account list"
    static let summary = "list connected accounts, newest first"
    static let operands = "[--limit N] [--after ID] --gateway URL"
    static let options = MarketplaceOptions.paging + GatewayAccess.commandOptions

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        try options.expectNoOperands()
        let page = try await GatewayAccess.client(options).listAccounts(MarketplaceOptions.query(options))
        return MarketplaceOptions.show(
            page, "No connected account: see tender account create --help", output, \.line)
    }
}

enum AccountShowCommand: Command {
    static let name = "account show"
    static let summary = "show a connected account: what it can do, and what it must still tell"
    static let operands = "ACCT --gateway URL"
    static let options = GatewayAccess.commandOptions

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let id = try options.operand("connected account")
        let account = try await GatewayAccess.client(options).retrieveAccount(id)
        return MarketplaceOptions.show(account, account.lines, output)
    }
}

enum AccountUpdateCommand: Command {
    static let name = "account update"
    static let summary = "change a connected account"
    static let operands = "ACCT [--email E] [--name N] [--payouts INTERVAL] --gateway URL"
    static let options =
        [
            Option("email", "E", "the address for mail"), Option("name", "N", "the name that customers see"),
            Option("payouts", "INTERVAL", "when it is paid out: manual, daily, weekly or monthly"),
        ] + GatewayAccess.commandOptions
    static let notes = "Example: tender account update acct_… --payouts manual --gateway URL"

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let id = try options.operand("connected account")
        let change = ConnectedAccountParameters(
            email: options.value("email"), businessProfile: options.value("name").map { BusinessProfile(name: $0) },
            payoutInterval: options.value("payouts"))
        guard change != ConnectedAccountParameters() else {
            throw CommandLineError("give what is to be changed: --email, --name or --payouts")
        }
        let account = try await GatewayAccess.client(options).updateAccount(
            id, change, key: GatewayAccess.makeKey("update"))
        return MarketplaceOptions.show(account, account.lines, output)
    }
}

enum AccountDeleteCommand: Command {
    static let name = "account delete"
    static let summary = "delete a connected account that holds no money"
    static let operands = "ACCT --gateway URL"
    static let options = GatewayAccess.commandOptions

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let id = try options.operand("connected account")
        try await GatewayAccess.client(options).deleteAccount(id)
        output.line("\(id) is deleted.")
        output.object(RemovalReport(id: id))
        return .done
    }
}
