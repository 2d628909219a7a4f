import TenderModel

/// The reading of parameters by their specifications.
///
/// Unknown names are refused first, all of them in one message; then values, then missing ones.
extension ParameterSpec {
    static func read(_ root: FormNode, for operation: Operation) throws(APIFailure) -> [String: JSONValue] {
        var unknown: [String] = []
        // The names around a value: one list that grows and shrinks, since it is needed only for messages.
        var path: [String] = []
        collectUnknown(in: root, .hash(operation.parameters), &path, &unknown)
        if let first = unknown.first {
            let noun = unknown.count == 1 ? "parameter" : "parameters"
            let names = unknown.joined(separator: ", ")
            throw .invalid("Received unknown \(noun): \(names)", code: "parameter_unknown", param: first)
        }
        return try readMembers(root, operation.parameters, operation.required, &path)
    }

    private static func collectUnknown(
        in node: FormNode, _ shape: Shape, _ path: inout [String], _ unknown: inout [String]
    ) {
        guard case .members(let parts) = node else { return }
        for (index, (name, value)) in parts.enumerated() {
            path.append(name.isEmpty && !path.isEmpty ? String(index) : name)
            defer { path.removeLast() }
            switch shape {
            case .hash(let members):
                guard let spec = members[name] else {
                    unknown.append(FormNode.bracketed(path))
                    continue
                }
                collectUnknown(in: value, spec.shape, &path, &unknown)
            case .list(let elements):
                for element in elements { collectUnknown(in: value, element.shape, &path, &unknown) }
            default: return
            }
        }
    }

    private static func readMembers(
        _ node: FormNode, _ members: Members, _ required: [String], _ path: inout [String]
    ) throws(APIFailure) -> [String: JSONValue] {
        guard case .members(let parts) = node else {
            throw .invalid("Invalid object", param: FormNode.bracketed(path))
        }
        var fields: [String: JSONValue] = [:]
        fields.reserveCapacity(parts.count)
        for (name, value) in parts {
            guard let spec = members[name] else { continue }
            path.append(name)
            fields[name] = try spec.read(value, &path)
            path.removeLast()
        }
        if let missing = required.first(where: { fields[$0] == nil }) {
            throw .missing(FormNode.bracketed(path + [missing]))
        }
        return fields
    }

    private func read(_ node: FormNode, _ path: inout [String]) throws(APIFailure) -> JSONValue {
        switch (node, shape) {
        case (.text(""), .times), (.text(""), .integer), (.text(""), .choice), (.text(""), .boolean),
            (.text(""), .currency), (.text(""), .decimal), (.text(""), .amount), (.text(""), .url):
            if isClearable { return .null }
            throw Self.empty(FormNode.bracketed(path))
        case (.text(""), .any), (.text(""), .text), (.text(""), .email), (.text(""), .hash), (.text(""), .texts),
            (.text(""), .list), (.text(""), .descriptor), (.text(""), .file):
            if isClearable { return .null }
            throw Self.empty(FormNode.bracketed(path))
        case (.text(let text), _): return try read(text, path)
        case (.members, .hash(let members)):
            let required = members.filter(\.value.isRequired).keys.sorted()
            return .object(try Self.readMembers(node, members, required, &path))
        case (.members(let parts), .texts): return .object(try Self.texts(parts, path))
        case (.members(let parts), .list(let elements)):
            return .array(try Self.elements(parts, &path, elements).map(\.value))
        case (.members(let parts), .times): return .object(try Self.bounds(parts, path))
        case (.members, .any): return Self.value(of: node)
        case (.file(let file), .file): return file.json
        case (.file, _): throw .invalid("Invalid string", param: FormNode.bracketed(path))
        case (.members, _): throw noHash(FormNode.bracketed(path))
        }
    }

    /// Returns the failure for a hash or a list in place of a value.
    private func noHash(_ param: String) -> APIFailure {
        switch shape {
        case .integer, .amount: .invalid("Invalid integer", code: "parameter_invalid_integer", param: param)
        case .boolean: .invalid("Invalid boolean", param: param)
        case .decimal: .invalid("Invalid decimal", param: param)
        case .choice(let names):
            .invalid("Invalid \(param): must be one of \(Self.listed(names))", param: param)
        default: .invalid("Invalid string", param: param)
        }
    }

    private func read(_ text: String, _ path: [String]) throws(APIFailure) -> JSONValue {
        func param() -> String { FormNode.bracketed(path) }
        switch shape {
        case .text(let maximum):
            guard text.utf8.count <= maximum || text.unicodeScalars.count <= maximum else {
                throw .invalid("Invalid string: must be at most \(maximum) characters", param: param())
            }
            guard !isRequired || !text.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) else {
                throw .invalid(
                    "You passed a blank string for '\(param())'.", code: "parameter_invalid_string_blank",
                    param: param()
                )
            }
            return .string(text)
        case .email(let maximum): return .string(try Self.email(text, maximum, path))
        case .currency: return .string(try Self.currency(text, path))
        case .integer(let minimum, let maximum): return .integer(try Self.integer(text, minimum, maximum, path))
        case .amount: return .integer(try Self.amount(text, path))
        case .url: return .string(try Self.url(text, path))
        case .descriptor(let minimum): return .string(try Self.descriptor(text, minimum, path))
        case .times: return .integer(try Self.integer(text, nil, nil, path))
        case .boolean:
            guard let value = Self.truth(of: text) else {
                throw .invalid("Invalid boolean: \(text)", param: param())
            }
            return .bool(value)
        case .decimal:
            guard Self.isDecimal(text) else { throw .invalid("Invalid decimal: \(text)", param: param()) }
            return .string(text)
        case .choice(let names):
            // A choice between yes, no and something else.
            let text = names.contains("true") ? Self.truth(of: text).map { $0 ? "true" : "false" } ?? text : text
            guard names.contains(text) else {
                throw .invalid("Invalid \(param()): must be one of \(Self.listed(names))", param: param())
            }
            return .string(text)
        case .any: return .string(text)
        case .hash, .texts: throw .invalid("Invalid object", param: param())
        case .list: throw .invalid("Invalid array", param: param())
        case .file: throw .invalid("Invalid file", param: param())
        }
    }

    /// Returns the meaning of a yes-or-no text, including the capitalized ones of older clients; `nil` for any other.
    static func truth(of text: String) -> Bool? {
        switch text {
        case "true", "True": true
        case "false", "False": false
        default: nil
        }
    }

    private static func texts(
        _ parts: [(name: String, value: FormNode)], _ path: [String]
    ) throws(APIFailure) -> [String: JSONValue] {
        var texts: [String: JSONValue] = [:]
        for (name, value) in parts {
            guard !name.isEmpty else { throw .invalid("Invalid object", param: FormNode.bracketed(path)) }
            guard case .text(let text) = value else {
                throw .invalid("Invalid string", param: FormNode.bracketed(path + [name]))
            }
            texts[name] = .string(text)
        }
        return texts
    }

    private static func elements(
        _ parts: [(name: String, value: FormNode)], _ path: inout [String], _ specs: [ParameterSpec]
    ) throws(APIFailure) -> [(position: Int, value: JSONValue)] {
        var elements: [(position: Int, value: JSONValue)] = []
        for (index, (name, value)) in parts.enumerated() {
            guard let position = name.isEmpty ? index : Int(name), position >= 0 else {
                throw .invalid("Invalid array", param: FormNode.bracketed(path))
            }
            path.append(String(position))
            for spec in specs { elements.append((position, try spec.read(value, &path))) }
            path.removeLast()
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
            guard case .text(let text) = value else {
                throw .invalid("Invalid integer", code: "parameter_invalid_integer", param: param)
            }
            bounds[name] = .integer(try integer(text, nil, nil, path + [name]))
        }
        return bounds
    }

    private static func value(of node: FormNode) -> JSONValue {
        switch node {
        case .text(let text): .string(text)
        case .file(let file): file.json
        case .members(let parts) where parts.contains { $0.name.isEmpty }: .array(parts.map { value(of: $0.value) })
        case .members(let parts): .object(Dictionary(parts.map { ($0.name, value(of: $0.value)) }) { $1 })
        }
    }
}

extension ParameterSpec {
    private static func integer(
        _ text: String, _ minimum: Int64?, _ maximum: Int64?, _ path: [String]
    ) throws(APIFailure) -> Int64 {
        guard text.utf8.first != UInt8(ascii: "+"), let value = Int64(text) else {
            throw .invalid(
                "Invalid integer: \(text)", code: "parameter_invalid_integer", param: FormNode.bracketed(path))
        }
        let bound =
            switch (minimum, maximum) {
            case (let minimum?, _) where value < minimum: "greater than or equal to \(minimum)"
            case (_, let maximum?) where value > maximum: "less than or equal to \(maximum)"
            default: String?.none
            }
        guard let bound else { return value }
        throw .invalid(
            "This value must be \(bound).", code: "parameter_invalid_integer", param: FormNode.bracketed(path))
    }

    private static func amount(_ text: String, _ path: [String]) throws(APIFailure) -> Int64 {
        let amount = try integer(text, 1, nil, path)
        guard amount <= ChargeLimits.maximum else {
            let param = FormNode.bracketed(path)
            throw .invalid(
                "Invalid \(param): must be no more than \(ChargeLimits.maximum)", code: "amount_too_large", param: param
            )
        }
        return amount
    }

    /// Checks an address: a scheme, which may be an app's own, and its target.
    private static func url(_ text: String, _ path: [String]) throws(APIFailure) -> String {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.first.map(isLetter) == true, parts[0].utf8.allSatisfy(isOfScheme),
            let host = parts[1].utf8.first, !"/?#:".utf8.contains(host), text.utf8.count <= 5000,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) || $0 >= 0x80 })
        else { throw .invalid("Not a valid URL", code: "url_invalid", param: FormNode.bracketed(path)) }
        return text
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isOfScheme(_ byte: UInt8) -> Bool {
        isLetter(byte) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
    }

    private static func email(_ text: String, _ maximum: Int, _ path: [String]) throws(APIFailure) -> String {
        guard text.utf8.count <= maximum else {
            throw .invalid("Invalid string: must be at most \(maximum) characters", param: FormNode.bracketed(path))
        }
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy({ !$0.isEmpty }), !text.contains(" ") else {
            throw .invalid("Invalid email address: \(text)", code: "email_invalid", param: FormNode.bracketed(path))
        }
        return text
    }

    static func currency(_ text: String, _ path: [String]) throws(APIFailure) -> String {
        guard let currency = Currency(text), (try? Amount(gatewayUnits: 0, currency: currency)) != nil else {
            throw .invalid("Invalid currency: \(text)", param: FormNode.bracketed(path))
        }
        return currency.code
    }

    /// Returns names as a sentence lists them.
    private static func listed(_ names: [String]) -> String {
        guard names.count > 2, let last = names.last else { return names.joined(separator: " or ") }
        return names.dropLast().joined(separator: ", ") + ", or " + last
    }

    private static func descriptor(_ text: String, _ minimum: Int, _ path: [String]) throws(APIFailure) -> String {
        func refused(_ message: String, code: String? = nil) -> APIFailure {
            .invalid(message, code: code, param: FormNode.bracketed(path))
        }
        guard (minimum...22).contains(text.unicodeScalars.count) else {
            throw refused("Invalid string: must have \(minimum) to 22 characters")
        }
        guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && !"<>\\'\"*".utf8.contains($0) }) else {
            throw refused(
                "The statement descriptor can have Latin characters alone, and none of < > \\ ' \" *",
                code: "invalid_characters")
        }
        guard text.utf8.contains(where: isLetter) else {
            throw refused("The statement descriptor must contain at least one letter.")
        }
        return text
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
