/// Parameters of a request: pairs in form encoding whose names spell out hashes and lists.
///
/// Whatever arrives, the work is bounded: at most `maximumPairs` pairs, names at most `maximumDepth` levels deep.
struct FormParameters {
    struct Leaf {
        let path: [String]
        let value: String
        /// The name in bracket notation.
        let name: String

        init(path: [String], value: String) {
            self.path = path
            self.value = value
            name = FormParameters.bracketed(path)
        }
    }

    static let maximumPairs = 1000
    static let maximumDepth = 6

    /// The pairs in the order in which they came; of a name given twice only the last is left.
    private(set) var leaves: [Leaf] = []
    private var positions: [[String]: Int] = [:]

    init(query: String, body: [UInt8]) throws(APIFailure) {
        try add(Array(query.utf8))
        try add(body)
        try refuseMixtures()
    }

    /// Takes parameters that were never text.
    init(_ parameters: some Sequence<(path: [String], value: String)>) throws(APIFailure) {
        for parameter in parameters { try add(parameter.path, parameter.value) }
        try refuseMixtures()
    }

    static func bracketed(_ path: [String]) -> String {
        var name = path.first ?? ""
        for part in path.dropFirst() {
            name += "["
            name += part
            name += "]"
        }
        return name
    }

    private mutating func add(_ bytes: [UInt8]) throws(APIFailure) {
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decode(halves[0])
            let value = try Self.decode(halves.count > 1 ? halves[1] : [])
            try add(Self.path(of: name), value)
        }
    }

    private mutating func add(_ path: [String], _ value: String) throws(APIFailure) {
        guard path.count <= Self.maximumDepth else {
            throw .invalid("Parameters may be nested at most \(Self.maximumDepth) levels deep.")
        }
        let isListElement = path.last == ""
        if !isListElement, let position = positions[path] {
            leaves[position] = Leaf(path: path, value: value)
            return
        }
        guard leaves.count < Self.maximumPairs else {
            throw .invalid("A request may carry at most \(Self.maximumPairs) parameters.")
        }
        if !isListElement { positions[path] = leaves.count }
        leaves.append(Leaf(path: path, value: value))
    }

    /// Refuses a name that is a text and a hash at once.
    private func refuseMixtures() throws(APIFailure) {
        for leaf in leaves where leaf.path.count > 1 {
            for depth in 1..<leaf.path.count where positions[Array(leaf.path[..<depth])] != nil {
                let name = Self.bracketed(Array(leaf.path[..<depth]))
                throw .invalid("Invalid object", param: name)
            }
        }
    }

    private static func path(of name: String) -> [String] {
        guard let bracket = name.firstIndex(of: "["), bracket > name.startIndex, name.last == "]" else { return [name] }
        let inner = name[name.index(after: bracket)...].dropLast()
        let parts = inner.split(separator: "][", omittingEmptySubsequences: false)
        guard !parts.contains(where: { $0.contains("[") || $0.contains("]") }) else { return [name] }
        return [String(name[..<bracket])] + parts.map(String.init)
    }

    private static func decode(_ bytes: ArraySlice<UInt8>) throws(APIFailure) -> String {
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    throw .invalid("The form has an incomplete percent sequence.")
                }
                decoded.append(high << 4 | low)
            default: decoded.append(byte)
            }
        }
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw .invalid("The form is not valid UTF-8.")
        }
        return text
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}

extension FormParameters {
    /// The text of a parameter, `nil` when it is absent.
    func text(_ path: String...) throws(APIFailure) -> String? { try leafText(path) }

    func leafText(_ path: [String]) throws(APIFailure) -> String? {
        // Nothing is a text and a hash at once, so that the first which begins like it tells.
        guard let leaf = leaves.first(where: { $0.path.starts(with: path) }) else { return nil }
        guard leaf.path.count == path.count, path.last != "" else {
            throw .invalid("Invalid string", param: Self.bracketed(path))
        }
        return leaf.value
    }

    /// The elements of a list in either notation, `nil` when it is absent.
    func list(_ name: String) throws(APIFailure) -> [String]? {
        guard positions[[name]] == nil else { throw .invalid("Invalid array", param: name) }
        let elements = leaves.filter { $0.path.first == name }
        guard elements.allSatisfy({ $0.path.count == 2 && $0.path[1].allSatisfy(\.isNumber) }) else {
            throw .invalid("Invalid array", param: name)
        }
        return elements.isEmpty ? nil : elements.map(\.value)
    }

    /// The members of a hash of texts; empty when it is absent.
    func members(_ name: String) throws(APIFailure) -> [(key: String, value: String)] {
        let members = leaves.filter { $0.path.first == name && $0.path.count > 1 }
        guard members.allSatisfy({ $0.path.count == 2 && !$0.path[1].isEmpty }) else {
            throw .invalid("Invalid object", param: name)
        }
        return members.map { ($0.path[1], $0.value) }
    }

    /// Whether the parameter or a part of it is there.
    func contains(_ name: String) -> Bool { leaves.contains { $0.path.first == name } }

    /// Refuses parameters that `allowed` does not name; there a star stands for any one member.
    func refuseUnknown(allowed: Set<String>) throws(APIFailure) {
        let unknown = leaves.filter { leaf in
            guard !allowed.contains(leaf.name) else { return false }
            return leaf.path.count != 2 || !allowed.contains(Self.bracketed([leaf.path[0], "*"]))
        }
        guard let first = unknown.first else { return }
        let names = unknown.map(\.name).joined(separator: ", ")
        let noun = unknown.count == 1 ? "parameter" : "parameters"
        throw .invalid("Received unknown \(noun): \(names)", code: "parameter_unknown", param: first.name)
    }

    /// The same text for the same parameters in any order.
    var canonical: String {
        var text = ""
        for place in leaves.indices.sorted(by: { (leaves[$0].name, $0) < (leaves[$1].name, $1) }) {
            let leaf = leaves[place]
            if !text.isEmpty { text += "&" }
            text += "\(leaf.name.utf8.count):\(leaf.name)=\(leaf.value.utf8.count):\(leaf.value)"
        }
        return text
    }
}
