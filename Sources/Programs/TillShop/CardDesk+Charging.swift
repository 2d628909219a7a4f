import Tender
import TenderSale
import TillScreens

/// Card charges.
///
/// Each card of a ticket is a payment with an order of its own, and no leg of `Terminal.payOrder`. That call lasts from
/// the first card to the last, and counts cards alone towards a fixed amount; between two cards of a ticket the cashier
/// takes cash, changes the goods, parks it, or starts the till again, a manager may accept an unknown card, and nothing
/// goes back unasked. What became of a card is the same rule for both: `PaymentStanding`.
extension CardDesk {
    /// Charges a card in the background; the outcome is an event.
    func charge(_ leg: String, _ amount: Amount, _ tip: Amount) {
        guard charges[leg] == nil else { return }
        charges[leg] = Charge()
        collecting = leg
        Task { await run(leg, amount, tip) }
    }

    /// Asks to cancel a charge; its outcome still comes, whatever it is.
    func cancel(_ leg: String) {
        guard let charge = charges[leg] else { return }
        charges[leg]?.isCancelAsked = true
        charge.creation?.cancel()
        Task { _ = await charge.cancelable.cancel(.stop) }
    }

    private func run(_ leg: String, _ amount: Amount, _ tip: Amount) async {
        var intent: PaymentIntent?
        do {
            let made = try await create(leg, try amount.adding(tip), tip)
            intent = made
            legsOfIntents[made.id] = leg
            guard let charge = charges[leg], !charge.isCancelAsked else { return end(leg, .canceled, made.id, amount) }
            let outcome = try await terminal.processPaymentIntent(made, cancelable: charge.cancelable)
            if case .canceled(let origin, _) = outcome { line.tell(.stopped(leg: leg, StopCause(origin))) }
            end(leg, LegOutcome(outcome, asked: amount), outcome.intentID, amount)
        } catch {
            await failed(leg, intent, error, amount)
        }
    }

    private func create(_ leg: String, _ total: Amount, _ tip: Amount) async throws -> PaymentIntent {
        var parameters = PaymentIntentParameters(
            total, paymentMethodTypes: PaymentMethodType.presented(in: total.currency))
        if let sharing = legs.open(leg)?.sharing {
            try parameters.share(sharing, tip: tip, group: transferGroup(leg))
        }
        parameters.order = leg
        parameters.metadata[PaymentIntent.journalMetadata] = keyPrefix
        parameters.idempotencyKey = paymentKey(leg)
        let (wanted, terminal, offline) = (parameters, terminal, offline)
        let creation = Task { try await terminal.createPaymentIntent(wanted, offlineBehavior: offline) }
        charges[leg]?.creation = creation
        if charges[leg]?.isCancelAsked == true { creation.cancel() }
        return try await creation.value
    }

    /// Reports the outcome after an error, which the journal proves: without a record, no card was requested.
    private func failed(_ leg: String, _ intent: PaymentIntent?, _ error: any Error, _ amount: Amount) async {
        var outcome = LegOutcome.canceled
        if let intent {
            do throws(JournalError) {
                outcome = LegOutcome(try await journal.history(of: intent.id), asked: amount)
            } catch {
                outcome = .unknown
            }
        }
        tell(why: error, leg, outcome)
        end(leg, outcome, intent?.id, amount)
    }

    private func end(_ leg: String, _ outcome: LegOutcome, _ intentID: String?, _ amount: Amount) {
        charges[leg] = nil
        if collecting == leg { collecting = nil }
        if outcome == .unknown, let intentID, let open = legs.open(leg) {
            follow(open, intentID, isVoid: false)
        }
        tell(leg, outcome)
        list()
    }
}

extension PaymentOutcome {
    fileprivate var intentID: String {
        switch self {
        case .approved(let intent), .declined(_, let intent), .canceled(_, let intent): intent.id
        case .unknown(let unknown): unknown.intent.id
        case .storedOffline(let approval): approval.payment.id
        }
    }
}
