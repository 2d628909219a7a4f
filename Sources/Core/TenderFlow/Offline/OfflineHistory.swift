public import TenderModel

/// What the records tell of a payment that was accepted offline.
public struct OfflineHistory: Hashable, Sendable, Codable {
    /// The request that makes the PaymentIntent.
    public struct Creation: Hashable, Sendable, Codable {
        /// Its key.
        public var key: IdempotencyKey
        /// How often it left.
        public var sends: Int
        /// When it left first.
        public var first: Stamp
    }

    /// What was accepted.
    public let sale: OfflineSale
    /// When.
    public let stored: Stamp
    /// Which PaymentIntent it is forwarded as, from 1: the next one after the one before is proved to hold nothing.
    public private(set) var attempt = 1
    /// The request that makes this PaymentIntent, once it has left.
    public private(set) var creation: Creation?
    /// The PaymentIntent, once it is there.
    public private(set) var intentID: String?
    /// What became of it.
    public private(set) var result: OfflineResult?
    /// Why it is set aside.
    public private(set) var quarantine: OfflinePayment.Quarantine?
    /// Whether a person wanted it forwarded after all.
    public private(set) var isReleased = false
    /// Who deleted it.
    public private(set) var deletedBy: String?
    /// When it came to its end: what became of it was recorded, or it was deleted.
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

    /// Whether it is neither resolved nor deleted: its card data is still there.
    public var isOpen: Bool { result == nil && deletedBy == nil }

    /// Whether it is to be forwarded by itself.
    public var isWaiting: Bool { isOpen && quarantine == nil }

    /// Whether it came to an end, and the money never did: the goods are gone.
    public var isLost: Bool {
        if case .approved? = result { return false }
        return !isOpen
    }

    /// The PaymentIntent that has the money: what is read, captured and given back of it; nil while there is none.
    public var approvedAs: String? { if case .approved(let facts)? = result { facts.id } else { nil } }

    /// What was accepted.
    public var amount: Amount { sale.parameters.amount }

    /// Where it stands.
    public var state: OfflinePayment.State {
        switch result {
        case .approved(let facts)?: return .approved(intentID: facts.id)
        case .declined(let decline, let id)?: return .declined(decline, intentID: id)
        case nil: break
        }
        if let deletedBy { return .deleted(by: deletedBy) }
        if let quarantine { return .quarantined(quarantine) }
        return creation == nil ? .stored : .forwarding
    }
}

extension OfflinePayment {
    /// Describes what the records tell; nil when they tell of no offline payment.
    public init?(_ history: PaymentHistory) {
        guard let offline = history.offline else { return nil }
        self.init(
            id: history.intentID, amount: offline.amount, order: offline.sale.parameters.order,
            card: offline.sale.card, reader: offline.sale.reader,
            storedAt: offline.stored.unixMilliseconds / 1000, intentID: offline.result?.intentID ?? offline.intentID,
            state: offline.state
        )
    }
}
