/// An input to the till from outside; the screens react to nothing else.
public enum ConsoleEvent: Hashable, Sendable {
    /// A key. One that came faster than people type confirms nothing: it may be part of a scan.
    case key(Key, isFast: Bool)
    /// A code was scanned.
    case scanned(String)
    /// The terminal has a new size.
    case resized(GridSize)
}
