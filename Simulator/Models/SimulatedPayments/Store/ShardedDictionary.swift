/// Values by id: many small dictionaries, since one that grows moves all of its members at once.
struct ShardedDictionary<Value: Sendable>: Sendable {
    private var shards = [[ShardedKey: Value]](repeating: [:], count: ShardedKey.shardCount)

    subscript(id: String) -> Value? {
        get {
            let key = ShardedKey(id)
            return shards[key.shard][key]
        }
        set {
            let key = ShardedKey(id)
            shards[key.shard][key] = newValue
        }
    }

    /// Changes the value of an id in place, inserting `new` if there is none.
    mutating func update<Result>(_ id: String, orInserted new: Value, _ change: (inout Value) -> Result) -> Result {
        let key = ShardedKey(id)
        return change(&shards[key.shard][key, default: new])
    }
}

/// A text that is hashed once: a dictionary that grows hashes its keys again, and most of them left the cache long ago.
struct ShardedKey: Hashable {
    static let shardCount = 256

    private let text: String
    private let number: Int

    init(_ text: String) {
        self.text = text
        var hasher = Hasher()
        hasher.combine(text)
        number = hasher.finalize()
    }

    /// Where its shard is; the dictionary hashes the number again, so that the keys of a shard differ in all bits.
    var shard: Int { Int(UInt(bitPattern: number) % UInt(Self.shardCount)) }

    static func == (one: ShardedKey, other: ShardedKey) -> Bool { one.number == other.number && one.text == other.text }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
