/// What was read of a card that does not pay; it has no coding, so that no record contains it.
public enum CollectedData: Hashable, Sendable {
    /// The second track of a gift or loyalty card, as text without sentinels; never that of a payment card.
    case magstripe(String)
    /// The UID of a contactless card, in hexadecimal.
    case nfcUid(String)
}
