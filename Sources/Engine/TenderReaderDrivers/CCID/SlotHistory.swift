import TenderBytes

/// The cards that a reader has seen come into its slots during one connection, and which of them were used.
package final class SlotHistory: Sendable {
    private struct Slot {
        var insertions = 0
        /// The insertion that was used last: its card must leave before it is used again.
        var used: Int?
    }

    private let slots = Guarded<[Int: Slot]>([:])

    /// Counts a card that came into a slot.
    func inserted(_ slot: Int) { slots.withLock { $0[slot, default: Slot()].insertions += 1 } }

    /// Uses the card of a slot; returns `false` for one that was used before and has not left since.
    func use(_ slot: Int) -> Bool {
        slots.withLock { slots in
            var entry = slots[slot] ?? Slot()
            defer { slots[slot] = entry }
            let isNew = entry.used != entry.insertions
            entry.used = entry.insertions
            return isNew
        }
    }

    /// Whether the card of a slot was used before.
    func isUsed(_ slot: Int) -> Bool { slots.withLock { $0[slot].map { $0.used == $0.insertions } ?? false } }

    /// The slots whose last card was used.
    var usedSlots: [Int] { slots.withLock { $0.filter { $1.used == $1.insertions }.keys.sorted() } }
}
