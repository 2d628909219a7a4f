public import TenderModel

/// The saving of a presented card with a SetupIntent, as it is recorded before it leaves.
///
/// It moves no money, but makes something that can be charged: it is made once, as a refund is.
public struct CardSetup: Hashable, Sendable, Codable {
    /// The SetupIntent, which its records are filed under.
    public var setupIntent: String
    /// The customer for whom the card is saved.
    public var customer: String?
    /// Whether the saved card may be shown to the customer again.
    public var allowRedisplay: AllowRedisplay

    /// Creates the saving of a card.
    public init(setupIntent: String, customer: String? = nil, allowRedisplay: AllowRedisplay) {
        self.setupIntent = setupIntent
        self.customer = customer
        self.allowRedisplay = allowRedisplay
    }

    /// Returns whether a card would be saved in the same way for the same customer, whichever the SetupIntent.
    public func isSameWish(as other: CardSetup) -> Bool {
        customer == other.customer && allowRedisplay == other.allowRedisplay
    }
}

/// The facts about a SetupIntent that determine what happens next.
public struct SetupFacts: Hashable, Sendable, Codable {
    /// The intent's ID.
    public var id: String
    /// Its status.
    public var status: SetupIntentStatus
    /// The reusable card that was generated, if known.
    public var generatedCard: String?

    /// Creates facts.
    public init(id: String, status: SetupIntentStatus, generatedCard: String? = nil) {
        self.id = id
        self.status = status
        self.generatedCard = generatedCard
    }

    /// Extracts the facts from a SetupIntent.
    public init(_ intent: SetupIntent) {
        self.init(id: intent.id, status: intent.status, generatedCard: intent.generatedCard)
    }

    /// Returns what they prove about a card that was to be saved.
    ///
    /// A SetupIntent succeeds once, so that one that has succeeded has saved this card; a canceled one saves none any
    /// more. Anything else proves nothing: the request may still arrive.
    public var proof: RequestMachine.Reply {
        switch status {
        case .succeeded: .succeeded
        case .canceled: .precluded
        case .requiresPaymentMethod, .requiresConfirmation, .requiresAction, .processing, .unknown: .notFound
        }
    }
}
