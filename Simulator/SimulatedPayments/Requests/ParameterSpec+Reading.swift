import TenderModel

/// Reads what came by what may come.
///
/// Unknown names are refused first, all of them in one message; then values, then what is missing.
extension ParameterSpec {
    static func read(_ root: FormNode, _ members: Members) throws(APIFailure) -> [String: JSONValue] {
        var unknown: [String] = []
        collectUnknown(in: root, .hash(members), [], &unknown)
        if let first = unknown.first {
            let noun = unknown.count == 1 ? "parameter" : "parameters"
            let names = unknown.joined(separator: ", ")
            throw .invalid("Received unknown \(noun): \(names)", code: "parameter_unknown", param: first)
        }
        return try readMembers(root, members, [])
    }

    private static func collectUnknown(
        in node: FormNode, _ shape: Shape, _ path: [String], _ unknown: inout [String]
    ) {
        guard case .members(let parts) = node else { return }
        for (name, value) in parts {
            let place = path + [name]
            switch shape {
            case .hash(let members):
                guard let spec = members[name] else {
                    leaves(of: value, place, &unknown)
                    continue
                }
                collectUnknown(in: value, spec.shape, place, &unknown)
            case .list(let elements):
                for element in elements { collectUnknown(in: value, element.shape, place, &unknown) }
            default: return
            }
        }
    }

    private static func leaves(of node: FormNode, _ path: [String], _ names: inout [String]) {
        switch node {
        case .text: names.append(FormNode.bracketed(path))
        case .members(let parts): for (name, value) in parts { leaves(of: value, path + [name], &names) }
        }
    }

    private static func readMembers(
        _ node: FormNode, _ members: Members, _ path: [String]
    ) throws(APIFailure) -> [String: JSONValue] {
        guard case .members(let parts) = node else {
            throw .invalid("Invalid object", param: FormNode.bracketed(path))
        }
        var fields: [String: JSONValue] = [:]
        for (name, value) in parts {
            guard let spec = members[name] else { continue }
            fields[name] = try spec.read(value, path + [name])
        }
        let missing = members.filter { $0.value.isRequired && fields[$0.key] == nil }.map(\.key).min()
        if let missing { throw .missing(FormNode.bracketed(path + [missing])) }
        return fields
    }

    private func read(_ node: FormNode, _ path: [String]) throws(APIFailure) -> JSONValue {
        switch (node, shape) {
        case (.text(""), .times), (.text(""), .integer), (.text(""), .choice), (.text(""), .boolean),
            (.text(""), .currency), (.text(""), .decimal):
            if isClearable { return .null }
            throw Self.empty(FormNode.bracketed(path))
        case (.text(""), .any), (.text(""), .text), (.text(""), .email), (.text(""), .hash), (.text(""), .texts),
            (.text(""), .list):
            if isClearable { return .null }
            throw Self.empty(FormNode.bracketed(path))
        case (.text(let text), _): return try read(text, path)
        case (.members, .hash(let members)): return .object(try Self.readMembers(node, members, path))
        case (.members(let parts), .texts): return .object(try Self.texts(parts, path))
        case (.members(let parts), .list(let elements)):
            return .array(try Self.elements(parts, path, elements).map(\.value))
        case (.members(let parts), .times): return .object(try Self.bounds(parts, path))
        case (.members, .any): return Self.value(of: node)
        case (.members, _): throw .invalid("Invalid string", param: FormNode.bracketed(path))
        }
    }

    private func read(_ text: String, _ path: [String]) throws(APIFailure) -> JSONValue {
        let param = FormNode.bracketed(path)
        switch shape {
        case .text(let maximum):
            guard text.utf8.count <= maximum || text.unicodeScalars.count <= maximum else {
                throw .invalid("Invalid string: must be at most \(maximum) characters", param: param)
            }
            return .string(text)
        case .email: return .string(try Self.email(text, param))
        case .currency: return .string(try Self.currency(text, param))
        case .integer(let minimum): return .integer(try Self.integer(text, minimum, param))
        case .times: return .integer(try Self.integer(text, nil, param))
        case .boolean:
            guard let value = ["true": true, "false": false][text] else {
                throw .invalid("Invalid boolean: \(text)", param: param)
            }
            return .bool(value)
        case .decimal:
            guard Self.isDecimal(text) else { throw .invalid("Invalid decimal: \(text)", param: param) }
            return .string(text)
        case .choice(let names):
            guard names.contains(text) else {
                let list = names.joined(separator: ", ")
                throw .invalid("Invalid \(param): must be one of \(list)", param: param)
            }
            return .string(text)
        case .any: return .string(text)
        case .hash, .texts: throw .invalid("Invalid object", param: param)
        case .list: throw .invalid("Invalid array", param: param)
        }
    }

    private static func texts(
        _ parts: [(name: String, value: FormNode)], _ path: [String]
    ) throws(APIFailure) -> [String: JSONValue] {
        var texts: [String: JSONValue] = [:]
        for (name, value) in parts {
            guard case .text(let text) = value else {
                throw .invalid("Invalid string", param: FormNode.bracketed(path + [name]))
            }
            texts[name] = .string(text)
        }
        return texts
    }

    private static func elements(
        _ parts: [(name: String, value: FormNode)], _ path: [String], _ specs: [ParameterSpec]
    ) throws(APIFailure) -> [(position: Int, value: JSONValue)] {
        var elements: [(position: Int, value: JSONValue)] = []
        for (name, value) in parts {
            guard let position = Int(name), position >= 0 else {
                throw .invalid("Invalid array", param: FormNode.bracketed(path))
            }
            for spec in specs { elements.append((position, try spec.read(value, path + [name]))) }
        }
        return elements.sorted { $0.position < $1.position }
    }

    private static func bounds(
        _ parts: [(name: String, value: FormNode)], _ path: [String]
    ) throws(APIFailure) -> [String: JSONValue] {
        var bounds: [String: JSONValue] = [:]
        for (name, value) in parts {
            let param = FormNode.bracketed(path + [name])
            guard ["gt", "gte", "lt", "lte"].contains(name) else {
                throw .invalid("Received unknown parameter: \(param)", code: "parameter_unknown", param: param)
            }
            guard case .text(let text) = value else { throw .invalid("Invalid integer", param: param) }
            bounds[name] = .integer(try integer(text, nil, param))
        }
        return bounds
    }

    private static func value(of node: FormNode) -> JSONValue {
        switch node {
        case .text(let text): .string(text)
        case .members(let parts): .object(Dictionary(parts.map { ($0.name, value(of: $0.value)) }) { $1 })
        }
    }
}

extension ParameterSpec {
    private static func integer(_ text: String, _ minimum: Int64?, _ param: String) throws(APIFailure) -> Int64 {
        guard text.utf8.first != UInt8(ascii: "+"), let value = Int64(text) else {
            throw .invalid("Invalid integer: \(text)", code: "parameter_invalid_integer", param: param)
        }
        guard let minimum, value < minimum else { return value }
        let message = minimum == 1 ? "Invalid positive integer" : "Invalid integer: must be at least \(minimum)"
        throw .invalid(message, code: "parameter_invalid_integer", param: param)
    }

    private static func email(_ text: String, _ param: String) throws(APIFailure) -> String {
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy({ !$0.isEmpty }), !text.contains(" "), text.utf8.count <= 800 else {
            throw .invalid("Invalid email address: \(text)", code: "email_invalid", param: param)
        }
        return text
    }

    private static func currency(_ text: String, _ param: String) throws(APIFailure) -> String {
        guard let currency = Currency(text), (try? Amount(gatewayUnits: 0, currency: currency)) != nil else {
            throw .invalid("Invalid currency: \(text)", param: param)
        }
        return currency.code
    }

    private static func isDecimal(_ text: String) -> Bool {
        let halves = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = halves.map { half in half.utf8.allSatisfy { (0x30...0x39).contains($0) } && !half.isEmpty }
        return text.utf8.count <= 30 && digits.allSatisfy { $0 }
    }

    static func empty(_ param: String) -> APIFailure {
        .invalid(
            "You passed an empty string for '\(param)'. We assume empty values are an attempt to unset a parameter; "
                + "however '\(param)' cannot be unset. You should remove '\(param)' from your request or supply a "
                + "non-empty value.",
            code: "parameter_invalid_empty", param: param)
    }
}
