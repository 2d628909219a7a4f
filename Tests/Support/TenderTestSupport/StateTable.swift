/// The numbers of states by their hashes, in the order of their first appearance: open addressing.
struct StateTable {
    private var slots = [Int32](repeating: -1, count: 1 << 10)
    private var hashes: [Int] = []

    /// Returns the number of the state with this hash, and whether it is new.
    mutating func number(of hash: Int) -> (Int, isNew: Bool) {
        var slot = hash & (slots.count - 1)
        while slots[slot] >= 0 {
            if hashes[Int(slots[slot])] == hash { return (Int(slots[slot]), false) }
            slot = (slot + 1) & (slots.count - 1)
        }
        hashes.append(hash)
        if hashes.count * 2 > slots.count { grow() } else { slots[slot] = Int32(hashes.count - 1) }
        return (hashes.count - 1, true)
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for index in hashes.indices {
            var slot = hashes[index] & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(index)
        }
    }
}
