public import TenderFlow
public import TenderModel

/// The stored offline payments, and what may be written about them.
extension JournalBook {
    /// Every offline payment and card to be saved that is neither resolved nor deleted, oldest first.
    public var storedOffline: [PaymentHistory] { unresolved.filter(\.isStoredOffline) }

    /// The number of stored payments and their sums by currency.
    public var offlineStatus: OfflineStatus { OfflineStatus(storedOffline.compactMap(\.offline)) }

    /// Guards the forwarder: a payment that was deleted, resolved or set aside is never forwarded, and a payment that
    /// an issuer may have been asked about is never deleted.
    func admit(
        _ event: OfflineEvent, _ entry: JournalEntry, at now: Stamp, _ closed: (String) -> PaymentHistory?
    ) throws(JournalError) {
        if case .stored(let sale) = event { return try admit(sale, entry, at: now, closed) }
        guard let offline = history(of: entry.intentID)?.offline, offline.isOpen else {
            throw JournalError(message: "\(entry.intentID) is not stored offline, or not any more")
        }
        switch event {
        case .stored, .created, .forwarded, .quarantined, .released: break
        case .forwarding(let key, let send): try admit(key, send, entry, offline, at: now)
        case .deleted:
            guard !mayHoldMoney(offline) else {
                throw JournalError(
                    message: "\(entry.intentID) was sent to the issuer and cannot be deleted: its outcome is not known")
            }
        }
    }

    private func admit(
        _ sale: OfflineSale, _ entry: JournalEntry, at now: Stamp, _ closed: (String) -> PaymentHistory?
    ) throws(JournalError) {
        guard (history(of: entry.intentID) ?? closed(entry.intentID))?.offline == nil else {
            throw JournalError(message: "\(entry.intentID) is stored already")
        }
        try admitAttempt(entry)
        if let wish = sale.setup { try admit(wish) }
        guard let refusal = OfflineRules.refusal(of: sale, stored: storedOffline.compactMap(\.offline), at: now) else {
            return
        }
        throw JournalError(.offlineRefused(refusal), message: refusal.description)
    }

    /// Refuses a card beside an open saving of the same wish: asking again means that one, whose card may be saved.
    private func admit(_ wish: OfflineSetupWish) throws(JournalError) {
        guard let open = openPayments.setup(continuedBy: wish.setup(as: "")) else { return }
        let id = open.parameters.setupIntent
        throw JournalError(
            .refundIsOpen(open.key),
            message: open.isUntold
                ? "a card was saved with \(id) for the same customer, and nobody was told: acknowledge it first"
                : "whether a card was saved with \(id) for the same customer is not known: resolve it first")
    }

    private func admit(
        _ key: IdempotencyKey, _ send: Int, _ entry: JournalEntry, _ offline: OfflineHistory, at now: Stamp
    ) throws(JournalError) {
        guard offline.isWaiting, !mayHoldMoney(offline) else {
            throw JournalError(message: "\(entry.intentID) is not to be forwarded")
        }
        guard !OfflineRules.isTooOldToForward(offline, at: now) else {
            throw JournalError(.storedTooLongAgo, message: "\(entry.intentID) was stored too long ago")
        }
        let first = offline.creation?.key == key ? offline.creation?.first : nil
        try admit(key, send, first, now)
    }

    /// Returns whether the PaymentIntent that it is forwarded as may hold money, or a card may be saved with the
    /// SetupIntent, whoever has acknowledged that.
    private func mayHoldMoney(_ offline: OfflineHistory) -> Bool {
        guard let payment = offline.intentID.flatMap(history(of:)) else { return false }
        if let setup = payment.setup { return setup.result != .notExecuted }
        return payment.isOutcomeUnknown || payment.approval != nil
    }
}
