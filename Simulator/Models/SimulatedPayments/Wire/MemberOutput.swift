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

    init() { bytes.reserveCapacity(2048) }

    /// Returns the text, once all members are there.
    consuming func finished() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private mutating func separate() { if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) } }

    private mutating func begin(_ name: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        JSONValue.append(name, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    mutating func add(_ name: String, _ value: JSONValue) {
        begin(name)
        value.render(into: &bytes)
    }

    mutating func add(_ fixed: FixedMembers) {
        separate()
        bytes.append(contentsOf: fixed.text)
    }

    mutating func add(_ name: String, _ text: String) {
        begin(name)
        JSONValue.render(text, into: &bytes)
    }

    mutating func add(_ name: String, _ number: Int64) {
        begin(name)
        JSONValue.render(number, into: &bytes)
    }

    mutating func addNull(_ name: String) {
        begin(name)
        JSONValue.append("null", to: &bytes)
    }
}
