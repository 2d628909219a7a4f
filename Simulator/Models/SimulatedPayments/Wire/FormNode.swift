import TenderBytes

/// Parameters as they came: form-encoded pairs whose names spell out hashes and lists.
///
/// Whatever arrives, the work is bounded: at most `maximumPairs` pairs, with names at most `maximumDepth` levels deep.
enum FormNode {
    case text(String)
    /// Members in the order of their first appearance; those of a list have their position as a name, or none.
    case members([(name: String, value: FormNode)])
    /// A file, which only a multipart form can contain.
    indirect case file(UploadedFile)

    static let maximumPairs = 1000
    static let maximumDepth = 8

    /// No parameters.
    static var none: FormNode { .members([]) }

    /// Parses the parameters of the query and of the body; of a repeated name the last value wins.
    static func reading(query: String, body: [UInt8]) throws(APIFailure) -> FormNode {
        guard !query.isEmpty || !body.isEmpty else { return .none }
        var root = FormNode.none
        var count = 0
        try root.add(Array(query.utf8)[...], &count)
        try root.add(body[...], &count)
        return root
    }

    /// Creates parameters that were never text.
    static func reading(_ parameters: some Sequence<(path: [String], value: String)>) throws(APIFailure) -> FormNode {
        var root = FormNode.none
        for parameter in parameters { try root.add(parameter.path[...], .text(parameter.value), of: parameter.path) }
        return root
    }

    /// Parses the parameters of the query and of a multipart body.
    static func reading(query: String, _ form: MultipartForm) throws(APIFailure) -> FormNode {
        var root = try reading(query: query, body: [])
        for part in form.parts {
            let path = path(of: part.name)
            guard path.count <= maximumDepth else { throw tooDeep }
            let value: FormNode
            if let filename = part.filename {
                value = .file(UploadedFile(filename, part.content))
            } else {
                value = .text(try text(of: part.content))
            }
            try root.add(path[...], value, of: path)
        }
        return root
    }

    private static var tooDeep: APIFailure {
        .invalid("Parameters may be nested at most \(maximumDepth) levels deep.")
    }

    /// Returns the parameters without the id of the path, which some programs repeat as a parameter.
    func without(idOf route: Route) -> FormNode {
        guard let id = route.ids.first, route.operation.parameters["id"] == nil, case .members(var members) = self,
            members.contains(where: { $0.name == "id" })
        else { return self }
        members.removeAll { name, value in
            guard name == "id", case .text(let text) = value else { return false }
            return text == id
        }
        return .members(members)
    }

    /// Returns the name in bracket notation.
    static func bracketed(_ path: [String]) -> String {
        path.dropFirst().reduce(path.first ?? "") { $0 + "[" + $1 + "]" }
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>, _ count: inout Int) throws(APIFailure) {
        var rest = bytes
        while !rest.isEmpty {
            let pair = rest.prefix { $0 != UInt8(ascii: "&") }
            rest = rest[pair.endIndex...].dropFirst()
            guard !pair.isEmpty else { continue }
            count += 1
            guard count <= Self.maximumPairs else {
                throw .invalid("A request may carry at most \(Self.maximumPairs) parameters.")
            }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let path = Self.path(of: try Self.decode(pair[..<equals]))
            guard path.count <= Self.maximumDepth else { throw Self.tooDeep }
            try add(path[...], .text(try Self.decode(pair[equals...].dropFirst())), of: path)
        }
    }

    private mutating func add(_ rest: ArraySlice<String>, _ value: FormNode, of path: [String]) throws(APIFailure) {
        guard let name = rest.first else {
            if case .members(let members) = self, !members.isEmpty { throw Self.mixture(path) }
            self = value
            return
        }
        guard case .members(var members) = self else { throw Self.mixture(Array(path.dropLast(rest.count))) }
        let deeper = rest.dropFirst()
        let found = name.isEmpty ? Self.openElement(of: members, for: deeper) : members.lastIndex { $0.name == name }
        // The old array must not be retained while it is changed in place.
        self = .text("")
        let index = found ?? members.count
        if found == nil { members.append((name, .none)) }
        try members[index].value.add(deeper, value, of: path)
        self = .members(members)
    }

    /// Returns the element of a list that `[]` still refers to: the last one, until one of its members is repeated.
    private static func openElement(
        of members: [(name: String, value: FormNode)], for rest: ArraySlice<String>
    ) -> Int? {
        guard !rest.isEmpty, case .members? = members.last?.value, members.last?.value.holds(rest) == false
        else { return nil }
        return members.count - 1
    }

    /// Returns whether a value exists; a list inside accepts more.
    private func holds(_ path: ArraySlice<String>) -> Bool {
        guard let name = path.first else { return true }
        guard !name.isEmpty, case .members(let parts) = self, let part = parts.last(where: { $0.name == name }) else {
            return false
        }
        return part.value.holds(path.dropFirst())
    }

    private static func mixture(_ path: [String]) -> APIFailure {
        .invalid("Invalid object", param: bracketed(path))
    }

    /// Returns the levels of a name such as `a[b][c]`; a name with unbalanced brackets is one level.
    private static func path(of name: String) -> [String] {
        guard name.utf8.last == closing else { return [name] }
        let bytes = Array(name.utf8)
        guard let first = bytes.firstIndex(of: opening), first > 0 else { return [name] }
        var path = [String(decoding: bytes[..<first], as: UTF8.self)]
        var rest = bytes[first...]
        while rest.popFirst() == opening, let end = rest.firstIndex(where: { $0 == closing || $0 == opening }),
            rest[end] == closing
        {
            path.append(String(decoding: rest[..<end], as: UTF8.self))
            rest = rest[(end + 1)...]
            if rest.isEmpty { return path }
        }
        return [name]
    }

    private static let opening = UInt8(ascii: "[")
    private static let closing = UInt8(ascii: "]")

    private static func decode(_ bytes: ArraySlice<UInt8>) throws(APIFailure) -> String {
        let isPlain = bytes.allSatisfy { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+") && $0 < 0x80 && $0 != 0 }
        if isPlain { return String(decoding: bytes, as: UTF8.self) }
        guard let decoded = PercentEncoding.decodedForm(bytes) else {
            throw .invalid("The form has an incomplete percent sequence.")
        }
        return try text(of: decoded[...])
    }

    private static func text(of bytes: ArraySlice<UInt8>) throws(APIFailure) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .invalid("The form is not valid UTF-8.")
        }
        guard !bytes.contains(0) else { throw .invalid("The form has a null character.") }
        return text
    }
}

extension FormNode: Sendable {}
