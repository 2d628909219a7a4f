import CommandLineOptions
import Tender

/// The command that adds a person to a connected account.
enum PersonAddCommand: RequestCommand {
    typealias Object = AccountPerson

    static let name = "account person add"
    static let summary = "add a person to a connected account: its representative, an owner, a director"
    static let operands: [any DeclaredOperand] = [MarketplaceOptions.accountID]
    static let details: [any DeclaredOption] = PersonOptions.all + [GatewayAccess.idempotencyKey]
    static let notes = """
        Example: tender account person add acct_… --first-name Ann --last-name Lee --birth 1980-05-17 \\
                     --relationship representative,owner --percent-ownership 60 --gateway URL
        \(PersonOptions.notes)
        """

    static func request(_ arguments: Arguments) async throws -> AccountPerson {
        var parameters = PersonOptions.parameters(arguments)
        parameters.relationship = try PersonOptions.relationship(arguments, from: nil)
        guard parameters != AccountPersonParameters() else {
            throw CommandLineError("say who it is, such as with --first-name and --last-name")
        }
        return try await GatewayAccess.client(arguments).createPerson(
            of: arguments[MarketplaceOptions.accountID], parameters, key: GatewayAccess.key(arguments, "person"))
    }
}

/// The command that lists the people of a connected account.
enum PersonListCommand: ListCommand {
    static let name = "account person list"
    static let summary = "list the people of a connected account, newest first"
    static let operands: [any DeclaredOperand] = [MarketplaceOptions.accountID]
    static let options: [any DeclaredOption] = PagingOptions.undated + GatewayAccess.commandOptions

    static func page(_ query: ListQuery, _ arguments: Arguments) async throws -> ListPage<AccountPerson> {
        try await GatewayAccess.client(arguments).listPersons(of: arguments[MarketplaceOptions.accountID], query)
    }

    static func nothing(_ arguments: Arguments) -> String { "No people: see tender account person add --help" }

    static func line(_ person: AccountPerson) -> String { person.line }
}

/// The command that shows a person of a connected account.
enum PersonShowCommand: RequestCommand {
    typealias Object = AccountPerson

    static let name = "account person show"
    static let summary = "show a person of a connected account"
    static let operands: [any DeclaredOperand] = [MarketplaceOptions.accountID, PersonOptions.id]

    static func request(_ arguments: Arguments) async throws -> AccountPerson {
        try await GatewayAccess.client(arguments).retrievePerson(
            arguments[PersonOptions.id], of: arguments[MarketplaceOptions.accountID])
    }
}

/// The command that changes a person of a connected account.
enum PersonUpdateCommand: RequestCommand {
    typealias Object = AccountPerson

    static let name = "account person update"
    static let summary = "change a person of a connected account"
    static let operands: [any DeclaredOperand] = [MarketplaceOptions.accountID, PersonOptions.id]
    static let details: [any DeclaredOption] = PersonOptions.all
    static let notes = """
        Example: tender account person update acct_… person_… --relationship director --gateway URL
        What is not named stays as it is; --relationship names all that the person is from now on.
        \(PersonOptions.notes)
        """

    static func request(_ arguments: Arguments) async throws -> AccountPerson {
        var parameters = PersonOptions.parameters(arguments)
        let isRelated = PersonOptions.relations.contains { arguments.isGiven($0) }
        guard parameters != AccountPersonParameters() || isRelated else {
            throw CommandLineError("give what is to be changed, such as --email or --relationship")
        }
        let (account, id) = try (arguments[MarketplaceOptions.accountID], arguments[PersonOptions.id])
        let client = try GatewayAccess.client(arguments)
        if isRelated {
            // The request says all of what the person is: what was not named must be said again.
            let person = try await client.retrievePerson(id, of: account)
            parameters.relationship = try PersonOptions.relationship(arguments, from: person.relationship)
        }
        return try await client.updatePerson(id, of: account, parameters, key: GatewayAccess.makeKey("person"))
    }
}

/// The command that removes a person from a connected account.
enum PersonRemoveCommand: Command {
    static let name = "account person remove"
    static let summary = "remove a person from a connected account"
    static let operands: [any DeclaredOperand] = [MarketplaceOptions.accountID, PersonOptions.id]
    static let options: [any DeclaredOption] = GatewayAccess.commandOptions

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let id = try arguments[PersonOptions.id]
        try await GatewayAccess.client(arguments).deletePerson(id, of: arguments[MarketplaceOptions.accountID])
        output.line("\(id) is removed.")
        output.object(RemovalReport(id: id))
        return .done
    }
}

extension ObjectCommand where Object == AccountPerson {
    static func lines(_ person: AccountPerson) -> [String?] { person.lines }
}
