/// What an issuer remembers of a chip.
struct ChipAccount: Hashable, Sendable, Codable {
    /// The counters that came with a cryptogram, in order.
    private var seen: [UInt16] = []
    /// The wrong PINs in a row.
    var wrongPINs = 0

    /// Uses up a counter.
    ///
    /// Counters come in any order, since a payment that was stored is told after newer ones. An issuer of real cards has
    /// limits for what is far behind or ahead; simulated cards begin anywhere.
    /// - Returns: Whether it had not come before.
    mutating func use(_ counter: UInt16) -> Bool {
        let place = seen.firstIndex { $0 >= counter } ?? seen.endIndex
        guard counter > 0, place == seen.endIndex || seen[place] != counter else { return false }
        seen.insert(counter, at: place)
        return true
    }
}
