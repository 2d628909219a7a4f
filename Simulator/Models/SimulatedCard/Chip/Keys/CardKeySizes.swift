/// The sizes of a card's RSA keys, and so the shape of its certificates.
public enum CardKeySizes: String, Hashable, Sendable, CaseIterable {
    /// Every key fits into its certificate, and is padded there.
    case small
    /// Of every key a few bytes are left over.
    case usual
    /// Authority and issuer have the largest keys that there may be.
    case large

    /// The authority that certifies the issuer.
    public var authority: CardAuthority { self == .large ? .largest : .usual }

    var authorityKey: CardTestKey { self == .large ? CardTestKeys.authority248 : CardTestKeys.authority176 }

    var issuerKey: CardTestKey {
        switch self {
        case .small: CardTestKeys.issuer128
        case .usual: CardTestKeys.issuer144
        case .large: CardTestKeys.issuer248
        }
    }

    var cardKey: CardTestKey {
        switch self {
        case .small: CardTestKeys.card80
        case .usual: CardTestKeys.card128
        case .large: CardTestKeys.card176
        }
    }

    var pinKey: CardTestKey {
        switch self {
        case .small: CardTestKeys.pin72
        case .usual, .large: CardTestKeys.pin112
        }
    }
}
