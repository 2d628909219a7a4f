import TenderBytes

/// The card transaction qualifiers, tag 9F6C: what a card wants (EMV Contactless Book C-3, annex A [check]).
struct CardQualifiers: OptionSet, Hashable, Sendable {
    let rawValue: UInt16

    /// A PIN for the issuer.
    static let onlinePIN = CardQualifiers(rawValue: 0x8000)
    /// A signature.
    static let signature = CardQualifiers(rawValue: 0x4000)
    /// Online, if data authentication fails.
    static let onlineIfNotAuthentic = CardQualifiers(rawValue: 0x2000)
    /// Another interface, if data authentication fails.
    static let contactIfNotAuthentic = CardQualifiers(rawValue: 0x1000)
    /// Online, if the application has expired.
    static let onlineIfExpired = CardQualifiers(rawValue: 0x0800)
    /// The device has verified its holder.
    static let deviceVerified = CardQualifiers(rawValue: 0x0080)
}
