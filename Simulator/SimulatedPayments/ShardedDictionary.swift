/// Values by id: many small dictionaries, since one that grows moves all of its members at once.
struct ShardedDictionary<Value: Sendable>: Sendable {
    private static var width: Int { 256 }

    private var shards = [[String: Value]](repeating: [:], count: width)

    subscript(id: String) -> Value? {
        get { shards[Self.shard(of: id)][id] }
        set { shards[Self.shard(of: id)][id] = newValue }
    }

    /// The value of an id; where there is none `new` becomes it.
    mutating func value(of id: String, orInserted new: Value) -> Value {
        func read(_ value: inout Value) -> Value { value }
        return read(&shards[Self.shard(of: id)][id, default: new])
    }

    /// The ends of ids are random, and those of keys differ at least.
    private static func shard(of id: String) -> Int {
        var sum = 0
        for byte in id.utf8.suffix(4) { sum = sum &* 67 &+ Int(byte) }
        return Int(sum.magnitude % UInt(width))
    }
}
