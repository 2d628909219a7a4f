/// What comes back from a chip.
public enum ChipAnswer: Hashable, Sendable {
    /// Data, and two bytes of status at the end; fewer when the answer was torn.
    case bytes([UInt8])
    /// Nothing, however long one waits.
    case silence
    /// Nothing, because the card is gone.
    case removed
}
