extension JSONValue {
    /// Renders the document as UTF-8, with the same bytes for equal values.
    public func rendered() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2048)
        render(into: &bytes)
        return bytes
    }

    func render(into bytes: inout [UInt8]) {
        switch self {
        case .null: Self.append("null", to: &bytes)
        case .bool(let value): Self.append(value ? "true" : "false", to: &bytes)
        case .integer(let value): Self.render(value, into: &bytes)
        case .string(let text): Self.render(text, into: &bytes)
        case .array(let elements): Self.render(elements, into: &bytes)
        case .object(let members): Self.render(members, into: &bytes)
        }
    }

    /// Appends a text that is known to need no escapes.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        if text.utf8.withContiguousStorageIfAvailable({ bytes.append(contentsOf: $0) }) == nil {
            bytes.append(contentsOf: text.utf8)
        }
    }

    private static func render(_ elements: [JSONValue], into bytes: inout [UInt8]) {
        var separator = UInt8(ascii: "[")
        for element in elements {
            bytes.append(separator)
            element.render(into: &bytes)
            separator = UInt8(ascii: ",")
        }
        if elements.isEmpty { bytes.append(separator) }
        bytes.append(UInt8(ascii: "]"))
    }

    private static func render(_ members: [String: JSONValue], into bytes: inout [UInt8]) {
        guard !members.isEmpty else { return append("{}", to: &bytes) }
        var separator = UInt8(ascii: "{")
        // A single member needs no order.
        let places = members.count < 2 ? Array(members.indices) : sortedPlaces(of: members)
        for place in places {
            let (name, value) = members[place]
            bytes.append(separator)
            render(name, into: &bytes)
            bytes.append(UInt8(ascii: ":"))
            value.render(into: &bytes)
            separator = UInt8(ascii: ",")
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// The position of a member, with the first sixteen bytes of its name as numbers: nearly always enough to compare,
    /// and without a reference that sorting would have to count.
    private struct Place {
        let place: Dictionary<String, JSONValue>.Index
        var beginning: (UInt64, UInt64) = (0, 0)

        init(_ place: Dictionary<String, JSONValue>.Index, name: String) {
            self.place = place
            var name = name
            beginning = name.withUTF8 { (Self.number($0.prefix(8)), Self.number($0.dropFirst(8).prefix(8))) }
        }

        private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
            var number: UInt64 = 0
            var shift: UInt64 = 64
            for byte in bytes {
                shift -= 8
                number |= UInt64(byte) &<< shift
            }
            return number
        }
    }

    private static func sortedPlaces(of members: [String: JSONValue]) -> [Dictionary<String, JSONValue>.Index] {
        var places: [Place] = []
        places.reserveCapacity(members.count)
        for place in members.indices { places.append(Place(place, name: members[place].key)) }
        places.sort { (one: Place, other: Place) in
            guard one.beginning == other.beginning else { return one.beginning < other.beginning }
            return members[one.place].key.utf8.lexicographicallyPrecedes(members[other.place].key.utf8)
        }
        return places.map(\.place)
    }

    static func render(_ number: Int64, into bytes: inout [UInt8]) {
        guard number.magnitude > 9 || number < 0 else { return bytes.append(UInt8(ascii: "0") + UInt8(number)) }
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = number.magnitude
        while rest > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        bytes[start...].reverse()
    }

    static func render(_ text: String, into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { characters in
            if isPlain(UnsafeRawBufferPointer(characters)) {
                bytes.append(contentsOf: characters)
            } else {
                for byte in characters { escape(byte, into: &bytes) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Returns whether no byte needs an escape; checks eight bytes at a time, and the last ones twice.
    private static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= 8 else { return !bytes.contains(where: needsEscape) }
        var place = 0
        while place < bytes.count {
            let start = min(place, bytes.count - 8)
            guard isPlain(bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)) else { return false }
            place += 8
        }
        return true
    }

    /// Returns whether none of eight bytes is `needsEscape`: each line sets the highest bit of the bytes that it looks
    /// for.
    private static func isPlain(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let control = (word &- ones &* 0x20) & ~word
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let delete = word ^ (ones &* 0x7F)
        let others = ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((delete &- ones) & ~delete)
        // A borrow may set a bit too many, but never one too few: then the bytes are checked one by one.
        return (control | others) & (ones &* 0x80) == 0
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static let hexadecimal = Array("0123456789abcdef".utf8)

    private static func escape(_ byte: UInt8, into bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0..<0x20, 0x7F:
            bytes.append(contentsOf: "\\u00".utf8)
            bytes.append(hexadecimal[Int(byte >> 4)])
            bytes.append(hexadecimal[Int(byte & 15)])
        default: bytes.append(byte)
        }
    }
}
