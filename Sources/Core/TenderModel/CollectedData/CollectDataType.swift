/// What is read of a card that does not pay.
public enum CollectDataType: String, Hashable, Sendable, Codable, CaseIterable {
    /// The stripe of a gift or loyalty card.
    case magstripe
    /// The unique identifier (UID) of a contactless card.
    case nfcUid = "nfc_uid"
}
