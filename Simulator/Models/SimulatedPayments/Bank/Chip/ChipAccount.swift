/// What an issuer remembers of a chip.
struct ChipAccount: Hashable, Sendable, Codable {
    /// The highest counter that came with a cryptogram.
    private var highest: UInt16 = 0
    /// The counters that came, bit by bit: the lowest bit is the highest counter.
    private var seen: UInt64 = 0
    /// The wrong PINs in a row.
    var wrongPINs = 0

    /// Uses up a counter.
    ///
    /// Counters come in any order, since a payment that was stored is told after newer ones.
    /// - Returns: Whether it had not come before, and is none of those too old to tell.
    mutating func use(_ counter: UInt16) -> Bool {
        if counter > highest {
            seen = seen << (counter - highest) | 1
            highest = counter
            return true
        }
        let age = highest - counter
        guard counter > 0, age < UInt64.bitWidth, seen >> age & 1 == 0 else { return false }
        seen |= 1 << age
        return true
    }
}
