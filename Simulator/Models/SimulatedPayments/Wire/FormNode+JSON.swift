extension FormNode {
    /// Parses the parameters of a JSON body, so that they are read by the same specifications as those of a form.
    ///
    /// Null counts as empty, as what a form clears.
    ///
    /// - Parameter members: The possible parameters; a form has no types, so they are checked here.
    static func reading(json body: [UInt8], by members: ParameterSpec.Members) throws(APIFailure) -> FormNode {
        guard !body.isEmpty else { return .none }
        guard let value = try? JSONValue(parsing: body), case .object = value else {
            throw .invalid("The body of the request must be a JSON object, with whole numbers.", code: "invalid_json")
        }
        var count = 0
        let node = try node(of: value, depth: 0, &count)
        try ParameterSpec.checkTypes(of: value, members)
        return node
    }

    private static func node(of value: JSONValue, depth: Int, _ count: inout Int) throws(APIFailure) -> FormNode {
        count += 1
        guard count <= maximumPairs else {
            throw .invalid("A request may carry at most \(maximumPairs) parameters.")
        }
        guard depth <= maximumDepth else {
            throw .invalid("Parameters may be nested at most \(maximumDepth) levels deep.")
        }
        switch value {
        case .null: return .text("")
        case .bool(let value): return .text(value ? "true" : "false")
        case .integer(let number): return .text(String(number))
        case .string(let text):
            guard !text.utf8.contains(0) else { throw .invalid("The body has a null character.") }
            return .text(text)
        case .array(let elements):
            var parts: [(name: String, value: FormNode)] = []
            for (place, element) in elements.enumerated() {
                parts.append((String(place), try node(of: element, depth: depth + 1, &count)))
            }
            return .members(parts)
        case .object(let members):
            var parts: [(name: String, value: FormNode)] = []
            for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                guard !name.isEmpty else { throw .invalid("A name in the body is empty.") }
                parts.append((name, try node(of: member, depth: depth + 1, &count)))
            }
            return .members(parts)
        }
    }
}
