/// The state in which a card's life has left it.
public enum ChipState: String, Hashable, Sendable, CaseIterable {
    /// In use.
    case active
    /// Its applications are blocked: they can be selected with a warning, and decline everything.
    case applicationBlocked
    /// The card is blocked: nothing can be selected.
    case cardBlocked
    /// Its applications expired in 2020, and it does not know.
    case expired
    /// No tries are left for its PIN.
    case pinBlocked
}
