/// What comes to the till from outside; all that the screens react to.
public enum TillInput: Hashable, Sendable {
    /// A key. One that came faster than people type confirms nothing: it may be part of a scan.
    case key(Key, isFast: Bool)
    /// A code was scanned.
    case scanned(String)
    /// The terminal has another size.
    case resized(GridSize)
}
