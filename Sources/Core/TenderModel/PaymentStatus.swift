/// What the reader side is doing.
public enum PaymentStatus: String, Hashable, Sendable, Codable, CaseIterable {
    /// No reader is connected.
    case notReady
    /// A payment can start.
    case ready
    /// A card is waited for.
    case waitingForInput
    /// The gateway is being asked.
    case processing
}
