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
        case .approved(let intent): self.init(IntentFacts(intent), asked: asked, card: intent.card)
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

    /// Reads an approval: it pays the ticket first, and the tip last.
    init(_ approval: IntentFacts, asked: Amount, card: CardDetails?) {
        let money = Amount(minorUnits: approval.heldOrCaptured, currency: approval.amount.currency)
        self.init(
            authorized: money, goods: approval.paidForGoods(of: money.minorUnits), asked: asked,
            isCaptured: approval.status == .succeeded, intentID: approval.id, card: card)
    }

    /// - Parameter goods: The part of the money that may pay the ticket, in minor units; `nil` if all of it may.
    init(
        authorized: Amount, goods: Int64? = nil, asked: Amount, isCaptured: Bool, intentID: String, card: CardDetails?
    ) {
        guard
            let money = Settlement(
                authorized, goods: goods, asked: asked, isCaptured: isCaptured, intentID: intentID, card: card)
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
    fileprivate init?(
        _ money: Amount, goods: Int64? = nil, asked: Amount, isCaptured: Bool, intentID: String, card: CardDetails?
    ) {
        let paid = min(goods ?? money.minorUnits, asked.minorUnits)
        guard money.currency == asked.currency, paid > 0 else { return nil }
        self.init(
            amount: Amount(minorUnits: paid, currency: asked.currency),
            tip: Amount(minorUnits: money.minorUnits - paid, currency: asked.currency), isCaptured: isCaptured,
            intentID: intentID, card: card)
    }
}
