import FoundationEssentials
import TenderFlow
public import TenderModel
import TenderRecords

/// Payments that are accepted without the gateway, and what becomes of them.
///
/// They are forwarded in the background as soon as the gateway answers, those of earlier processes included.
extension Terminal {
    /// How many payments are stored, their sums, and whether they can leave.
    ///
    /// - Throws: `TenderError` when the journal cannot be read.
    public func offlineStatus() async throws -> OfflineStatus {
        await awaitTakeover()
        var status = OfflineStatus(try await storedPayments().compactMap(\.offline))
        status.network = forwarding.network
        status.isPaused = forwarder.isPaused
        return status
    }

    /// Every payment that is stored and not resolved, the oldest first; without card data.
    ///
    /// - Throws: `TenderError` when the journal cannot be read.
    public func offlinePayments() async throws -> [OfflinePayment] {
        await awaitTakeover()
        return try await storedPayments().compactMap { OfflinePayment($0) }
    }

    /// Begins to forward no further payment; what is on its way is followed to its end.
    public func pauseForwarding() {
        handle(.pauseRequested)
        publishOfflineStatus()
    }

    /// Forwards again.
    public func resumeForwarding() {
        handle(.resumeRequested)
        publishOfflineStatus()
    }

    /// Tries to forward at once, whatever it was waiting for; ends a pause.
    public func forwardNow() async {
        await awaitTakeover()
        handle(.forwardRequested)
        publishOfflineStatus()
    }

    /// Waits until everything is forwarded that can be, or something stands in the way.
    ///
    /// Cancelling the task ends the wait; forwarding goes on.
    public func waitForForwarding() async {
        await awaitTakeover()
        forwarding.lastRestWaiter += 1
        let number = forwarding.lastRestWaiter
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !forwarder.isAtRest, !Task.isCancelled else { return continuation.resume() }
                forwarding.restWaiters[number] = continuation
            }
        } onCancel: {
            Task { await self.endRest(number) }
        }
        await forwarding.lastNews?.value
    }

    private func endRest(_ number: Int) { forwarding.restWaiters.removeValue(forKey: number)?.resume() }

    /// Sets a payment aside, so that it is not forwarded until it is released.
    ///
    /// - Throws: `TenderError` when it is on its way, or cannot be recorded.
    public func quarantine(_ id: String) async throws { try await command(.quarantineRequested(id), id) }

    /// Lets a payment that was set aside be forwarded after all.
    ///
    /// - Throws: `TenderError` when it was not set aside, or it cannot be recorded.
    public func release(_ id: String) async throws { try await command(.releaseRequested(id), id) }

    /// Deletes a payment of which nothing was sent to the issuer, with a record that says so.
    ///
    /// - Parameters:
    ///   - id: the local id.
    ///   - person: who deletes it, for the journal; no secret.
    /// - Throws: `TenderError` when it is on its way, when its outcome is not known, or when it cannot be recorded.
    public func deleteOffline(_ id: String, by person: String = "application") async throws {
        try await command(.deleteRequested(id, by: person), id)
    }

    /// The stored payments as JSON, one object a line, without anything of their cards.
    ///
    /// - Throws: `TenderError` when the journal cannot be read.
    public func exportOffline() async throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try await offlinePayments().map { payment in
            String(decoding: try encoder.encode(OfflineExport(payment)), as: UTF8.self) + "\n"
        }.joined()
    }

    /// The PaymentIntent that has the money of a payment which was stored offline; the id itself for any other.
    ///
    /// - Throws: `TenderError` for a stored payment that nobody approved, with what became of it.
    func chargedID(of id: String, _ phase: TenderError.Phase) async throws -> String {
        guard PaymentIntent.isOffline(id: id) else { return id }
        guard let offline = try await offlineHistory(of: id, phase) else {
            throw TenderError(
                .resourceMissing, phase: phase, message: "the journal tells nothing of \(id)", advice: .never)
        }
        if let charged = offline.approvedAs { return charged }
        throw TenderError(unpaid: offline.state, id, phase)
    }

    func offlineHistory(of id: String, _ phase: TenderError.Phase) async throws -> OfflineHistory? {
        do throws(JournalError) {
            return try await configuration.journal.history(of: id)?.offline
        } catch {
            throw TenderError(error, phase, nil)
        }
    }

    private func storedPayments() async throws -> [PaymentHistory] {
        do throws(JournalError) {
            return try await configuration.journal.openPayments().filter(\.isStoredOffline)
        } catch {
            throw TenderError(error, .forward, nil)
        }
    }

    private func command(_ event: ForwarderEvent, _ id: String) async throws {
        await awaitTakeover()
        guard forwarding.waiters[id] == nil else { throw TenderError.busy(with: "another command on \(id)", .forward) }
        let answer = await withCheckedContinuation { continuation in
            forwarding.waiters[id] = continuation
            handle(event)
        }
        publishOfflineStatus()
        switch answer {
        case .done: return
        case .notRecorded: throw TenderError(nil, .forward, nil)
        case .refused(let standing): throw TenderError(standing, id)
        }
    }

    // MARK: - Local intents

    /// Makes an intent that the gateway has not heard of, within the limits.
    func offlineIntent(_ parameters: PaymentIntentParameters, _ base: String) async throws -> PaymentIntent {
        let intent = PaymentIntent(offline: parameters, base: base)
        try await refuseOffline(intent)
        return intent
    }

    /// Refuses what the limits, the order or the journal do not allow offline, before a card is asked for.
    func refuseOffline(_ intent: PaymentIntent) async throws {
        _ = try intent.amount.gatewayUnits()
        guard let journal = configuration.journal as? any PayloadJournal else {
            throw TenderError(
                .offlineRefused, phase: .create, message: "this journal keeps no card data: nothing is taken offline",
                advice: .never, intent: intent)
        }
        guard !intent.parameters.isShared else {
            throw TenderError(
                .offlineRefused, phase: .create,
                message: "a payment that a connected account has a part of is not taken offline", advice: .never,
                intent: intent)
        }
        let base = intent.metadata[Self.attemptMetadata] ?? intent.id
        let sale = OfflineSale(parameters: intent.parameters, limits: configuration.offline)
        do throws(JournalError) {
            try await journal.check(
                JournalEntry(
                    intentID: intent.id, attempt: 1, terms: PaymentTerms(intent, baseKey: base),
                    event: .offline(.stored(sale))))
        } catch {
            throw TenderError(error, .collect, intent)
        }
    }

    /// Inspection asks the gateway, which is not there.
    nonisolated func refuseInspection(of intent: PaymentIntent, _ configuration: CollectConfiguration) throws {
        guard intent.isOffline, configuration.updatePaymentIntent else { return }
        throw TenderError(
            .unexpectedOperation, phase: .collect, message: "a card cannot be inspected offline", advice: .never,
            intent: intent)
    }

    /// Why the card that was collected for a local intent is not taken.
    func offlineRefusal(of card: CollectedCard, _ id: String) -> OfflineLimits.Refusal? {
        PaymentIntent.isOffline(id: id) ? OfflineRules.refusal(of: card.card) : nil
    }

    /// Canceling what is stored deletes it, with a record.
    func cancelStored(_ intent: PaymentIntent) async throws -> PaymentIntent {
        try await deleteOffline(intent.id)
        var canceled = intent
        canceled.status = .canceled
        return canceled
    }
}

/// A line of the export.
private struct OfflineExport: Encodable {
    let id: String
    let amount: Int64
    let currency: String
    let order: String?
    let reader: String?
    let storedAt: Int64
    let state: String
    let reason: String?
    let intent: String?

    init(_ payment: OfflinePayment) {
        id = payment.id
        amount = payment.amount.minorUnits
        currency = payment.amount.currency.code
        order = payment.order
        reader = payment.reader
        storedAt = payment.storedAt
        state = payment.state.word
        intent = payment.intentID
        if case .quarantined(let quarantine) = payment.state { reason = quarantine.message } else { reason = nil }
    }

    enum CodingKeys: String, CodingKey {
        case id, amount, currency, order, reader, state, reason, intent
        case storedAt = "stored_at"
    }
}
