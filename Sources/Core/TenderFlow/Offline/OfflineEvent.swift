public import TenderModel

/// A record about a payment, or a card to be saved, that was accepted offline, filed under the local intent.
public enum OfflineEvent: Hashable, Sendable, Codable {
    /// It was accepted; its card data is stored beside the journal.
    case stored(OfflineSale)
    /// The request that creates its intent is about to leave under this key, for the `send`th time.
    case forwarding(IdempotencyKey, send: Int)
    /// The PaymentIntent or SetupIntent exists, and is what it is forwarded as from now on.
    case created(intentID: String)
    /// The outcome is known; this record deletes its card data.
    case forwarded(OfflineResult)
    /// It was set aside.
    case quarantined(OfflinePayment.Quarantine)
    /// A person wants it to be forwarded after all.
    case released
    /// It was deleted before any of it was sent; this record deletes its card data.
    case deleted(by: String)
}

extension OfflineEvent {
    /// Whether nothing follows: the payment's outcome is known, or it was deleted.
    var isEnd: Bool {
        switch self {
        case .forwarded, .deleted: true
        case .stored, .forwarding, .created, .quarantined, .released: false
        }
    }
}

extension JournalEntry.Event {
    /// Whether this record deletes the card data of an offline payment.
    public var endsPayload: Bool {
        switch self {
        case .offline(.forwarded), .offline(.deleted): true
        case .offline, .attemptOpened, .cancelAsked, .requestLeaving, .concluding, .settled, .claimed, .acknowledged,
            .refundLeaving,
            .callLeaving, .setupLeaving, .requestSettled, .requestTold, .holdDecided, .terminal, .shop:
            false
        }
    }
}

/// What was accepted offline, without the card data.
public struct OfflineSale: Hashable, Sendable, Codable {
    /// What the card was accepted for.
    public indirect enum Wish: Hashable, Sendable, Codable {
        /// A payment, with the parameters of its PaymentIntent.
        case payment(PaymentIntentParameters)
        /// The saving of the card.
        case setup(OfflineSetupWish)
    }

    /// What the card was accepted for.
    public var wish: Wish
    /// The card, masked.
    public var card: CardDetails
    /// The serial number of the reader.
    public var reader: String?
    /// The SHA-256 of the stored card data, in hexadecimal.
    public var payloadDigest: String
    /// The limits under which it was accepted.
    public var limits: OfflineLimits
    /// Whether a request for its PaymentIntent may have left before it was accepted.
    public var mayBeCreated: Bool

    /// Creates a sale.
    public init(
        _ wish: Wish, card: CardDetails = CardDetails(), reader: String? = nil, payloadDigest: String = "",
        limits: OfflineLimits, mayBeCreated: Bool = false
    ) {
        self.wish = wish
        self.card = card
        self.reader = reader
        self.payloadDigest = payloadDigest
        self.limits = limits
        self.mayBeCreated = mayBeCreated
    }

    /// The parameters of the PaymentIntent; `nil` for a card to be saved.
    public var payment: PaymentIntentParameters? {
        if case .payment(let parameters) = wish { parameters } else { nil }
    }

    /// What is saved; `nil` for a payment.
    public var setup: OfflineSetupWish? { if case .setup(let setup) = wish { setup } else { nil } }
}

/// The outcome of an offline payment, or of a card to be saved.
public enum OfflineResult: Hashable, Sendable, Codable {
    /// The issuer approved the payment.
    case approved(IntentFacts)
    /// The issuer declined.
    case declined(Decline, intentID: String)
    /// The card is saved.
    case saved(SetupFacts)

    /// The PaymentIntent or SetupIntent.
    public var intentID: String {
        switch self {
        case .approved(let facts): facts.id
        case .declined(_, let id): id
        case .saved(let facts): facts.id
        }
    }
}
