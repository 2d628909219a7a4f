import SimulatedPayments
import TenderFlow
import TenderModel
import TenderRecords

/// The invariants about offline payments.
extension Shop {
    private func ledger(_ intent: String) -> LedgerEntry { payments.ledger(paymentIntent: intent) ?? LedgerEntry() }

    /// Checks that no stored payment ends without evidence, and that none is deleted while the issuer holds money for
    /// it.
    mutating func checkOffline(_ event: OfflineEvent, _ id: String) {
        switch event {
        case .forwarded(let result): checkResult(id, result, .noEvidence)
        case .deleted:
            let held = intents(forwardedFor: id).filter { ledger($0).live > 0 }
            guard !held.isEmpty else { return }
            violate(.lostApproval, saleOfIntent[id], "\(id) is deleted, and \(held) is approved")
        case .stored, .forwarding, .created, .quarantined, .released: break
        }
    }

    /// Returns every PaymentIntent that the records name for a stored payment.
    private func intents(forwardedFor id: String) -> [String] {
        journal.offlineEntries.compactMap { entry in
            guard entry.intentID == id, case .offline(.created(let intent)) = entry.event else { return nil }
            return intent
        }
    }

    private mutating func checkResult(_ id: String, _ result: OfflineResult, _ kind: Violation.Kind) {
        let entry = ledger(result.intentID)
        let isTrue =
            switch result {
            case .approved: entry.authorizations > 0
            // No card is saved in this world.
            case .saved: false
            case .declined:
                entry.declines > 0 && intents(forwardedFor: id).allSatisfy { ledger($0).live == 0 }
            }
        if !isTrue { violate(kind, saleOfIntent[id], "\(id) is \(Self.short(result)): \(entry)") }
    }

    /// Checks that the reported result of a stored payment is in the durable journal, and matches the issuer's
    /// bookings.
    mutating func checkForwarded(_ id: String, _ result: OfflineResult) {
        checkResult(id, result, .falseApproval)
        if journal.history(of: id)?.offline?.result != result {
            violate(.falseApproval, saleOfIntent[id], "\(id) is told before the journal holds it")
        }
    }

    mutating func checkQuarantined(_ id: String, _ quarantine: OfflinePayment.Quarantine) {
        guard quarantine.reason == .payloadMissing || quarantine.reason == .payloadDamaged else { return }
        violate(.offlineRules, saleOfIntent[id], "\(id): \(quarantine.message)")
    }

    /// Checks after every commit that stored payments are within the limits, and that there is card data for the open
    /// ones and for nothing else.
    mutating func checkStored(_ writes: [SimulatedJournal.Write]) {
        guard writes.contains(where: { if case .offline = $0.entry.event { true } else { false } }) else { return }
        for write in writes {
            guard case .offline(.stored(let sale)) = write.entry.event, let amount = sale.payment?.amount else {
                continue
            }
            if Self.offlineLimits.perPayment.contains(where: { $0.minorUnits < amount.minorUnits }) {
                violate(.offlineRules, saleOfIntent[write.entry.intentID], "\(amount) is stored as one payment")
            }
        }
        let status = journal.book.offlineStatus
        let limits = Self.offlineLimits
        if status.count > limits.count { violate(.offlineRules, nil, "\(status.count) payments are stored") }
        for total in status.totals
        where !limits.stored.contains(where: { $0.currency == total.currency && $0.minorUnits >= total.minorUnits }) {
            violate(.offlineRules, nil, "\(total) is stored")
        }
        checkPayloads(journal)
        checkNothingStoredIsLost()
    }

    /// Goods were handed over for every stored payment: the issuer approved it, or it is listed, or somebody has seen
    /// its end.
    ///
    /// The issuer's ledger decides, whatever the journal calls the end.
    mutating func checkNothingStoredIsLost() {
        let listed = Set(journal.book.openPayments.map(\.intentID))
        for (place, entry) in journal.offlineEntries.enumerated() {
            guard case .offline(.stored) = entry.event else { continue }
            let id = entry.intentID
            guard !isPaid(id), !listed.contains(id), !isEndAcknowledged(id, after: place) else { continue }
            violate(.lostSale, saleOfIntent[id], "\(id) was never paid, and is neither listed nor acknowledged")
        }
    }

    /// Returns whether the issuer has paid for a stored payment, or had until somebody released or refunded it.
    private func isPaid(_ id: String) -> Bool {
        if intents(forwardedFor: id).contains(where: { ledger($0).live > 0 || ledger($0).captured > 0 }) { return true }
        return journal.history(of: id)?.offline?.approvedAs.map { ledger($0).authorizations > 0 } ?? false
    }

    /// Checks that the bookings of stored payments in the shop's books match the issuer's, one by one.
    mutating func checkStoredBooks() {
        for entry in journal.offlineEntries {
            guard case .offline(.stored(let sale)) = entry.event else { continue }
            let id = entry.intentID
            guard let offline = journal.history(of: id)?.offline, !offline.isOpen else { continue }
            let charged = offline.approvedAs.map { ledger($0).authorized } ?? 0
            let due = offline.isLost ? 0 : sale.payment?.amount.minorUnits ?? 0
            let others = intents(forwardedFor: id).filter { $0 != offline.approvedAs && ledger($0).live > 0 }
            guard charged != due || !others.isEmpty else { continue }
            violate(.noEvidence, saleOfIntent[id], "\(id) brought in \(due) by the books, and \(charged) and \(others)")
        }
    }

    /// Returns whether somebody has seen the end of a stored payment, after it came.
    private func isEndAcknowledged(_ id: String, after place: Int) -> Bool {
        var hasEnded = false
        for entry in journal.offlineEntries[place...] where entry.intentID == id {
            switch entry.event {
            case .offline(.forwarded), .offline(.deleted): hasEnded = true
            case .acknowledged where hasEnded: return true
            default: break
            }
        }
        return false
    }

    mutating func checkPayloads(_ journal: SimulatedJournal) {
        let open = journal.book.storedOffline.map(\.intentID).sorted()
        let kept = disk.payloads.keys.sorted()
        if open != kept { violate(.offlineRules, nil, "open are \(open), and card data is kept of \(kept)") }
    }

    /// Checks that the forwarders are idle once faults have stopped, and that every command was answered.
    mutating func checkForwarders() {
        for lane in lanes {
            if !lane.machine.isForwarderIdle { violate(.liveness, nil, "a forwarder is not done: \(lane.machine)") }
            if !lane.asked.isEmpty { violate(.liveness, nil, "not answered: \(lane.asked.sorted { $0.key < $1.key })") }
        }
    }

    /// Returns whether the journal records an intent as approved, as a payment of its own or as a stored one.
    func isKnownAsApproved(_ id: String) -> Bool {
        if journal.history(of: id)?.approval != nil { return true }
        return journal.offlineEntries.contains { entry in
            if case .offline(.forwarded(.approved(let facts))) = entry.event { facts.id == id } else { false }
        }
    }
}
