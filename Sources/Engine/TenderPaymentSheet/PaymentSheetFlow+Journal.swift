import TenderCheckout
import TenderFlow
import TenderModel

/// The records of a sheet's payments: each in a file of its own, under the key of its confirmation.
extension PaymentSheetFlow {
    /// Records that a confirmation is about to leave.
    ///
    /// - Returns: Why it may not leave.
    func recordLeaving(_ confirmation: PaymentSheetConfirmation) async -> GatewayError? {
        guard let journal, let call = machine.call(confirmation) else { return nil }
        do throws(JournalError) {
            try await journal.append(Self.entry(confirmation.key, .callLeaving(call, confirmation.key, send: 1)))
            openKeys.append(confirmation.key)
            return nil
        } catch {
            return GatewayError(
                .journalUnavailable, fate: .notSent, message: "\(error.message): nothing was sent")
        }
    }

    /// Records what an event proves before it is handled; an end that cannot be recorded is not shown, and asked again.
    func recorded(_ event: PaymentSheetMachine.Event) async -> PaymentSheetMachine.Event {
        guard let journal, let last = openKeys.last, let end = machine.end(after: event) else { return event }
        // The intent's own end is that of every confirmation that is still open; a decline is that of the last one.
        let keys = end.result == .succeeded ? openKeys : [last]
        do throws(JournalError) {
            for key in keys { try await journal.append(Self.entry(key, .requestSettled(key, end))) }
        } catch {
            return event.unrecorded(
                GatewayError(.journalUnavailable, fate: .unknown, message: "\(error.message): the end is not recorded"))
        }
        guard end.result != .unknown else { return event }
        openKeys.removeAll { keys.contains($0) }
        toldKeys += keys
        return event
    }

    /// Records that the ends that were just shown were told; what cannot be written stays listed.
    func recordTold() {
        guard let journal, !toldKeys.isEmpty else { return }
        let keys = toldKeys
        toldKeys = []
        let before = telling
        telling = Task {
            await before?.value
            for key in keys { try? await journal.append(Self.entry(key, .requestTold(key))) }
        }
    }

    /// Takes up what an earlier process left of this intent.
    func takeUp(_ intent: PaymentSheetIntent) async throws(GatewayError) {
        guard let journal, openKeys.isEmpty else { return }
        do throws(JournalError) {
            openKeys = try await journal.openPayments().compactMap(\.call).filter { call in
                call.isOpen && call.parameters.kind == .checkoutPayment && call.parameters.subject == intent.id
            }.map(\.key)
        } catch {
            throw GatewayError(.journalUnavailable, fate: .notSent, message: error.message)
        }
    }

    private static func entry(_ key: IdempotencyKey, _ event: JournalEntry.Event) -> JournalEntry {
        JournalEntry(intentID: key.rawValue, attempt: 1, event: event)
    }
}

extension PaymentSheetMachine.Event {
    /// Returns the event of an answer that proves nothing yet, because its end could not be recorded.
    fileprivate func unrecorded(_ error: GatewayError) -> PaymentSheetMachine.Event {
        switch self {
        case .confirmed(_, let number), .confirmFailed(_, let number): .confirmFailed(error, number)
        case .read(_, let number), .readFailed(_, let number): .readFailed(error, number)
        case .loaded(_, let number), .loadFailed(_, let number): .loadFailed(error, number)
        case .load, .present, .select, .enter, .setSavesMethod, .choose, .confirm, .returned, .ask, .leave, .dismiss:
            self
        }
    }
}
