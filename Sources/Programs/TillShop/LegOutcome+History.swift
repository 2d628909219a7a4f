public import TenderFlow
public import TenderModel
public import TenderSale

/// The outcome that the journal proves: each request is recorded before it leaves, so that a missing record is a proof.
extension LegOutcome {
    /// Reads the records of a card payment.
    ///
    /// - Parameters:
    ///   - history: The journal's record of the leg's payment; `nil` when there is none.
    ///   - asked: The amount that the leg requests, without the tip.
    public init(_ history: PaymentHistory?, asked: Amount) {
        guard let history else {
            // An intent may have been created, but no card was requested: nothing is held.
            self = .canceled
            return
        }
        if let stored = OfflinePayment(history) {
            self.init(offline: stored, asked: asked)
            return
        }
        switch history.standing {
        case .unknown, .reversing: self = .unknown
        case .approved(let approval, _): self.init(approval, asked: asked, card: history.receipt)
        case .nothing(let decline?): self = .declined(reason: decline.reason)
        case .nothing(nil), .refunded: self = .canceled
        }
    }

    private init(offline payment: OfflinePayment, asked: Amount) {
        switch payment.state {
        case .stored, .forwarding, .quarantined: self.init(stored: payment, asked: asked)
        case .approved(let intentID):
            self.init(
                authorized: payment.amount, asked: asked, isCaptured: true, intentID: intentID, card: payment.card)
        case .declined(let decline, _): self = .declined(reason: decline.reason)
        case .deleted: self = .canceled
        }
    }

    /// Reads the records of a refund to a card.
    ///
    /// - Parameters:
    ///   - refund: The journal's record of it; `nil` when there is none: it was never sent.
    ///   - leg: The leg of the refund, whose amounts are negative.
    ///   - id: The refund's id, if known.
    public init(_ refund: PaymentHistory.Refund?, of leg: TicketLeg, id: String?) {
        guard let refund else {
            self = .canceled
            return
        }
        switch refund.result {
        case .succeeded: self = .settled(Settlement(amount: leg.asked, tip: leg.tip, isCaptured: true, refundID: id))
        case nil, .unknown: self = .unknown
        case .notExecuted, .journalUnavailable: self = .canceled
        }
    }

    /// Reads the records of a payment whose hold was to be released.
    ///
    /// - Parameters:
    ///   - history: The journal's record of the payment.
    ///   - leg: The leg of the void, whose amounts are negative.
    public init(releaseOf history: PaymentHistory?, leg: TicketLeg) {
        guard let history else {
            self = .unknown
            return
        }
        if history.isUnresolved {
            self = .unknown
        } else if history.approval == nil, case .canceled? = history.conclusion {
            self = .settled(Settlement(amount: leg.asked, tip: leg.tip))
        } else {
            self = .canceled
        }
    }
}
