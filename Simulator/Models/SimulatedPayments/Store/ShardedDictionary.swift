/// Values by id: many small dictionaries, since one that grows moves all of its members at once.
struct ShardedDictionary<Value: Sendable>: Sendable {
    private static var width: Int { 256 }

    private var shards = [[String: Value]](repeating: [:], count: width)

    subscript(id: String) -> Value? {
        get { shards[Self.shard(of: id)][id] }
        set { shards[Self.shard(of: id)][id] = newValue }
    }

    /// Returns the value of an id, inserting `new` if there is none.
    mutating func value(of id: String, orInserted new: Value) -> Value {
        func read(_ value: inout Value) -> Value { value }
        return read(&shards[Self.shard(of: id)][id, default: new])
    }

    private static func shard(of id: String) -> Int { id.shard(of: width) }
}

extension String {
    /// Returns one of `width` numbers for a text, by its last bytes: the ends of ids are random, and those of keys at
    /// least differ.
    func shard(of width: Int, byLast count: Int = 4) -> Int {
        let number =
            utf8.withContiguousStorageIfAvailable { Self.number($0.suffix(count)) } ?? Self.number(utf8.suffix(count))
        return Int(number % UInt(width))
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> UInt {
        var number: UInt = 0
        for byte in bytes { number = number &* 67 &+ UInt(byte) }
        return number
    }
}
