/// A receiver of an object's members in the order of their names, each once.
protocol MemberOutput {
    mutating func add(_ name: String, _ value: JSONValue)
    mutating func add(_ members: FixedMembers)
    mutating func add(_ name: String, _ text: String)
    mutating func add(_ name: String, _ number: Int64)
    mutating func addNull(_ name: String)
}

extension MemberOutput {
    mutating func add(_ name: String, optional text: String?) {
        if let text { add(name, text) } else { addNull(name) }
    }

    mutating func add(_ name: String, optional number: Int64?) {
        if let number { add(name, number) } else { addNull(name) }
    }
}

/// Consecutive members that many objects share, with their text.
struct FixedMembers: Sendable {
    let members: [(name: String, value: JSONValue)]
    /// The text between the braces.
    let text: [UInt8]

    /// - Parameter members: The members, ordered by the bytes of their names, each once.
    init(_ members: KeyValuePairs<String, JSONValue>) {
        self.members = members.map { ($0.key, $0.value) }
        let object = JSONValue.object(Dictionary(self.members.map { ($0.name, $0.value) }) { $1 })
        text = Array(object.rendered().dropFirst().dropLast())
    }
}

/// An object as values.
struct ObjectValues: MemberOutput {
    private(set) var members: [String: JSONValue] = [:]

    init() { members.reserveCapacity(64) }

    mutating func add(_ name: String, _ value: JSONValue) { members[name] = value }
    mutating func add(_ fixed: FixedMembers) {
        for (name, value) in fixed.members { add(name, value) }
    }
    mutating func add(_ name: String, _ text: String) { add(name, .string(text)) }
    mutating func add(_ name: String, _ number: Int64) { add(name, .integer(number)) }
    mutating func addNull(_ name: String) { add(name, .null) }
}

/// An object as UTF-8 while its members arrive: what `ObjectValues` would render, without the values in between.
struct ObjectText: MemberOutput {
    private var bytes = [UInt8(ascii: "{")]
    /// The members that replace others of their names or come in between; the next one is the last.
    private var others: [(name: String, value: JSONValue)]

    /// - Parameter others: Members that come in their places, instead of those of the same names.
    init(with others: [String: JSONValue]) {
        bytes.reserveCapacity(2048)
        self.others = others.sorted { Self.isBefore($1.key, $0.key) }.map { ($0.key, $0.value) }
    }

    /// Returns the text, once all members are there.
    consuming func finished() -> [UInt8] {
        while let other = others.popLast() { write(other.name, other.value) }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private mutating func separate() { if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) } }

    private static func isBefore(_ name: String, _ other: String) -> Bool {
        name.utf8.lexicographicallyPrecedes(other.utf8)
    }

    /// Writes the other members up to a name; returns whether one of them has that name.
    private mutating func isReplaced(_ name: String) -> Bool {
        while let other = others.last, !Self.isBefore(name, other.name) {
            others.removeLast()
            write(other.name, other.value)
            if other.name == name { return true }
        }
        return false
    }

    private mutating func write(_ name: String, _ value: JSONValue) {
        begin(name)
        value.render(into: &bytes)
    }

    private mutating func begin(_ name: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        JSONValue.append(name, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    mutating func add(_ name: String, _ value: JSONValue) {
        guard !isReplaced(name) else { return }
        write(name, value)
    }

    mutating func add(_ fixed: FixedMembers) {
        if let other = others.last, let last = fixed.members.last, !Self.isBefore(last.name, other.name) {
            for (name, value) in fixed.members { add(name, value) }
        } else {
            separate()
            bytes.append(contentsOf: fixed.text)
        }
    }

    mutating func add(_ name: String, _ text: String) {
        guard !isReplaced(name) else { return }
        begin(name)
        JSONValue.render(text, into: &bytes)
    }

    mutating func add(_ name: String, _ number: Int64) {
        guard !isReplaced(name) else { return }
        begin(name)
        JSONValue.render(number, into: &bytes)
    }

    mutating func addNull(_ name: String) {
        guard !isReplaced(name) else { return }
        begin(name)
        JSONValue.append("null", to: &bytes)
    }
}
