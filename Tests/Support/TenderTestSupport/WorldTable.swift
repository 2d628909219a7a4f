/// An index of worlds by hash: open addressing, so that no world is stored or hashed twice.
struct WorldTable {
    private var slots = [Int32](repeating: -1, count: 1 << 10)
    private var hashes: [Int] = []

    /// Returns the index under this hash that passes the test.
    func find(_ hash: Int, where isEqual: (Int) -> Bool) -> Int? {
        var slot = hash & (slots.count - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if hashes[index] == hash, isEqual(index) { return index }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Adds the next index.
    mutating func insert(_ hash: Int, _ index: Int) {
        hashes.append(hash)
        if hashes.count * 2 > slots.count { grow() } else { place(index) }
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for index in hashes.indices { place(index) }
    }

    private mutating func place(_ index: Int) {
        var slot = hashes[index] & (slots.count - 1)
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int32(index)
    }
}
