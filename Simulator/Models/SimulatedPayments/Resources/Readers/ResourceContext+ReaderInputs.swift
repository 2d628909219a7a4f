/// Forms that a customer fills in on a reader.
extension ResourceContext {
    private static let maximumInputs = 5
    private static let maximumChoices = 4

    /// The simulated customer's input.
    private static let typed: [String: JSONValue] = [
        "email": "someone@example.com", "numeric": "2907981236", "phone": "+15555551234", "text": "Jane Doe",
    ]

    mutating func collectInputs(_ call: Call) throws(APIFailure) -> APIObject {
        var reader = try findTerminalObject("reader", call)
        let given = call.parameters.list("inputs") ?? []
        guard (1...Self.maximumInputs).contains(given.count) else {
            throw .invalid("A reader asks for 1 to \(Self.maximumInputs) inputs at a time.", param: "inputs")
        }
        var inputs: [JSONValue] = []
        for (index, input) in given.enumerated() { inputs.append(try Self.input(input, at: "inputs[\(index)]")) }
        let metadata = try call.parameters.metadata()
        let action = ReaderAction(
            .collectInputs,
            ["inputs": .array(inputs), "metadata": .object(metadata.mapValues(JSONValue.string))])
        return try start(action, on: &reader, call).answer()
    }

    /// Returns the input with every field that the API shows, not yet filled in.
    private static func input(_ given: JSONValue, at place: String) throws(APIFailure) -> JSONValue {
        guard case .object(var members) = given, let type = members["type"]?.text,
            case .object(var text)? = members["custom_text"]
        else { return given }
        addNulls(["description", "skip_button", "submit_button"], to: &text)
        members["custom_text"] = .object(text)
        if members["required"] == nil { members["required"] = false }
        members["toggles"] = try toggles(members["toggles"], at: place)
        switch (type, members["selection"]) {
        case ("selection", let selection?): members["selection"] = try unanswered(selection, at: place)
        case ("selection", nil): throw .missing("\(place)[selection]")
        case (_, .some):
            throw .invalid("Only inputs of the type selection have choices.", param: "\(place)[selection]")
        default: members[type] = ["value": nil]
        }
        return .object(members)
    }

    private static func unanswered(_ selection: JSONValue, at place: String) throws(APIFailure) -> JSONValue {
        guard case .array(let choices)? = selection["choices"], (1...maximumChoices).contains(choices.count) else {
            throw .invalid(
                "A selection has 1 to \(maximumChoices) choices.", param: "\(place)[selection][choices]")
        }
        var ids: Set<JSONValue> = []
        if let repeated = choices.firstIndex(where: { !ids.insert($0["id"] ?? .null).inserted }) {
            throw .invalid(
                "Each choice has an id of its own.", param: "\(place)[selection][choices][\(repeated)][id]")
        }
        let shown = choices.map { choice in
            guard case .object(var members) = choice else { return choice }
            addNulls(["style"], to: &members)
            return JSONValue.object(members)
        }
        return ["choices": .array(shown), "id": nil, "text": nil]
    }

    private static func toggles(_ given: JSONValue?, at place: String) throws(APIFailure) -> JSONValue {
        guard case .array(let toggles)? = given else { return .null }
        guard toggles.count <= maximumChoices else {
            throw .invalid("An input has at most \(maximumChoices) toggles.", param: "\(place)[toggles]")
        }
        if let blank = toggles.firstIndex(where: { $0["title"] == nil && $0["description"] == nil }) {
            throw .invalid("A toggle has a title or a description.", param: "\(place)[toggles][\(blank)]")
        }
        return .array(
            toggles.map { toggle in
                guard case .object(var members) = toggle else { return toggle }
                addNulls(["default_value", "description", "title", "value"], to: &members)
                return .object(members)
            })
    }

    mutating func succeedInputs(_ call: Call) throws(APIFailure) -> APIObject {
        var (reader, action) = try awaitedInputs(call)
        let skips = call.parameters.text("skip_non_required_inputs") == "all"
        guard case .array(let inputs)? = action.content["inputs"] else { return .json(reader.json) }
        var filled: [JSONValue] = []
        for input in inputs { filled.append(fill(input, skips: skips && input["required"] != true)) }
        action.content["inputs"] = .array(filled)
        action.succeed()
        finish(action, on: &reader, call)
        return .json(reader.json)
    }

    mutating func timeOutInputs(_ call: Call) throws(APIFailure) -> APIObject {
        var (reader, action) = try awaitedInputs(call)
        action.fail("collect_inputs_timeout", "The customer did not answer in time.")
        finish(action, on: &reader, call)
        return .json(reader.json)
    }

    private func awaitedInputs(_ call: Call) throws(APIFailure) -> (Document, ReaderAction) {
        let reader = try findTerminalObject("reader", call)
        guard let action = ReaderAction(of: reader), action.kind == .collectInputs, action.status == .inProgress else {
            throw .refused("The reader has no action in progress that collects inputs.", code: nil)
        }
        return (reader, action)
    }

    private mutating func fill(_ input: JSONValue, skips: Bool) -> JSONValue {
        guard case .object(var members) = input, let type = members["type"]?.text else { return input }
        members["skipped"] = .bool(skips)
        guard !skips else { return .object(members) }
        switch type {
        case "selection":
            guard case .object(var selection)? = members["selection"], case .array(let choices)? = selection["choices"]
            else { return input }
            for name in ["id", "text"] { selection[name] = choices.first?[name] ?? .null }
            members["selection"] = .object(selection)
        case "signature": members["signature"] = ["value": .string(ids.make("file"))]
        default: members[type] = ["value": Self.typed[type] ?? .null]
        }
        if case .array(let toggles)? = members["toggles"] { members["toggles"] = .array(toggles.map(Self.leftAsItIs)) }
        return .object(members)
    }

    /// Returns the toggle as it is: the customer does not touch it.
    private static func leftAsItIs(_ toggle: JSONValue) -> JSONValue {
        guard case .object(var members) = toggle else { return toggle }
        members["value"] = members["default_value"] == "enabled" ? "enabled" : "disabled"
        return .object(members)
    }
}
