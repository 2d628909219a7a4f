import FoundationEssentials
import TenderFlow
public import TenderModel
import TenderRecords

/// Payments and cards to be saved that are accepted without the gateway, and their forwarding.
///
/// They are forwarded in the background as soon as the gateway answers, including those of earlier processes.
extension Terminal {
    /// Returns the number of stored payments and cards to be saved, the sums of the payments, and whether they can be
    /// forwarded.
    ///
    /// - Throws: `TenderError` if the journal cannot be read.
    public func offlineStatus() async throws -> OfflineStatus {
        let reply = await run(.offlineStatus)
        guard case .offlineStatus(let status) = reply.answer else { throw TenderError(reply, .forward, nil) }
        return status
    }

    /// Returns every payment that is stored and not resolved, oldest first, without card data.
    ///
    /// - Throws: `TenderError` if the journal cannot be read.
    public func offlinePayments() async throws -> [OfflinePayment] {
        try await stored().compactMap { OfflinePayment($0) }
    }

    /// Returns every card that is stored to be saved, oldest first, without card data.
    ///
    /// - Throws: `TenderError` if the journal cannot be read.
    public func offlineSetups() async throws -> [OfflineSetup] { try await stored().compactMap { OfflineSetup($0) } }

    /// Returns the local SetupIntent of a card that was stored for the same wish, and that nobody was told of; `nil` if
    /// there is none.
    ///
    /// To confirm it tells of that card, has it forwarded, and asks for no second one.
    ///
    /// - Throws: `TenderError` if the journal cannot be read.
    package func untoldSetup(customer: String?, allowRedisplay: AllowRedisplay) async throws -> SetupIntent? {
        let wish = CardSetup(setupIntent: "", customer: customer, allowRedisplay: allowRedisplay)
        let setups = try await stored().filter { !$0.isClaimed }.compactMap { $0.offline?.sale.setup }
        guard let parameters = setups.first(where: { $0.setup(as: "").isSameWish(as: wish) })?.parameters else {
            return nil
        }
        return SetupIntent(offline: parameters, base: parameters.idempotencyKey ?? "")
    }

    private func stored() async throws -> [PaymentHistory] {
        _ = await run(.takeOver)
        do throws(JournalError) {
            return try await configuration.journal.openPayments().filter(\.isStoredOffline)
        } catch {
            throw TenderError(error, .forward, nil)
        }
    }

    /// Stops forwarding further payments; one that is on its way is followed to its end.
    public func pauseForwarding() {
        steer(.pauseForwarding)
    }

    /// Resumes forwarding.
    public func resumeForwarding() {
        steer(.resumeForwarding)
    }

    /// Tries to forward immediately, whatever it was waiting for; ends a pause.
    public func forwardNow() async {
        _ = await run(.forwardNow)
    }

    /// Waits until everything that can be forwarded is, or something prevents it.
    ///
    /// Canceling the task ends the wait; forwarding continues.
    public func waitForForwarding() async { _ = await run(.waitForForwarding) }

    /// Sets a payment or a card to be saved aside, so that it is not forwarded until it is released.
    ///
    /// - Throws: `TenderError` if it is on its way, or this cannot be recorded.
    public func quarantine(_ id: String) async throws { try await command(.quarantine(id)) }

    /// Releases what was set aside, so that it is forwarded after all.
    ///
    /// - Throws: `TenderError` if it was not set aside, or this cannot be recorded.
    public func release(_ id: String) async throws { try await command(.release(id)) }

    /// Deletes a payment or a card to be saved of which nothing was sent to the issuer, and records that.
    ///
    /// - Parameters:
    ///   - id: The local ID.
    ///   - person: Who deletes it, for the journal; not a secret.
    /// - Throws: `TenderError` if it is on its way, if its outcome is unknown, or if this cannot be recorded.
    public func deleteOffline(_ id: String, by person: String = "application") async throws {
        try await command(.deleteStored(id, by: person))
    }

    /// Returns the stored payments as JSON, one object per line, without any card data.
    ///
    /// Cards to be saved are not among them: see `offlineSetups()`.
    ///
    /// - Throws: `TenderError` if the journal cannot be read.
    public func exportOffline() async throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try await offlinePayments().map { payment in
            String(decoding: try encoder.encode(OfflineExport(payment)), as: UTF8.self) + "\n"
        }.joined()
    }

    private func command(_ command: TerminalMachine.Command) async throws {
        let reply = await run(command)
        guard case .done = reply.answer else { throw TenderError(reply, .forward, nil) }
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
