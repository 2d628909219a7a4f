import Tender
public import TenderModel
public import TenderSale

/// The meaning of a payment's outcome for its ticket leg.
extension LegOutcome {
    /// Reads the outcome of a card payment.
    ///
    /// - Parameters:
    ///   - outcome: The terminal's outcome.
    ///   - asked: The amount that the leg requests, without the tip.
    public init(_ outcome: PaymentOutcome, asked: Amount) {
        switch outcome {
        case .approved(let intent):
            let isCaptured = intent.status == .succeeded
            let money = isCaptured ? intent.amountReceived : intent.amountCapturable
            self.init(
                authorized: money ?? intent.amount, asked: asked, isCaptured: isCaptured, intentID: intent.id,
                card: intent.card)
        case .declined(let decline, _): self = .declined(reason: decline.reason)
        case .canceled: self = .canceled
        case .unknown: self = .unknown
        case .storedOffline(let approval):
            self.init(stored: approval.payment, asked: asked)
        }
    }

    /// Reads the outcome of a refund to a card.
    ///
    /// - Parameter leg: The leg of the refund, whose amounts are negative.
    init(_ refund: RefundOutcome, of leg: TicketLeg) {
        self =
            switch refund {
            case .succeeded(let refund):
                .settled(Settlement(amount: leg.asked, tip: leg.tip, isCaptured: true, refundID: refund.id))
            case .failed(let refund): .declined(reason: refund.failureReason ?? refund.status.rawValue)
            case .pending, .unknown: .unknown
            }
    }

    /// The authorized amount pays the ticket first, and the tip last.
    init(authorized: Amount, asked: Amount, isCaptured: Bool, intentID: String, card: CardDetails?) {
        guard
            let money = Settlement(
                authorized, asked: asked, isCaptured: isCaptured, intentID: intentID, card: card)
        else {
            self = .unknown
            return
        }
        self = .settled(money)
    }

    init(stored payment: OfflinePayment, asked: Amount) {
        guard
            let money = Settlement(
                payment.amount, asked: asked, isCaptured: false, intentID: payment.id, card: payment.card)
        else {
            self = .unknown
            return
        }
        self = .offline(money)
    }
}

extension LegOutcome.Settlement {
    /// Returns `nil` for money that cannot pay the leg, none or in another currency: a person has to look at it.
    fileprivate init?(_ money: Amount, asked: Amount, isCaptured: Bool, intentID: String, card: CardDetails?) {
        guard money.currency == asked.currency, money.minorUnits > 0, asked.minorUnits > 0 else { return nil }
        let paid = min(money.minorUnits, asked.minorUnits)
        self.init(
            amount: Amount(minorUnits: paid, currency: asked.currency),
            tip: Amount(minorUnits: money.minorUnits - paid, currency: asked.currency), isCaptured: isCaptured,
            intentID: intentID, card: card)
    }
}
