import TenderModel

/// Editing an intent: a request beside its payment, which has the payment to itself until the end.
extension TerminalMachine {
    mutating func admitEdit(_ id: CommandID, _ intent: KnownIntent, _ changes: PaymentIntentChanges) {
        guard !intent.isOffline else { return end(id, .refused(.editOffline(intent.id))) }
        let currency = intent.facts.amount.currency
        if let amount = changes.amount, amount.currency != currency || amount.minorUnits <= 0 {
            return end(id, .refused(.amount(amount)))
        }
        for share in [changes.applicationFeeAmount?.value, changes.transferAmount].compactMap(\.self)
        where share.currency != currency || share.minorUnits < 0 {
            return end(id, .refused(.amount(share)))
        }
        let reserved = [
            PaymentIntent.attemptMetadata, PaymentIntent.orderMetadata, PaymentIntent.journalMetadata,
        ]
        if let name = reserved.first(where: { changes.metadata[$0] != nil }) {
            return end(id, .refused(.reservedMetadata(name)))
        }
        afterTakeover(.prepare(id))
    }

    /// Sends the changes, unless the payment's phase does not allow them.
    ///
    /// A card that was collected for another amount is dropped first: if the answer is lost, nobody knows which amount
    /// it would be charged.
    mutating func edit(
        _ intent: KnownIntent, _ changes: PaymentIntentChanges, _ running: RunningCommand, _ number: Int
    ) {
        guard let index = index(of: number) else { return }
        guard running.stop == nil else {
            payments[index].waiter = nil
            tell(running.stoppers, .stoppedBefore)
            end(running.id, .refused(.canceled(request: 0)))
            return forgetIfOver(number)
        }
        guard payments[index].machine.acceptsEdit else {
            payments[index].waiter = nil
            end(running.id, .payment(payments[index].answer(.refused(.edit, payments[index].machine.phase.name))))
            return forgetIfOver(number)
        }
        noteEdit(intent, running, number)
        let base = changes.idempotencyKey ?? running.freshKey
        let editing = Editing(
            command: running.id, intentID: intent.id, changes: changes,
            key: IdempotencyKey(base: base, attempt: 0, verb: "edit"), amount: payments[index].machine.terms.amount)
        if let amount = changes.amount { expect(amount, of: intent.id) }
        begin(.edit(editing))
    }

    /// Measures all further answers against an amount, for which a card must be collected again.
    private mutating func expect(_ amount: Amount, of intentID: String) {
        guard let payment = payments.first(where: { $0.intentID == intentID }) else { return }
        var terms = payment.machine.terms
        guard terms.amount != amount else { return }
        terms.amount = amount
        deliver(.intentEdited(terms), to: payment.number)
    }

    /// Gives the payment back to its next command, with what the request has revealed about the intent.
    mutating func editEnded(_ editing: Editing, _ request: TerminalRequest, _ result: RequestMachine.Result) {
        guard let index = payments.firstIndex(where: { $0.intentID == editing.intentID }) else { return }
        switch result {
        case .succeeded:
            payments[index].isEditInDoubt = false
            emit(.keepIntent(editing.intentID, .request(request.number)))
            if case .intent(let made)? = request.made {
                expect(made.facts.amountWithoutAdditions, of: editing.intentID)
            }
        case .unknown where editing.changes.amount != nil: payments[index].isEditInDoubt = true
        case .unknown: break
        case .notExecuted, .journalUnavailable: expect(editing.amount, of: editing.intentID)
        }
        payments[index].waiter = nil
    }

    /// Ends the doubt about an edit, because the application has seen the intent as it is now.
    mutating func endEditDoubt(_ request: TerminalRequest) {
        guard case .intent(let read)? = request.made,
            let index = payments.firstIndex(where: { $0.intentID == read.id && $0.isEditInDoubt })
        else { return }
        payments[index].isEditInDoubt = false
        expect(read.facts.amountWithoutAdditions, of: read.id)
    }

    /// Returns what a payment is doing, for a command that finds it busy.
    func activity(of payment: TerminalPayment) -> String {
        if case .edit? = payment.waiter.flatMap({ running($0)?.command }) { return "editing" }
        return payment.machine.phase.name.rawValue
    }
}
