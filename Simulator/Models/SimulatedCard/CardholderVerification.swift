/// How the cardholder was verified at the reader.
public enum CardholderVerification: String, Hashable, Sendable, Codable, CaseIterable {
    /// Not at all.
    case none
    /// A PIN that the chip checked.
    case offlinePin = "offline_pin"
    /// A PIN that the issuer checked.
    case onlinePin = "online_pin"
    /// A signature on the receipt.
    case signature
}
