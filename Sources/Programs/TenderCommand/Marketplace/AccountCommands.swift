import CommandLineOptions
import Tender

enum AccountCreateCommand: RequestCommand {
    typealias Object = ConnectedAccount

    static let name = "account create"
    static let summary = "create a connected account for a seller"
    private static let type = Option(
        "type", "TYPE", "what kind it is; express when left out, with --test-data custom",
        as: .choice(["express", "standard", "custom"]))
    private static let country = Option("country", "CC", "the country, two letters", as: .text, default: "US")
    private static let fullName = Option("name", "NAME", "the name that customers see", as: .text)
    private static let capabilities = Option(
        "capabilities", "A,B", "what it can do", as: .text, default: "card_payments,transfers")
    private static let testData = Option(
        flag: "test-data", "fill it in with the public test data, so that it is active at once")
    static let details: [any DeclaredOption] =
        [type, country, CustomerOptions.email, fullName, capabilities, testData]
    static let notes = """
        Examples: tender account create --name "Ann's prints" --test-data --gateway http://127.0.0.1:12111
                  tender account create --type express --email ann@example.com --gateway URL
        Holders of express and standard accounts accept the terms themselves, on the page of tender account onboard; for
        custom ones the platform does, so that only those can be filled in with --test-data.
        """

    static func request(_ arguments: Arguments) async throws -> ConnectedAccount {
        let isFilled = arguments[Self.testData]
        let type = arguments[Self.type] ?? (isFilled ? "custom" : "express")
        guard !isFilled || type == "custom" else {
            throw CommandLineError(
                "--test-data is for custom accounts: the holder of \(type) ones accepts the terms on the page of "
                    + "tender account onboard")
        }
        let wanted = arguments[capabilities].split(separator: ",").map(String.init)
        let client = try GatewayAccess.client(arguments)
        let account = try await client.createAccount(
            ConnectedAccountParameters(
                type: type, country: arguments[country], email: arguments[CustomerOptions.email],
                businessProfile: arguments[Self.fullName].map { BusinessProfile(name: $0) },
                capabilities: Dictionary(wanted.map { ($0, true) }) { $1 }),
            key: GatewayAccess.makeKey("account"))
        guard isFilled else { return account }
        Output(isJSON: false).remark("\(account.id.withoutControls) is made: telling its test data")
        return try await client.updateAccount(
            account.id,
            AccountTestData.parameters(
                for: account, email: arguments[CustomerOptions.email], name: arguments[Self.fullName]),
            key: GatewayAccess.makeKey("test-data"))
    }
}

enum AccountListCommand: ListCommand {
    static let name = "account list"
    static let summary = "list connected accounts, newest first"

    static func page(_ query: ListQuery, _ arguments: Arguments) async throws -> ListPage<ConnectedAccount> {
        try await GatewayAccess.client(arguments).listAccounts(query)
    }

    static func nothing(_ arguments: Arguments) -> String { "No connected account: see tender account create --help" }

    static func line(_ account: ConnectedAccount) -> String { account.line }
}

enum AccountShowCommand: RequestCommand {
    typealias Object = ConnectedAccount

    static let name = "account show"
    static let summary = "show a connected account: what it can do, and what is still required of it"
    static let operands: [any DeclaredOperand] = [MarketplaceOptions.accountID]

    static func request(_ arguments: Arguments) async throws -> ConnectedAccount {
        try await GatewayAccess.client(arguments).retrieveAccount(arguments[MarketplaceOptions.accountID])
    }
}

enum AccountUpdateCommand: RequestCommand {
    typealias Object = ConnectedAccount

    static let name = "account update"
    static let summary = "change a connected account"
    static let operands: [any DeclaredOperand] = [MarketplaceOptions.accountID]
    private static let fullName = Option("name", "NAME", "the name that customers see", as: .text)
    private static let payoutInterval = Option(
        "payout-interval", "INTERVAL", "when it is paid out: manual, daily, weekly or monthly", as: .text,
        formerly: ["payouts"])
    static let details: [any DeclaredOption] = [CustomerOptions.email, fullName, payoutInterval]
    static let notes = "Example: tender account update acct_… --payout-interval manual --gateway URL"

    static func request(_ arguments: Arguments) async throws -> ConnectedAccount {
        let change = ConnectedAccountParameters(
            email: arguments[CustomerOptions.email],
            businessProfile: arguments[Self.fullName].map { BusinessProfile(name: $0) },
            payoutInterval: arguments[payoutInterval])
        guard change != ConnectedAccountParameters() else {
            throw CommandLineError("give what is to be changed: --email, --name or --payout-interval")
        }
        return try await GatewayAccess.client(arguments).updateAccount(
            arguments[MarketplaceOptions.accountID], change, key: GatewayAccess.makeKey("update"))
    }
}

enum AccountDeleteCommand: DeleteCommand {
    static let name = "account delete"
    static let summary = "delete a connected account that holds no money"
    static let object = MarketplaceOptions.accountID
    static let word = "deleted"

    static func delete(_ id: String, _ client: PaymentsClient) async throws -> String {
        try await client.deleteAccount(id)
        return id
    }
}
