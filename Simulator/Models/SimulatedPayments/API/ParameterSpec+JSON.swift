/// Type checks of a JSON body, which a form does not need: there everything is text.
extension ParameterSpec {
    /// Refuses the first value whose type differs from its specification; ignores unknown names.
    static func checkTypes(of body: JSONValue, _ members: Members, _ path: [String] = []) throws(APIFailure) {
        for (name, value) in (body.members ?? [:]).sorted(by: { $0.key < $1.key }) {
            try members[name]?.checkType(of: value, path + [name])
        }
    }

    private func checkType(of value: JSONValue, _ path: [String]) throws(APIFailure) {
        switch (shape, value) {
        case (_, .null), (.any, _), (.boolean, .bool), (.integer, .integer), (.amount, .integer), (.times, .integer):
            return
        case (.text, .string), (.email, .string), (.currency, .string), (.url, .string), (.descriptor, .string),
            (.decimal, .string), (.choice, .string):
            return
        case (.hash(let members), .object): try Self.checkTypes(of: value, members, path)
        case (.texts, .object(let texts)):
            for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
                try Self.text.checkType(of: text, path + [name])
            }
        case (.list(let specs), .array(let elements)):
            for (place, element) in elements.enumerated() {
                for spec in specs { try spec.checkType(of: element, path + [String(place)]) }
            }
        default: throw .invalid("Invalid \(typeName)", param: FormNode.bracketed(path))
        }
    }

    private var typeName: String {
        switch shape {
        case .boolean: "boolean"
        case .integer, .amount, .times: "integer"
        case .hash, .texts: "object"
        case .list: "array"
        case .file: "file"
        case .text, .email, .currency, .url, .descriptor, .decimal, .choice, .any: "string"
        }
    }
}
