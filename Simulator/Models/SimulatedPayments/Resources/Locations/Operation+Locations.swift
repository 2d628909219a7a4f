extension Operation {
    static let locations: [Operation] = [
        Operation(
            "terminal.locations.create", .post, "/v1/terminal/locations", .one("terminal.location"), .locationCreation
        ) { (it, call) throws(APIFailure) in try it.createLocation(call) },
        Operation(
            "terminal.locations.list", .get, "/v1/terminal/locations", .list("terminal.location"), .terminalList
        ) { (it, call) throws(APIFailure) in try it.listDocuments("terminal.location", call) },
        Operation("terminal.locations.retrieve", .get, "/v1/terminal/locations/:id", .one("terminal.location")) {
            (it, call) throws(APIFailure) in
            .json(try it.findTerminalObject("location", call, isGoneToo: true).json)
        },
        Operation(
            "terminal.locations.update", .post, "/v1/terminal/locations/:id", .one("terminal.location"), .location
        ) { (it, call) throws(APIFailure) in try it.updateLocation(call) },
        Operation("terminal.locations.delete", .delete, "/v1/terminal/locations/:id", .one("terminal.location")) {
            (it, call) throws(APIFailure) in
            .json(it.delete(try it.findTerminalObject("location", call)).json)
        },
    ]
}

extension ParameterSpec.Members {
    fileprivate static let localAddress = address.with(["town": .text.clearable])

    fileprivate static let location: Self = [
        "display_name": .text(maximum: 1000), "address": .hash(address), "metadata": .metadata,
        "phone": .text.clearable, "configuration_overrides": .text.clearable, "display_name_kana": .text.clearable,
        "display_name_kanji": .text.clearable, "address_kana": .hash(localAddress),
        "address_kanji": .hash(localAddress),
    ]

    fileprivate static let locationCreation = location.with([
        "display_name": .text(maximum: 1000).required, "address": .hash(address).required,
    ])
}
