/// The members of an object in the order of their names, for objects shown so often that a dictionary would cost too
/// much.
struct OrderedMembers {
    private var members: [(name: String, value: JSONValue)]

    /// - Parameter members: The members, ordered by the bytes of their names, each once.
    init(_ members: [(name: String, value: JSONValue)]) { self.members = members }

    /// Adds a member whose name comes after all others.
    mutating func add(_ name: String, _ value: JSONValue) { members.append((name, value)) }

    /// Sets a member, which is found or inserted by its name.
    mutating func set(_ name: String, _ value: JSONValue) {
        var (low, high) = (0, members.count)
        while low < high {
            let middle = (low + high) / 2
            if members[middle].name.utf8.lexicographicallyPrecedes(name.utf8) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        if low < members.count, members[low].name == name {
            members[low].value = value
        } else {
            members.insert((name, value), at: low)
        }
    }

    /// The same object as a value.
    var json: JSONValue { .object(Dictionary(members.map { ($0.name, $0.value) }) { $1 }) }

    /// Renders the object as UTF-8: what `json` would render.
    func rendered() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2048)
        var separator = UInt8(ascii: "{")
        for (name, value) in members {
            bytes.append(separator)
            JSONValue.render(name, into: &bytes)
            bytes.append(UInt8(ascii: ":"))
            value.render(into: &bytes)
            separator = UInt8(ascii: ",")
        }
        if members.isEmpty { bytes.append(separator) }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
