import Tender
import TenderSale
import TillScreens

/// Refunds to cards.
extension CardDesk {
    /// Refunds in the background; the outcome is an event.
    func refund(_ id: String, of intentID: String) { giveBack(id, intentID, isVoid: false) }

    /// Gives all of a held payment back in the background, whatever became of the hold; the outcome is an event.
    func release(_ id: String, of intentID: String) { giveBack(id, intentID, isVoid: true) }

    private func giveBack(_ id: String, _ intentID: String, isVoid: Bool) {
        guard let leg = legs.open(id), leg.asked.minorUnits < 0 else { return tell(id, .canceled) }
        Task {
            let intentID = await charged(intentID)
            guard let outcome = await giveBackOnce(leg, intentID, isVoid: isVoid) else { return }
            if outcome == .unknown { follow(leg, intentID, isVoid: isVoid) }
            tell(id, outcome)
            await claim(refund: leg, intentID)
            list()
        }
    }

    /// Claims a refund that the till was told about: the saved ticket is the proof from now on.
    func claim(refund leg: TicketLeg, _ intentID: String) async {
        do {
            try await terminal.claim(refundKey(of: leg), of: intentID)
        } catch {
            line.tell(.failed(Self.sentence(error)))
        }
    }

    /// Returns `nil` when the money is already on its way back: the answer goes to the first caller.
    func giveBackOnce(_ leg: TicketLeg, _ intentID: String, isVoid: Bool) async -> LegOutcome? {
        guard refunding.insert(leg.id).inserted else { return nil }
        defer { refunding.remove(leg.id) }
        do {
            return try await giveBackNow(leg, intentID, isVoid: isVoid)
        } catch {
            let outcome = await recorded(leg, intentID, isVoid: isVoid)
            tell(why: error, leg.id, outcome)
            return outcome
        }
    }

    private func giveBackNow(_ leg: TicketLeg, _ intentID: String, isVoid: Bool) async throws -> LegOutcome {
        let amount = try Amount(minorUnits: 0, currency: leg.asked.currency).subtracting(leg.asked)
        let parameters = RefundParameters(
            paymentIntent: intentID, amount: amount, sharing: leg.sharing, idempotencyKey: refundKey(leg.id))
        guard isVoid else { return LegOutcome(try await refund(parameters), of: leg) }
        switch try await void(parameters) {
        case .released: return .settled(.init(amount: leg.asked, tip: leg.tip))
        case .refunded(let refund): return LegOutcome(refund, of: leg)
        }
    }

    /// Refunds to a card: at the reader, if the card must be presented there.
    private func refund(_ parameters: RefundParameters) async throws -> RefundOutcome {
        guard await needsCard(parameters.subject) else { return try await terminal.refund(parameters) }
        return try await refundAtReader(parameters)
    }

    private func refundAtReader(_ parameters: RefundParameters) async throws -> RefundOutcome {
        try await terminal.processRefund(parameters, total: Self.patience, busy: .queue)
    }

    /// Releases a hold, or refunds what was captured of it, whatever the amount; what only its card can get, at the
    /// reader.
    private func void(_ parameters: RefundParameters) async throws -> VoidOutcome {
        if await needsCard(parameters.subject) {
            let intent = try await terminal.retrievePaymentIntent(id: parameters.subject)
            guard intent.status != .succeeded else {
                // The reader shows what goes back: all that was paid, since a ticket that refunds a part counts the
                // payment.
                var everything = parameters
                everything.amount = intent.amountReceived
                return .refunded(try await refundAtReader(everything))
            }
        }
        return try await terminal.voidPayment(
            id: parameters.subject, reversesTransfer: parameters.reversesTransfer,
            refundsApplicationFee: parameters.refundsApplicationFee, idempotencyKey: parameters.idempotencyKey)
    }

    /// How long the customer may take to present the card; the customer can cancel at the reader.
    private static let patience = Duration.seconds(90)

    /// Returns whether only the card itself can be refunded to, as with Interac.
    private func needsCard(_ intentID: String) async -> Bool {
        if let known = try? await journal.history(of: intentID)?.receipt { return known.brand == .interac }
        return (try? await terminal.retrievePaymentIntent(id: intentID))?.card?.brand == .interac
    }

    /// Returns the outcome of money that goes back that the journal proves; unknown when the journal cannot be read.
    func recorded(_ leg: TicketLeg, _ intentID: String, isVoid: Bool) async -> LegOutcome {
        do throws(JournalError) {
            let history = try await journal.history(of: intentID)
            let refund = refund(of: leg, in: history)
            // A hold that was captured before it could be released is refunded.
            if isVoid, refund == nil { return LegOutcome(releaseOf: history, leg: leg) }
            var id = refund?.object
            if id == nil, refund?.result == .succeeded { id = await refundID(refundKey(of: leg), of: intentID) }
            return LegOutcome(refund, of: leg, id: id)
        } catch {
            return .unknown
        }
    }

    /// Returns whether a refund is what a leg waits for, and not the release of a hold.
    func isRefund(_ what: Followed) async -> Bool {
        guard what.isVoid else { return true }
        return refund(of: what.leg, in: try? await journal.history(of: what.intentID)) != nil
    }

    private func refund(of leg: TicketLeg, in history: PaymentHistory?) -> PaymentHistory.Refund? {
        history?.refunds.first { $0.key == refundKey(of: leg) }
    }

    private func refundKey(of leg: TicketLeg) -> IdempotencyKey { .refund(refundKey(leg.id)) }

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
                let everything = RefundParameters(
                    paymentIntent: intent.id, reversesTransfer: intent.transferData != nil,
                    refundsApplicationFee: intent.applicationFeeAmount != nil,
                    idempotencyKey: refundKey("back." + intent.id))
                try await tell(void(everything), intent.id)
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

    private func tell(_ outcome: VoidOutcome, _ id: String) async throws {
        switch outcome {
        case .released: line.tell(.done("\(id): the hold is released"))
        case .refunded(.succeeded(let refund)):
            line.tell(.done("\(id): \(refund.amount) was refunded"))
            try await terminal.claim(refund)
        case .refunded(.pending): line.tell(.done("\(id): the refund is under way"))
        case .refunded(.failed(let refund)):
            let reason = DeclineWords.text(refund.failureReason ?? "").text(.english)
            line.tell(.failed("\(id): the refund failed: \(reason)"))
        case .refunded(.unknown): line.tell(.failed("\(id): nobody knows yet whether it was refunded"))
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
