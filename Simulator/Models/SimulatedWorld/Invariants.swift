import SimulatedPayments
import TenderFlow
import TenderModel
import TenderRecords

/// The invariants, checked against the issuer's ledger, which the product never reads.
extension Shop {
    mutating func violate(_ kind: Violation.Kind, _ sale: Int?, _ message: String) {
        trace.note(99, text: "\(now): VIOLATION \(kind.rawValue): \(message)")
        violations.append(Violation(kind: kind, seed: plan.seed, sale: sale, message: message))
    }

    private func ledger(_ intent: String) -> LedgerEntry { payments.ledger(paymentIntent: intent) ?? LedgerEntry() }

    // MARK: - After every execution at the gateway

    /// Checks for double charges: one live approval per intent and per order, and no more captured than the order's
    /// total.
    mutating func checkLedger(_ number: Int?) {
        guard let number else { return }
        let sale = sales[number]
        var live = 0
        var taken: Int64 = 0
        for id in sale.allIntents {
            let entry = ledger(id)
            if entry.authorizations > 1 {
                violate(.doubleCharge, number, "\(id) was approved \(entry.authorizations) times")
            }
            if entry.live > 0 { live += 1 }
            taken += max(0, entry.captured - entry.refunded)
            if let amount = sale.order.editedAmount, sale.edited.contains(id), entry.authorized > 0,
                entry.authorized != amount
            {
                violate(.doubleCharge, number, "\(id): \(entry.authorized) approved, and it is edited to \(amount)")
            }
            if entry.refunded > entry.captured {
                violate(.refundedTooMuch, number, "\(id): \(entry.refunded) refunded of \(entry.captured)")
            }
            if entry.refunded > 0, entry.refunded != entry.captured, entry.refunded != sale.order.refundAmount {
                violate(
                    .refundedTooMuch, number, "\(id): \(entry.refunded) refunded, not \(sale.order.refundAmount ?? 0)"
                )
            }
        }
        if live > 1 { violate(.doubleCharge, number, "\(sale.name) has \(live) live approvals") }
        let most = sale.order.most
        if taken > most {
            violate(.doubleCharge, number, "\(sale.name): \(taken) taken for \(most)")
        }
    }

    // MARK: - When a record is written

    /// Checks that no end is recorded without evidence: what a record says of a confirmation is what the issuer did.
    mutating func checkRecords(_ writes: [SimulatedJournal.Write]) {
        for write in writes {
            if case .offline(let event) = write.entry.event { checkOffline(event, write.entry.intentID) }
            if case .requestSettled(let key, let end) = write.entry.event { checkRecorded(key, end) }
            if case .holdDecided(let rule) = write.entry.event { checkDecided(rule, write.entry.intentID) }
            if case .requestLeaving(.confirm, send: 1) = write.entry.event { requested[write.entry.intentID] = stamp }
            guard case .settled(.confirm, let conclusion, _) = write.entry.event else { continue }
            let entry = ledger(write.entry.intentID)
            let isTrue: Bool =
                switch conclusion {
                case .approved: entry.authorizations > 0
                case .declined: entry.declines > 0 && entry.live == 0
                case .canceled, .notExecuted: entry.live == 0
                case .unknown, .journalUnavailable: false
                }
            if !isTrue {
                violate(
                    .noEvidence, saleOfIntent[write.entry.intentID],
                    "\(write.entry.intentID) is recorded as \(Self.short(conclusion)): \(entry)")
            }
        }
    }

    /// Checks that a rule finishes only a hold that somebody was told of, and that is as old as the rule says.
    private mutating func checkDecided(_ rule: HoldRule, _ id: String) {
        holdsDecided += 1
        guard let history = journal.history(of: id), history.isHold, !history.isUnclaimed else {
            return violate(
                .noEvidence, saleOfIntent[id], "\(id) is finished by a rule, and is no hold that anybody knows of")
        }
        guard let since = requested[id], since.boot == boot else { return }
        guard stamp.upMilliseconds - since.upMilliseconds < Self.holdAge * 1000 else { return }
        violate(.noEvidence, saleOfIntent[id], "\(id) is finished by the rule \(rule.reason), and is younger")
    }

    // MARK: - When something is shown

    mutating func checkShown(_ completion: PaymentCompletion, _ intent: PaymentIntent) {
        switch completion {
        case .confirmed(let conclusion), .intentCanceled(let conclusion): checkShown(conclusion, intent)
        case .captured(let conclusion):
            // A refused capture says nothing about the hold.
            if case .approved = conclusion {
                checkShown(conclusion, intent)
                checkShownCapture(intent.id)
            }
        case .cancelAnswered(let answer): checkShown(answer, intent)
        case .storedOffline:
            if journal.history(of: intent.id)?.offline == nil {
                violate(
                    .falseApproval, saleOfIntent[intent.id],
                    "\(intent.id) is shown as stored before the journal holds it")
            }
        case .incremented(let conclusion): checkShownIncrement(conclusion, intent)
        case .collected, .collectionFailed, .refused: break
        }
    }

    /// Checks that what is shown of an edit is what the gateway would charge.
    mutating func checkShownEdit(_ result: RequestMachine.Result, _ id: String, _ sale: Int) {
        guard let amount = sales[sale].order.editedAmount, case .intent(let intent)? = retrieve(id) else { return }
        let isEdited = intent.amount.minorUnits == amount
        let isTrue =
            switch result {
            case .succeeded: isEdited
            case .notExecuted: !isEdited
            case .unknown, .journalUnavailable: true
            }
        if !isTrue { violate(.noEvidence, sale, "the edit of \(id) is shown as \(result.rawValue): \(intent.amount)") }
    }

    /// Checks that a capture that is shown as done has taken the fee that was asked for.
    private mutating func checkShownCapture(_ id: String) {
        guard let sale = saleOfIntent[id], let fee = sales[sale].order.feeAmount,
            journal.history(of: id)?.holdDecision == nil
        else { return }
        let taken = fees(of: id)
        if taken != fee { violate(.noEvidence, sale, "\(id) is shown as captured with a fee of \(fee): \(taken)") }
    }

    /// Returns the platform's fees of a payment.
    private mutating func fees(of id: String) -> Int64 {
        guard let list = Endpoint(rawValue: "application_fees.list"), case .intent(let intent)? = retrieve(id),
            let charge = intent.latestCharge?.id,
            case .json(let page)? = payments.handle(
                PaymentsRequest(list, parameters: [.init("charge", value: charge)]), fault: nil, now: gatewayTime)?
                .content
        else { return 0 }
        return page.rows.reduce(0) { sum, fee in
            if case .integer(let amount)? = fee["amount"] { sum + amount } else { sum }
        }
    }

    /// Checks that a hold that is shown as raised is, and that one that is shown as not raised is not.
    private mutating func checkShownIncrement(_ conclusion: Conclusion, _ intent: PaymentIntent) {
        guard let sale = saleOfIntent[intent.id], let raised = sales[sale].order.raisedAmount else { return }
        let authorized = ledger(intent.id).authorized
        switch conclusion {
        case .approved:
            if authorized != raised {
                violate(.falseApproval, sale, "\(intent.id) is shown as raised to \(raised): \(ledger(intent.id))")
            }
        case .declined, .notExecuted:
            if authorized == raised {
                violate(.lostApproval, sale, "\(intent.id) is shown as not raised: \(ledger(intent.id))")
            }
        case .canceled, .unknown, .journalUnavailable: break
        }
    }

    mutating func checkShown(_ answer: PaymentCompletion.CancelAnswer, _ intent: PaymentIntent) {
        switch answer {
        case .canceled, .reversed: checkShownUnpaid(intent, "\(answer)")
        case .tooLate(let conclusion): checkShown(conclusion, intent)
        case .reversalUnknown, .tooLateStored, .notCancellable: break
        }
    }

    private mutating func checkShown(_ conclusion: Conclusion, _ intent: PaymentIntent) {
        switch conclusion {
        case .approved: checkShownApproved(intent)
        case .declined, .canceled: checkShownUnpaid(intent, "\(conclusion)")
        case .notExecuted, .unknown, .journalUnavailable: break
        }
    }

    /// Checks for false approvals: the durable journal holds the proof, and the issuer approved.
    private mutating func checkShownApproved(_ intent: PaymentIntent) {
        let sale = saleOfIntent[intent.id]
        if intent.isOffline { violate(.falseApproval, sale, "\(intent.id) was stored, and is shown as approved") }
        if ledger(intent.id).authorizations == 0 {
            violate(.falseApproval, sale, "\(intent.id) is shown as approved, and the issuer never approved it")
        }
        if journal.history(of: intent.id)?.approval == nil {
            violate(.falseApproval, sale, "\(intent.id) is shown as approved before the journal holds it")
        }
    }

    /// Checks that nobody is told that nothing is held while the issuer holds or has the money.
    private mutating func checkShownUnpaid(_ intent: PaymentIntent, _ word: @autoclosure () -> String) {
        let entry = ledger(intent.id)
        guard entry.live > 0 else { return }
        violate(.lostApproval, saleOfIntent[intent.id], "\(intent.id) is shown as \(word().prefix(60)): \(entry)")
    }

    // MARK: - At the end

    mutating func checkAtTheEnd() {
        checkNothingIsUnresolved("at the end")
        checkForwarders()
        checkPayloads(journal)
        checkNothingStoredIsLost()
        checkStoredBooks()
        checkChips()
        for number in sales.indices {
            checkLedger(number)
            checkNothingIsLost(number)
            checkCaptures(number)
            checkNoTransferIsLost(number)
        }
        var copy = SimulatedJournal()
        for wrong in copy.open(disk) { violate(.brokenChain, nil, wrong) }
        if copy.book != journal.book { violate(.brokenChain, nil, "the disk tells something else than the book") }
    }

    /// Checks that no more was captured than the shop wanted, whoever did it, with at most the fee that was asked for,
    /// and that what was captured was not raised afterwards.
    private mutating func checkCaptures(_ number: Int) {
        let order = sales[number].order
        for id in sales[number].allIntents where journal.history(of: id)?.holdDecision == nil {
            let entry = ledger(id)
            if let most = order.capturedAmount, entry.captured > most {
                violate(.doubleCharge, number, "\(id): \(entry.captured) captured, not \(most)")
            }
            if let fee = order.feeAmount, ![0, fee].contains(fees(of: id)) {
                violate(.doubleCharge, number, "\(id): \(fees(of: id)) taken as a fee, not \(fee)")
            }
            if order.raisesLate, entry.authorized > order.most {
                violate(.doubleCharge, number, "\(id) was raised after its capture: \(entry)")
            }
        }
    }

    /// Checks liveness: every outcome is known.
    mutating func checkNothingIsUnresolved(_ when: String) {
        for history in journal.book.unresolved
        where (history.isUnresolved && history.offline?.quarantine == nil)
            || history.refunds.contains(where: mayBeRepeated) || history.call.map(mayBeRepeated) == true
        {
            violate(
                .liveness, saleOfIntent[history.intentID],
                "\(history.intentID) is unresolved \(when): \(Self.short(history))")
        }
    }

    /// Returns whether a request may be repeated; one that is too old to be sent again, and unknown to the gateway, is
    /// left to a person: nothing disproves it.
    private func mayBeRepeated<Parameters>(_ request: KeyedRequest<Parameters>) -> Bool {
        request.isUnresolved && !leftToPeople.contains(request.key) && stamp.allowsRepeating(from: request.first)
            && !isCardGone(request.parameters as? RefundParameters)
    }

    /// Returns whether it is a refund at the reader that never arrived: its card is gone, and nothing disproves it.
    private func isCardGone(_ refund: RefundParameters?) -> Bool {
        guard let refund, refund.isCardPresented else { return false }
        return ledger(refund.subject).refunded == 0
    }

    /// Checks for lost approvals: everything that the issuer holds or captured is in the journal.
    private mutating func checkNothingIsLost(_ number: Int) {
        for id in sales[number].allIntents where ledger(id).live > 0 && !isKnownAsApproved(id) {
            violate(.lostApproval, number, "\(id) is approved, and the journal does not tell it: \(ledger(id))")
        }
    }
}

extension LedgerEntry {
    /// The amount that is held or captured, and neither released nor refunded.
    var live: Int64 { authorized - released - refunded }
}
