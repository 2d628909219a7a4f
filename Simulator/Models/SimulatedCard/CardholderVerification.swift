/// How the cardholder was verified at the reader.
public enum CardholderVerification: String, Hashable, Sendable, Codable, CaseIterable {
    /// Not verified.
    case none
    /// A PIN verified by the chip.
    case offlinePin = "offline_pin"
    /// A PIN verified by the issuer.
    case onlinePin = "online_pin"
    /// A signature on the receipt.
    case signature
}
