public import TenderFlow
public import TenderModel

/// An offline payment, or a card that was accepted offline to be saved, as a report tells it.
public struct OfflineReport: Encodable, Sendable {
    /// The local ID.
    public private(set) var id: String
    /// The amount; `nil` for a card to be saved.
    public private(set) var amount: Amount?
    /// The shop's order.
    public private(set) var order: String?
    /// Where it stands, in a word.
    public private(set) var state: String
    /// Why.
    public private(set) var message: String?
    /// When it was stored, in seconds since 1970.
    public private(set) var storedAt: Int64
    /// What it is forwarded as.
    public private(set) var intent: String?
    /// Where it stands; not part of the report.
    public let standing: OfflinePayment.State

    /// Reads what a journal says; `nil` if it is about nothing that was accepted offline.
    public init?(_ history: PaymentHistory) {
        if let payment = OfflinePayment(history) {
            self.init(payment)
        } else if let setup = OfflineSetup(history) {
            self.init(setup)
        } else {
            return nil
        }
    }

    /// Tells a payment.
    public init(_ payment: OfflinePayment) {
        self.init(payment.id, payment.state, payment.storedAt)
        amount = payment.amount
        order = payment.order
        intent = payment.intentID
    }

    /// Tells a card to be saved.
    public init(_ setup: OfflineSetup) {
        self.init(setup.id, setup.state, setup.storedAt)
        state = setup.word
        intent = setup.setupIntentID
    }

    private init(_ id: String, _ state: OfflinePayment.State, _ storedAt: Int64) {
        self.id = id
        self.state = state.word
        self.storedAt = storedAt
        standing = state
        switch state {
        case .quarantined(let quarantine): message = quarantine.message
        case .declined(let decline, _): message = decline.reason
        case .deleted(let person): message = "by \(person)"
        case .stored, .forwarding, .approved: message = nil
        }
    }

    /// Whether it is still stored.
    public var isLeft: Bool {
        switch standing {
        case .stored, .forwarding, .quarantined: true
        case .approved, .declined, .deleted: false
        }
    }

    enum CodingKeys: String, CodingKey {
        case id, amount, order, state, message, intent
        case storedAt = "stored_at"
    }
}

extension OfflineSetup {
    /// Where it stands, in a word.
    public var word: String { if case .approved = state { "saved" } else { state.word } }
}
