import Tender

/// The command that lists the locations of smart readers.
enum TerminalLocationsCommand: Command {
    static let name = "terminal locations"
    static let summary = "list the locations of smart readers"
    static let operands = "--gateway URL"
    static let options = GatewayAccess.commandOptions

    private struct Report: Encodable {
        var outcome = "done"
        var locations: [TerminalLocation]
    }

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        try options.expectNoOperands()
        let client = try GatewayAccess.client(options)
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
enum TerminalLocationCreateCommand: Command {
    static let name = "terminal location create"
    static let summary = "make a location for smart readers"
    static let operands = "--display-name NAME --country CC [OPTIONS] --gateway URL"
    static let options =
        [
            Option("display-name", "NAME", "its name for people (required)"),
            Option("country", "CC", "the country, two letters (required)"),
            Option("line1", "TEXT", "street and number"),
            Option("line2", "TEXT", "floor, suite, building"),
            Option("city", "TEXT", "the town"),
            Option("state", "TEXT", "the state or province"),
            Option("postal-code", "CODE", "the postal code"),
        ] + GatewayAccess.commandOptions
    static let notes = "Which parts of the address are needed depends on the country; the gateway says what is missing."

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        try options.expectNoOperands()
        guard let name = options.value("display-name"), let country = options.value("country") else {
            throw CommandLineError("--display-name and --country are needed")
        }
        let address = Address(
            line1: options.value("line1"), line2: options.value("line2"), city: options.value("city"),
            state: options.value("state"), postalCode: options.value("postal-code"), country: country)
        let location = try await GatewayAccess.client(options).createLocation(
            displayName: name, address: address, key: GatewayAccess.makeKey("location"))
        output.line(TerminalAccess.line(location))
        output.object(ObjectReport(object: location))
        return .done
    }
}

/// The command that deletes a location of smart readers.
enum TerminalLocationDeleteCommand: Command {
    static let name = "terminal location delete"
    static let summary = "remove a location of smart readers"
    static let operands = "ID --gateway URL"
    static let options = GatewayAccess.commandOptions

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let id = try options.operand("id of a location")
        try await GatewayAccess.client(options).deleteLocation(id)
        output.line("\(id) is gone.")
        output.object(RemovalReport(id: id))
        return .done
    }
}
