public import TenderModel

/// What the page that a leg was to be paid on proves.
extension LegOutcome {
    /// Reads the outcome of a payment by link; nil while it is not decided.
    ///
    /// Amounts and names are compared with what was asked: an answer that does not fit is unknown, for a person to look at.
    ///
    /// - Parameters:
    ///   - session: the page.
    ///   - intent: its payment, read after the page; nil when it has none.
    ///   - leg: what was asked for.
    public init?(_ session: CheckoutSession, _ intent: PaymentIntent?, of leg: TicketLeg) {
        guard session.status == .complete || session.status == .expired else { return nil }
        guard session.clientReferenceID == leg.id, session.paymentIntent == intent?.id else {
            self = .unknown
            return
        }
        guard let intent else {
            // Nothing was begun on a page that can be used no more.
            self = session.status == .expired ? .canceled : .unknown
            return
        }
        switch intent.status {
        case .succeeded: self = Self.paid(session, intent, leg)
        case .canceled: self = .canceled
        case .requiresPaymentMethod:
            self = session.status == .expired ? .canceled : .declined(reason: "payment_failed")
        default: return nil
        }
    }

    private static func paid(_ session: CheckoutSession, _ intent: PaymentIntent, _ leg: TicketLeg) -> LegOutcome {
        guard let whole = try? leg.asked.adding(leg.tip), session.amountTotal == whole, intent.amount == whole,
            intent.amountReceived == whole
        else { return .unknown }
        return .settled(
            Settlement(
                amount: leg.asked, tip: leg.tip, isCaptured: true, intentID: intent.id,
                card: intent.paymentMethod?.value?.card ?? intent.card))
    }
}
