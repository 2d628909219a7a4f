extension ResourceContext {
    mutating func createConfiguration(_ call: Call) throws(APIFailure) -> APIObject {
        var configuration = Document(
            id: newID(.configurations), account: call.account, created: call.now, object: "terminal.configuration",
            fields: ["is_account_default": false, "livemode": false, "name": nil])
        try Self.setConfiguration(&configuration, call.parameters)
        put(configuration)
        return .json(configuration.json)
    }

    mutating func updateConfiguration(_ call: Call) throws(APIFailure) -> APIObject {
        var configuration = try findTerminalObject("configuration", call)
        try Self.setConfiguration(&configuration, call.parameters)
        put(configuration)
        return .json(configuration.json)
    }

    /// Locations with the configuration fall back to the account's default.
    mutating func deleteConfiguration(_ call: Call) throws(APIFailure) -> APIObject {
        let configuration = try findTerminalObject("configuration", call)
        for id in documents.ids(of: Document.shelf("terminal.location", of: call.account)) {
            guard var location = documents[id], location["configuration_overrides"]?.text == configuration.id else {
                continue
            }
            location["configuration_overrides"] = nil
            put(location)
        }
        return .json(delete(configuration).json)
    }

    func listConfigurations(_ call: Call) throws(APIFailure) -> APIObject {
        let isDefault = call.parameters.boolean("is_account_default")
        return try listDocuments("terminal.configuration", call) { configuration in
            isDefault.map { configuration["is_account_default"] == .bool($0) } ?? true
        }
    }

    private static func setConfiguration(
        _ configuration: inout Document, _ parameters: Parameters
    ) throws(APIFailure) {
        try checkRebootWindow(parameters)
        try configuration.apply(parameters)
        configuration.fields = configuration.fields.filter { $0.key == "name" || $0.value != .null }
        guard case .object(let tipping)? = configuration["tipping"] else { return }
        configuration["tipping"] = .object(
            tipping.compactMapValues { tips in
                guard case .object(var members) = tips else { return nil }
                addNulls(["fixed_amounts", "percentages"], to: &members)
                return .object(members)
            })
    }

    private static func checkRebootWindow(_ parameters: Parameters) throws(APIFailure) {
        guard let start = parameters.integer("reboot_window", "start_hour"),
            let end = parameters.integer("reboot_window", "end_hour")
        else { return }
        for (name, hour) in [("start_hour", start), ("end_hour", end)] where hour > 23 {
            throw .invalid(
                "Invalid integer: must be at most 23", code: "parameter_invalid_integer",
                param: "reboot_window[\(name)]")
        }
        guard start != end else {
            throw .invalid("The reboot window must not end in the hour it starts in.", param: "reboot_window[end_hour]")
        }
    }
}
