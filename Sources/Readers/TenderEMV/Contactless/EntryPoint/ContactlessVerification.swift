/// How the holder of a contactless card is verified.
enum ContactlessVerification: Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none
    /// By a signature on paper.
    case signature
    /// By a PIN that the issuer checks.
    case onlinePIN
    /// By the consumer's device.
    case device
}
