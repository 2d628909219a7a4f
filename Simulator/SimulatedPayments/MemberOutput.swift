/// Takes the members of an object in the order of their names, none twice.
protocol MemberOutput {
    mutating func add(_ name: String, _ value: JSONValue)
    mutating func add(_ name: String, _ value: FixedJSON)
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

/// A value that many objects have, with its text.
struct FixedJSON: Sendable {
    let value: JSONValue
    let text: [UInt8]

    init(_ value: JSONValue) {
        self.value = value
        text = value.rendered()
    }
}

extension OrderedMembers: MemberOutput {
    mutating func add(_ name: String, _ value: FixedJSON) { add(name, value.value) }
    mutating func add(_ name: String, _ text: String) { add(name, .string(text)) }
    mutating func add(_ name: String, _ number: Int64) { add(name, .integer(number)) }
    mutating func addNull(_ name: String) { add(name, .null) }
}

/// An object as UTF-8 while its members come: what `OrderedMembers` would render, without the values in between.
struct ObjectText: MemberOutput {
    private var bytes = [UInt8(ascii: "{")]

    init() { bytes.reserveCapacity(2048) }

    /// The text, when all members are there.
    consuming func finished() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private mutating func begin(_ name: String) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        JSONValue.append(name, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    mutating func add(_ name: String, _ value: JSONValue) {
        begin(name)
        value.render(into: &bytes)
    }

    mutating func add(_ name: String, _ value: FixedJSON) {
        begin(name)
        bytes.append(contentsOf: value.text)
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
