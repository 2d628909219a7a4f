/// Whether there is a card in a slot.
public enum ChipPresence: Hashable, Sendable {
    /// There is none.
    case absent
    /// There is one, powered or not, with the number of its insertion since the connection began.
    ///
    /// 0 is a card that was in at the beginning, and of which nobody knows who left it.
    case present(insertion: Int)

    /// Whether there is one.
    public var isPresent: Bool { self != .absent }
}
