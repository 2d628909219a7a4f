import CommandLineOptions
import Tender

/// The command that lists what smart readers are set to.
enum TerminalConfigurationsCommand: ListCommand {
    static let name = "terminal configurations"
    static let summary = "list the configurations of smart readers, newest first"
    static let options: [any DeclaredOption] = PagingOptions.undated + GatewayAccess.commandOptions

    static func page(_ query: ListQuery, _ arguments: Arguments) async throws -> ListPage<TerminalConfiguration> {
        try await GatewayAccess.client(arguments).listTerminalConfigurations(query)
    }

    static func nothing(_ arguments: Arguments) -> String {
        "There is no configuration: see tender terminal configuration create --help"
    }

    static func line(_ configuration: TerminalConfiguration) -> String { configuration.line }
}

/// The command that shows what the readers of a location are set to.
enum TerminalConfigurationShowCommand: RequestCommand {
    static let name = "terminal configuration show"
    static let summary = "show what the readers of a location are set to, with what they inherit"
    private static let location = Operand(optional: "LOCATION", "location", as: .text)
    static let operands: [any DeclaredOperand] = [location]
    static let notes = """
        What the location's own configuration does not set comes from the account's default; without LOCATION, a tml_…, it
        is that default alone.
        """

    static func request(_ arguments: Arguments) async throws -> TerminalConfiguration? {
        try await GatewayAccess.client(arguments).terminalConfiguration(at: arguments[location])
    }

    static func lines(_ configuration: TerminalConfiguration?) -> [String?] {
        configuration?.lines ?? ["Nothing is configured: see tender terminal configuration create --help"]
    }
}

/// The command that creates a configuration, for a location if it is named.
enum TerminalConfigurationCreateCommand: RequestCommand {
    typealias Object = TerminalConfiguration

    static let name = "terminal configuration create"
    static let summary = "create a configuration of smart readers: the tips that they offer"
    static let details: [any DeclaredOption] = ConfigurationOptions.all + [GatewayAccess.idempotencyKey]
    static let notes = """
        Example: tender terminal configuration create --location tml_… --currency eur --percentages 10,15,20 --gateway URL
        \(ConfigurationOptions.notes)
        """

    static func request(_ arguments: Arguments) async throws -> TerminalConfiguration {
        let parameters = try ConfigurationOptions.newParameters(arguments)
        let client = try GatewayAccess.client(arguments)
        let location = try await ConfigurationOptions.location(arguments, client)
        let configuration = try await client.createTerminalConfiguration(
            parameters, key: GatewayAccess.key(arguments, "configuration"))
        try await ConfigurationOptions.assign(configuration, to: location, client)
        return configuration
    }
}

/// The command that changes a configuration, or gives it to a location.
enum TerminalConfigurationUpdateCommand: RequestCommand {
    typealias Object = TerminalConfiguration

    static let name = "terminal configuration update"
    static let summary = "change a configuration of smart readers, or have a location use it"
    static let operands: [any DeclaredOperand] = [ConfigurationOptions.id]
    static let details: [any DeclaredOption] = ConfigurationOptions.all + [ConfigurationOptions.noTips]
    static let notes = """
        Example: tender terminal configuration update tmc_… --currency usd --fixed-amounts 1.00,2.00 --gateway URL
        Anything not given stays as it is, including other tips in the same currency. To remove one kind of them, give
        --no-tips --currency CODE, then set the other kind again.
        \(ConfigurationOptions.notes)
        """

    static func request(_ arguments: Arguments) async throws -> TerminalConfiguration {
        let parameters = try ConfigurationOptions.parameters(arguments)
        let id = try arguments[ConfigurationOptions.id]
        let client = try GatewayAccess.client(arguments)
        let location = try await ConfigurationOptions.location(arguments, client)
        guard parameters != TerminalConfigurationParameters() || location != nil else {
            throw CommandLineError(
                "give what is to be changed: --name, --fixed-amounts, --percentages, --smart-tip-threshold, --no-tips "
                    + "or --location")
        }
        try await ConfigurationOptions.checkThreshold(parameters, of: id, client)
        let configuration =
            parameters == TerminalConfigurationParameters()
            ? try await client.retrieveTerminalConfiguration(id)
            : try await client.updateTerminalConfiguration(id, parameters, key: GatewayAccess.makeKey("update"))
        try await ConfigurationOptions.assign(configuration, to: location, client)
        return configuration
    }
}

/// The command that deletes a configuration.
enum TerminalConfigurationDeleteCommand: DeleteCommand {
    static let name = "terminal configuration delete"
    static let summary = "delete a configuration; its locations fall back to the account's default"
    static let object = ConfigurationOptions.id
    static let word = "gone"

    static func delete(_ id: String, _ client: PaymentsClient) async throws -> String {
        try await client.deleteTerminalConfiguration(id)
        return id
    }
}
