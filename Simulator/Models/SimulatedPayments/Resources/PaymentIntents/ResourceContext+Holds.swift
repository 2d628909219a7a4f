extension Due {
    /// A hold of the intent that nobody captured.
    static func hold(_ id: String) -> Due { Due(id) { $0.expireHold($1, now: $2) } }
}

/// Holds that are released without a capture.
extension ResourceContext {
    /// The lifetime of a card-present authorization, in seconds.
    static let holdLifetime: Int64 = 2 * 24 * 3600

    fileprivate mutating func expireHold(_ id: String, now: Int64) {
        guard var intent = intents[id], intent.status == .requiresCapture else { return }
        guard let charge = release(&intent, now: now) else { return }
        intent.status = .canceled
        intent.canceledAt = now
        intent.cancellationReason = "automatic"
        put(intent)
        emit("charge.expired", charge, by: nil, now: now)
        emit("payment_intent.canceled", intent, by: nil, now: now)
    }

    /// Releases the hold of an intent; the caller puts the intent itself.
    mutating func release(_ intent: inout IntentRow, now: Int64) -> ChargeRow? {
        guard let id = intent.latestCharge, var charge = charges[id], withIssuer({ $0.release(id, now: now) }) else {
            return nil
        }
        charge.amountReleased = charge.amount
        intent.amountCapturable = 0
        put(charge)
        return charge
    }
}
