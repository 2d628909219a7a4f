/// A request to the reader.
public enum ReaderRequest: Hashable, Sendable {
    /// Search for readers.
    case discover
    /// Connect the reader with this id.
    case connect(id: String)
    /// Disconnect the reader.
    case disconnect
    /// Diagnose the reader.
    case diagnose
}
