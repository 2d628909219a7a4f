/// Where the row of an id is: many small dictionaries, since one that grows moves all of its members at once.
struct PlaceIndex: Sendable {
    private static let width = 256

    private var shards = [[String: Int]](repeating: [:], count: width)

    subscript(id: String) -> Int? {
        get { shards[Self.shard(of: id)][id] }
        set { shards[Self.shard(of: id)][id] = newValue }
    }

    /// The ends of ids are random.
    private static func shard(of id: String) -> Int {
        var sum = 0
        for byte in id.utf8.suffix(2) { sum = sum &* 67 &+ Int(byte) }
        return sum % width
    }
}
