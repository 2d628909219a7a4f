public import TenderAPI
public import TenderModel

/// The proof that the page of a leg gives of its outcome.
extension LegOutcome {
    /// Reads the outcome of a payment by link, or returns `nil` while it is undecided.
    ///
    /// Amounts and names are compared with the request: an answer that does not match is unknown, for a person to look
    /// at.
    ///
    /// - Parameters:
    ///   - session: The page.
    ///   - intent: Its payment, read after the page; `nil` when it has none.
    ///   - leg: The request.
    public init?(_ session: CheckoutSession, _ intent: PaymentIntent?, of leg: TicketLeg) {
        guard session.status == .complete || session.status == .expired else { return nil }
        guard session.clientReferenceID == leg.id, session.paymentIntent == intent?.id else {
            self = .unknown
            return
        }
        guard let intent else {
            // No payment was begun on a page that can no longer be used.
            self = session.status == .expired ? .canceled : .unknown
            return
        }
        switch intent.status {
        case .succeeded: self = Self.paid(session, intent, leg)
        case .canceled: self = .canceled
        case .requiresPaymentMethod:
            self = session.status == .expired ? .canceled : .declined(reason: "payment_failed")
        case .requiresConfirmation, .requiresAction, .processing, .requiresCapture, .requiresReauthorization, .unknown:
            return nil
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
