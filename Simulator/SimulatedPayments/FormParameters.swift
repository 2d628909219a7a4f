/// Parameters of a request: pairs in form encoding whose names spell out hashes and lists.
///
/// Whatever arrives, the work is bounded: at most `maximumPairs` pairs, names at most `maximumDepth` levels deep.
struct FormParameters {
    struct Leaf {
        let path: [String]
        let value: String

        /// The name in bracket notation.
        var name: String { FormParameters.bracketed(path) }
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

    static func bracketed(_ path: [String]) -> String {
        (path.first ?? "") + path.dropFirst().map { "[\($0)]" }.joined()
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
        for leaf in leaves {
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
        if let position = positions[path] { return leaves[position].value }
        guard !leaves.contains(where: { $0.path.starts(with: path) }) else {
            throw .invalid("Invalid string", param: Self.bracketed(path))
        }
        return nil
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
            let wild = leaf.path.count == 2 ? [leaf.path[0], "*"] : leaf.path
            return !allowed.contains(leaf.name) && !allowed.contains(Self.bracketed(wild))
        }
        guard let first = unknown.first else { return }
        let names = unknown.map(\.name).joined(separator: ", ")
        let noun = unknown.count == 1 ? "parameter" : "parameters"
        throw .invalid("Received unknown \(noun): \(names)", code: "parameter_unknown", param: first.name)
    }

    /// The same text for the same parameters in any order.
    var canonical: String {
        leaves.enumerated()
            .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
            .map {
                "\($0.element.name.utf8.count):\($0.element.name)=\($0.element.value.utf8.count):\($0.element.value)"
            }
            .joined(separator: "&")
    }
}
