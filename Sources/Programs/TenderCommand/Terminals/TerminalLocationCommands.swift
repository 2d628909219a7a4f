import CommandLineOptions
import Tender

/// The command that lists the locations of smart readers.
enum TerminalLocationsCommand: Command {
    static let name = "terminal locations"
    static let summary = "list the locations of smart readers"
    static let options: [any DeclaredOption] = GatewayAccess.commandOptions

    private struct Report: Encodable {
        var outcome = "done"
        var locations: [TerminalLocation]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let client = try GatewayAccess.client(arguments)
        let locations = try await ListPage.all { query throws(GatewayError) in
            try await client.listLocations(query)
        }
        for location in locations { output.line(TerminalAccess.line(location)) }
        if locations.isEmpty { output.line("There is no location: see tender terminal location create --help") }
        output.object(Report(locations: locations))
        return .done
    }
}

/// The command that creates a location for smart readers.
enum TerminalLocationCreateCommand: RequestCommand {
    static let name = "terminal location create"
    static let summary = "create a location for smart readers"
    private static let displayName = RequiredOption(
        "name", "NAME", "its name for people", as: .text, example: "Shop", formerly: ["display-name"])
    static let details: [any DeclaredOption] = [displayName] + AddressOptions.options
    static let notes = "Which parts of the address are needed depends on the country; the gateway says what is missing."

    static func request(_ arguments: Arguments) async throws -> TerminalLocation {
        try await GatewayAccess.client(arguments).createLocation(
            displayName: arguments[displayName], address: AddressOptions.address(arguments),
            key: GatewayAccess.makeKey("location"))
    }

    static func lines(_ location: TerminalLocation) -> [String?] { [TerminalAccess.line(location)] }
}

/// The command that deletes a location of smart readers.
enum TerminalLocationDeleteCommand: DeleteCommand {
    static let name = "terminal location delete"
    static let summary = "remove a location of smart readers"
    static let object = Operand("ID", "id of a location", as: .text)
    static let word = "gone"

    static func delete(_ id: String, _ client: PaymentsClient) async throws -> String {
        try await client.deleteLocation(id)
        return id
    }
}
