/// How the saving of a card ended; `unknown` is never guessed into another.
public enum SetupOutcome: Hashable, Sendable {
    /// The card is saved: `SetupIntent.generatedCard` can be charged later.
    case saved(SetupIntent)
    /// The issuer did not let the card be saved; the same intent can take another card.
    case declined(Decline, SetupIntent)
    /// It is proved that no card was saved.
    case canceled(by: CancelOrigin, SetupIntent)
    /// Nobody could say yet; the terminal goes on asking, and the same call continues it.
    case unknown(IdempotencyKey, SetupIntent)
    /// The card was accepted offline, and is saved when it is forwarded; see `SetupIntent.offlineDetails`.
    case storedOffline(SetupIntent)

    /// The intent after the outcome, or as it was last seen.
    public var intent: SetupIntent {
        switch self {
        case .saved(let intent), .declined(_, let intent), .canceled(_, let intent), .unknown(_, let intent),
            .storedOffline(let intent):
            intent
        }
    }
}
