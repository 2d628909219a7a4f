public import TenderModel

/// The saving of a customer's card, to charge it later.
public struct CardSaving: Hashable, Sendable {
    /// The id of the event that began it.
    public let id: String
    /// The customer.
    public let owner: CardOwner
    /// What the customer has agreed to.
    public let consent: AllowRedisplay

    /// Creates a saving.
    public init(id: String, owner: CardOwner, consent: AllowRedisplay) {
        self.id = id
        self.owner = owner
        self.consent = consent
    }
}

/// The customer whose card is saved.
public struct CardOwner: Hashable, Sendable {
    /// The gateway's id; `nil` for a new customer.
    public let id: String?
    /// The name, or what was typed; a new customer's email address.
    public let name: String

    /// Creates a customer.
    public init(id: String?, name: String) {
        self.id = id
        self.name = name
    }
}

/// The reason that there is no customer to save a card for.
public enum OwnerProblem: Hashable, Sendable {
    /// The till may not look up customers, as behind a merchant's server.
    case notAllowed
    /// Several customers have the email address.
    case several
    /// No customer has the id.
    case missing
    /// The gateway did not say; a sentence.
    case failed(String)
}

/// The end of the saving of a card.
public enum SavingOutcome: Hashable, Sendable {
    /// The card is saved; masked.
    case saved(card: String)
    /// The issuer declined it.
    case declined(reason: String)
    /// Certainly no card was saved, and why.
    case canceled(StopCause)
    /// Nobody can say yet.
    case unknown
}
