public import TenderModel

/// What the records say about a payment, or a card to be saved, that was accepted offline.
public struct OfflineHistory: Hashable, Sendable, Codable {
    /// The request that creates the intent.
    public struct Creation: Hashable, Sendable, Codable {
        /// The key.
        public var key: IdempotencyKey
        /// The number of times that it was sent.
        public var sends: Int
        /// The time of its first sending.
        public var first: Stamp
    }

    /// The accepted sale.
    public let sale: OfflineSale
    /// The time of storing.
    public let stored: Stamp
    /// The ordinal of the intent that it is forwarded as, from 1; the next one follows once the previous one provably
    /// holds and has saved nothing.
    public private(set) var attempt = 1
    /// The request that creates this intent, once it was sent.
    public private(set) var creation: Creation?
    /// The PaymentIntent or SetupIntent, once it exists.
    public private(set) var intentID: String?
    /// The outcome.
    public private(set) var result: OfflineResult?
    /// The reason that it is set aside.
    public private(set) var quarantine: OfflinePayment.Quarantine?
    /// Whether a person wanted it forwarded after all.
    public private(set) var isReleased = false
    /// The person who deleted it.
    public private(set) var deletedBy: String?
    /// The time of its end: its outcome was recorded, or it was deleted.
    public private(set) var ended: Stamp?

    init(_ sale: OfflineSale, _ stamp: Stamp) {
        self.sale = sale
        stored = stamp
    }

    mutating func apply(_ event: OfflineEvent, attempt: Int, _ stamp: Stamp) {
        switch event {
        case .stored: break
        case .forwarding(let key, let send): forward(key, send, attempt, stamp)
        case .created(let id): intentID = id
        case .forwarded(let result):
            self.result = result
            ended = stamp
        case .quarantined(let reason): quarantine = reason
        case .released:
            quarantine = nil
            isReleased = true
        case .deleted(let person):
            deletedBy = person
            ended = stamp
        }
    }

    private mutating func forward(_ key: IdempotencyKey, _ send: Int, _ attempt: Int, _ stamp: Stamp) {
        if self.attempt != attempt {
            self.attempt = attempt
            creation = nil
            intentID = nil
        }
        if creation?.key == key {
            creation?.sends = send
        } else {
            creation = Creation(key: key, sends: send, first: stamp)
        }
    }

    /// Whether it is neither resolved nor deleted, so that its card data still exists.
    public var isOpen: Bool { result == nil && deletedBy == nil }

    /// Whether it is to be forwarded automatically.
    public var isWaiting: Bool { isOpen && quarantine == nil }

    /// Whether it has ended without payment, although the goods are gone, or without the card being saved.
    public var isLost: Bool {
        guard approvedAs == nil, savedAs == nil else { return false }
        return !isOpen
    }

    /// The PaymentIntent that has the money, and that is retrieved, captured and refunded; `nil` while there is none.
    public var approvedAs: String? { if case .approved(let facts)? = result { facts.id } else { nil } }

    /// The SetupIntent with which the card is saved; `nil` while there is none.
    public var savedAs: String? { if case .saved(let facts)? = result { facts.id } else { nil } }

    /// The accepted amount; `nil` for a card to be saved.
    public var amount: Amount? { sale.payment?.amount }

    /// Where it stands.
    public var state: OfflinePayment.State {
        switch result {
        case .approved(let facts)?: return .approved(intentID: facts.id)
        case .saved(let facts)?: return .approved(intentID: facts.id)
        case .declined(let decline, let id)?: return .declined(decline, intentID: id)
        case nil: break
        }
        if let deletedBy { return .deleted(by: deletedBy) }
        if let quarantine { return .quarantined(quarantine) }
        return creation == nil ? .stored : .forwarding
    }
}

extension OfflinePayment {
    /// Creates the public description from the records; `nil` if they are not of an offline payment.
    public init?(_ history: PaymentHistory) {
        guard let offline = history.offline, let parameters = offline.sale.payment else { return nil }
        self.init(
            id: history.intentID, amount: parameters.amount, order: parameters.order, card: offline.sale.card,
            reader: offline.sale.reader, storedAt: offline.stored.unixMilliseconds / 1000,
            intentID: offline.result?.intentID ?? offline.intentID, state: offline.state
        )
    }
}

extension OfflineSetup {
    /// Creates the public description from the records; `nil` if they are not of a card to be saved.
    public init?(_ history: PaymentHistory) {
        guard let offline = history.offline, let wish = offline.sale.setup else { return nil }
        var generatedCard: String?
        if case .saved(let facts)? = offline.result { generatedCard = facts.generatedCard }
        self.init(
            id: history.intentID, customer: wish.parameters.customer, card: offline.sale.card,
            reader: offline.sale.reader, storedAt: offline.stored.unixMilliseconds / 1000,
            setupIntentID: offline.result?.intentID ?? offline.intentID, generatedCard: generatedCard,
            state: offline.state
        )
    }
}
