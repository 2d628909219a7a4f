import Tender
import TenderSale
import TillScreens

/// The outcomes of payments that were unknown.
extension CardDesk {
    /// Finds out the outcomes of card legs of open tickets; each answer is an event.
    func follow(_ ids: [String]) async {
        let wanted = ids.filter { charges[$0] == nil }
        guard !wanted.isEmpty else { return }
        let histories: [PaymentHistory]
        do throws(JournalError) {
            let orders = Set(wanted)
            histories = try await journal.histories { $0.order.map(orders.contains) ?? false }
        } catch {
            line.tell(.failed(error.message))
            for id in wanted { tell(id, .unknown) }
            return
        }
        for id in wanted {
            guard let leg = legs.open(id) else {
                followStored(id, histories)
                continue
            }
            if leg.asked.minorUnits < 0 {
                await followBack(leg, isVoid: legs.isRelease(id))
            } else {
                follow(leg, histories.filter { $0.terms?.order == id || $0.offline?.sale.payment?.order == id })
            }
        }
        list()
    }

    /// Follows a payment that a finished sale has stored offline.
    private func followStored(_ id: String, _ histories: [PaymentHistory]) {
        let history = histories.last { $0.offline?.sale.payment?.order == id }
        guard legs.isStored(id), let amount = history?.offline?.amount else { return }
        tell(id, LegOutcome(history, asked: amount))
    }

    private func follow(_ leg: TicketLeg, _ histories: [PaymentHistory]) {
        // A leg has one payment; if there were more, the one that somebody must look at counts.
        let open = histories.first { $0.isUnresolved } ?? histories.first { $0.approval != nil } ?? histories.last
        let outcome = LegOutcome(open, asked: leg.asked)
        if outcome == .unknown, let open { follow(leg, open.intentID, isVoid: false) }
        tell(leg.id, outcome)
    }

    private func followBack(_ leg: TicketLeg, isVoid: Bool) async {
        guard let local = leg.intentID else { return tell(leg.id, .canceled) }
        let intentID = await charged(local)
        let outcome = await recorded(leg, intentID, isVoid: isVoid)
        if outcome == .unknown { follow(leg, intentID, isVoid: isVoid) }
        tell(leg.id, outcome)
        await claim(refund: leg, intentID)
    }

    func follow(_ leg: TicketLeg, _ intentID: String, isVoid: Bool) {
        followed[leg.id] = Followed(intentID: intentID, leg: leg, isVoid: isVoid)
        // It may have been resolved before anybody followed it.
        Task { await look(leg.id) }
    }

    private func look(_ id: String) async {
        if let what = followed[id] { await look(id, what) }
    }

    /// Looks up a followed leg in the journal.
    func look(_ id: String, _ what: Followed) async {
        let outcome: LegOutcome
        if what.leg.asked.minorUnits > 0 {
            guard let history = try? await journal.history(of: what.intentID) else { return }
            outcome = LegOutcome(history, asked: what.leg.asked)
        } else {
            outcome = await recorded(what.leg, what.intentID, isVoid: what.isVoid)
        }
        guard outcome != .unknown, followed.removeValue(forKey: id) != nil else { return }
        tell(id, outcome)
        if what.leg.asked.minorUnits < 0 { await claim(refund: what.leg, what.intentID) }
        list()
    }

    /// Asks the gateway again about every unknown outcome.
    func askAgain() {
        Task {
            let attempts = (try? await terminal.pendingAttempts()) ?? []
            for attempt in attempts where attempt.state == .unresolved && charges[attempt.order ?? ""] == nil {
                ask(attempt)
            }
            for (id, what) in followed where what.leg.asked.minorUnits < 0 { refundAgain(id, what) }
            // It needs no card, and so not the reader.
            for attempt in attempts where attempt.state == .saving && !isRunning(attempt.intentID) {
                _ = try? await terminal.confirmSetupIntent(Self.intent(attempt.intentID, of: nil))
            }
            list()
        }
    }

    private func ask(_ attempt: PendingAttempt) {
        Task {
            do {
                let intent = try await terminal.retrievePaymentIntent(id: attempt.intentID)
                _ = try await terminal.resolvePaymentIntent(intent)
            } catch {
                line.tell(.failed(Self.sentence(error)))
            }
            await changed(attempt.intentID)
        }
    }

    /// Repeats the same refund under the same key: it is looked up before it is sent again.
    ///
    /// What became of a hold is asked for with its payment.
    private func refundAgain(_ id: String, _ what: Followed) {
        Task {
            guard await isRefund(what),
                let outcome = await giveBackOnce(what.leg, what.intentID, isVoid: what.isVoid), outcome != .unknown,
                followed.removeValue(forKey: id) != nil
            else { return }
            tell(id, outcome)
            await claim(refund: what.leg, what.intentID)
            list()
        }
    }

    /// Handles a change of a payment in the journal.
    func changed(_ intentID: String) async {
        for (leg, what) in followed where what.intentID == intentID { await look(leg, what) }
        list()
    }
}
