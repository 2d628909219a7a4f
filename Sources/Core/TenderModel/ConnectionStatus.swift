/// Where the connection to a reader stands.
public enum ConnectionStatus: String, Hashable, Sendable, Codable, CaseIterable {
    /// No reader.
    case notConnected
    /// Readers are being looked for.
    case discovering
    /// A reader is being connected.
    case connecting
    /// A reader is connected.
    case connected
    /// The reader was lost and is being looked for.
    case reconnecting
}
