import Tender
import TenderSale
import TillScreens

/// Refunds to cards.
extension CardDesk {
    /// Refunds in the background; the outcome is an event.
    func refund(_ id: String, of intentID: String) {
        guard let leg = legs.open(id), leg.asked.minorUnits < 0 else { return tell(id, .canceled) }
        Task {
            let intentID = await charged(intentID)
            guard let outcome = await refundOnce(leg, intentID) else { return }
            if outcome == .unknown { follow(leg, intentID, isVoid: false) }
            tell(id, outcome)
            await claim(refund: leg, intentID)
            list()
        }
    }

    /// Claims a refund that the till was told about: the saved ticket is the proof from now on.
    func claim(refund leg: TicketLeg, _ intentID: String) async {
        do {
            try await terminal.claim(.refund(refundKey(leg.id)), of: intentID)
        } catch {
            line.tell(.failed(Self.sentence(error)))
        }
    }

    /// Returns `nil` when the refund is already on its way: its answer goes to the first caller.
    func refundOnce(_ leg: TicketLeg, _ intentID: String) async -> LegOutcome? {
        guard refunding.insert(leg.id).inserted else { return nil }
        defer { refunding.remove(leg.id) }
        return await refundNow(leg, intentID)
    }

    private func refundNow(_ leg: TicketLeg, _ intentID: String) async -> LegOutcome {
        do {
            let amount = try Amount(minorUnits: 0, currency: leg.asked.currency).subtracting(leg.asked)
            let parameters = RefundParameters(
                paymentIntent: intentID, amount: amount, sharing: leg.sharing, idempotencyKey: refundKey(leg.id))
            switch try await refund(parameters) {
            case .succeeded(let refund):
                return .settled(.init(amount: leg.asked, tip: leg.tip, isCaptured: true, refundID: refund.id))
            case .failed(let refund): return .declined(reason: refund.failureReason ?? refund.status.rawValue)
            case .pending, .unknown: return .unknown
            }
        } catch {
            let outcome = await recorded(refund: leg, intentID)
            tell(why: error, leg.id, outcome)
            return outcome
        }
    }

    /// Refunds to a card: at the reader, if the card must be presented there.
    private func refund(_ parameters: RefundParameters) async throws -> RefundOutcome {
        guard await needsCard(parameters.subject) else { return try await terminal.refund(parameters) }
        return try await terminal.processRefund(parameters, total: Self.patience, busy: .queue)
    }

    /// How long the customer may take to present the card; the customer can cancel at the reader.
    private static let patience = Duration.seconds(90)

    /// Returns whether only the card itself can be refunded to, as with Interac.
    private func needsCard(_ intentID: String) async -> Bool {
        if let known = try? await journal.history(of: intentID)?.receipt { return known.brand == .interac }
        return (try? await terminal.retrievePaymentIntent(id: intentID))?.card?.brand == .interac
    }

    /// Releases a hold in the background; the outcome is an event.
    func release(_ id: String, of intentID: String) {
        guard let leg = legs.open(id), leg.asked.minorUnits < 0 else { return tell(id, .canceled) }
        guard refunding.insert(id).inserted else { return }
        Task {
            defer { refunding.remove(id) }
            let intentID = await charged(intentID)
            var problem: (any Error)?
            do {
                _ = try await terminal.cancelPaymentIntent(try await terminal.retrievePaymentIntent(id: intentID))
            } catch {
                problem = error
            }
            let outcome = await recorded(release: leg, intentID)
            if let problem { tell(why: problem, id, outcome) }
            if outcome == .unknown { follow(leg, intentID, isVoid: true) }
            tell(id, outcome)
            list()
        }
    }

    /// Returns the outcome of a refund that the journal proves; unknown when the journal cannot be read.
    func recorded(refund leg: TicketLeg, _ intentID: String) async -> LegOutcome {
        let key = IdempotencyKey.refund(refundKey(leg.id))
        do throws(JournalError) {
            let refund = try await journal.history(of: intentID)?.refunds.first { $0.key == key }
            var id = refund?.object
            if id == nil, refund?.result == .succeeded { id = await refundID(key, of: intentID) }
            return LegOutcome(refund, of: leg, id: id)
        } catch {
            return .unknown
        }
    }

    func recorded(release leg: TicketLeg, _ intentID: String) async -> LegOutcome {
        do throws(JournalError) {
            return LegOutcome(releaseOf: try await journal.history(of: intentID), leg: leg)
        } catch {
            return .unknown
        }
    }

    /// Records of older versions have no refund id; returns `nil` where the gateway does not report it now.
    private func refundID(_ key: IdempotencyKey, of intentID: String) async -> String? {
        let refunds = try? await gateway.listRefunds(paymentIntent: intentID, ListQuery(limit: 100))
        return refunds?.data.first { $0.metadata[PaymentIntent.attemptMetadata] == key.rawValue }?.id
    }

    /// Refunds a payment that no ticket counts, unless a ticket has come to count it since the request.
    func refund(_ orphan: RegisterOrphan) {
        let intentID = orphan.intentID
        if let leg = orphan.leg, legs.isSettled(leg) || legs.open(leg)?.mayPay == true {
            line.tell(.failed("\(intentID): a ticket holds this payment, and nothing was refunded"))
            return line.tell(.register(.orphanKept(intentID: intentID)))
        }
        Task {
            do {
                let intent = try await terminal.retrievePaymentIntent(id: intentID)
                if intent.status == .requiresCapture {
                    _ = try await terminal.cancelPaymentIntent(intent)
                    line.tell(.done("\(intentID): the hold is released"))
                } else {
                    try await refundAll(intent)
                }
            } catch {
                line.tell(.failed(Self.sentence(error)))
            }
            await tellIfKept(intentID)
            list()
        }
    }

    /// Reports a refund that provably, by the journal, was not made, so that it is not booked as if it had been.
    private func tellIfKept(_ intentID: String) async {
        guard let history = try? await journal.history(of: intentID), history.approval != nil, !history.isUnresolved,
            !history.isRefunded
        else { return }
        let refund = history.refund(
            continuedBy: RefundParameters(paymentIntent: intentID, idempotencyKey: refundKey("back." + intentID)))
        // It was refunded, or the outcome is unknown.
        if let refund, refund.result == nil || refund.result == .unknown || refund.result == .succeeded { return }
        line.tell(.register(.orphanKept(intentID: intentID)))
    }

    private func refundAll(_ intent: PaymentIntent) async throws {
        var parameters = RefundParameters(
            paymentIntent: intent.id, reversesTransfer: intent.transferData != nil,
            refundsApplicationFee: intent.applicationFeeAmount != nil, idempotencyKey: refundKey("back." + intent.id))
        if intent.card?.brand == .interac {
            // The reader shows what goes back: all that was paid, since a ticket that refunds a part counts the payment.
            parameters.amount = intent.amountReceived
        }
        switch try await refund(parameters) {
        case .succeeded(let refund):
            line.tell(.done("\(intent.id): \(refund.amount) was refunded"))
            try await terminal.claim(refund)
        case .pending: line.tell(.done("\(intent.id): the refund is under way"))
        case .failed(let refund):
            line.tell(
                .failed(
                    "\(intent.id): the refund failed: \(DeclineWords.text(refund.failureReason ?? "").text(.english))"))
        case .unknown: line.tell(.failed("\(intent.id): nobody knows yet whether it was refunded"))
        }
    }

    /// Records that a person has looked into a payment.
    func acknowledge(_ intentID: String, by person: String) {
        Task {
            do {
                try await terminal.acknowledge(intentID, by: person)
            } catch {
                line.tell(.failed(Self.sentence(error)))
            }
            list()
        }
    }
}
