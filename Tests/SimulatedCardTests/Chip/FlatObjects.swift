/// The data objects of an answer, templates walked into, written for these tests alone.
enum FlatObjects {
    private static let templates: Set<Int> = [0x61, 0x6F, 0x70, 0x77, 0xA5]

    /// Each primitive object with its tag; `nil` when the bytes are not data objects.
    static func read(_ bytes: [UInt8]) -> [(tag: Int, value: [UInt8])]? {
        var objects: [(tag: Int, value: [UInt8])] = []
        var rest = bytes[...]
        while let head = rest.popFirst() {
            var tag = Int(head)
            if head & 0x1F == 0x1F {
                guard let second = rest.popFirst() else { return nil }
                tag = tag << 8 | Int(second)
            }
            guard let count = length(&rest), count <= rest.count else { return nil }
            let value = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
            if templates.contains(tag) {
                guard let inner = read(value) else { return nil }
                objects += inner
            } else {
                objects.append((tag, value))
            }
        }
        return objects
    }

    private static func length(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let first = rest.popFirst() else { return nil }
        if first < 0x80 { return Int(first) }
        guard (0x81...0x82).contains(first), rest.count >= Int(first & 3) else { return nil }
        var count = 0
        for _ in 0..<(first & 3) { count = count << 8 | Int(rest.popFirst() ?? 0) }
        return count
    }
}
