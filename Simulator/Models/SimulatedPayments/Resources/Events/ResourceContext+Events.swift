extension ResourceContext {
    /// Records an event.
    ///
    /// - Parameters:
    ///   - type: The type, such as `payment_intent.created`.
    ///   - snapshot: The object as it is now.
    ///   - previous: The previous values of changed members; for `*.updated`.
    ///   - call: The request that caused it; `nil` for changes over time.
    mutating func emit(
        _ type: String, _ snapshot: EventRow.Snapshot, of account: String, previous: JSONValue? = nil, by call: Call?,
        now: Int64
    ) {
        guard recordsEvents else { return }
        let recipients = recipients(of: type, in: account)
        let event = EventRow(
            id: newID(.events), account: account, created: now, type: type, payment: snapshot.payment,
            snapshot: snapshot, previous: previous,
            request: call.flatMap { $0.requestID.isEmpty ? nil : $0.requestID }, key: call?.key,
            pendingWebhooks: recipients.count)
        put(event)
        for endpoint in recipients { put(DeliveryRow(event: event.id, endpoint: endpoint, due: now)) }
    }

    mutating func emit(_ type: String, _ edition: Edition<IntentRow>, by call: Call?, now: Int64) {
        let intent = edition.row
        if recordsEvents { writeDown(type, edition, by: call, now: now) }
        noteInCheckout(type, intent, by: call, now: now)
    }

    private mutating func writeDown(_ type: String, _ edition: Edition<IntentRow>, by call: Call?, now: Int64) {
        let intent = edition.row
        // The error shows the payment method, which may change later.
        let snapshot = intent.lastError == nil ? EventRow.Snapshot.intent(edition) : .json(json(intent))
        emit(type, snapshot, of: intent.account, by: call, now: now)
    }

    mutating func emit(_ type: String, _ intent: IntentRow, by call: Call?, now: Int64) {
        emit(type, Edition(intent), by: call, now: now)
    }

    mutating func emit(_ type: String, _ charge: Edition<ChargeRow>, by call: Call?, now: Int64) {
        emit(type, .charge(charge), of: charge.row.account, by: call, now: now)
    }

    mutating func emit(_ type: String, _ charge: ChargeRow, by call: Call?, now: Int64) {
        emit(type, Edition(charge), by: call, now: now)
    }

    mutating func emit(_ type: String, _ refund: RefundRow, by call: Call?, now: Int64) {
        emit(type, .refund(refund), of: refund.account, by: call, now: now)
    }

    mutating func emit(_ type: String, _ method: PaymentMethodRow, by call: Call?, now: Int64) {
        emit(type, .paymentMethod(method), of: method.account, by: call, now: now)
    }

    mutating func emit(_ type: String, _ document: Document, by call: Call?, now: Int64) {
        emit(type, .document(document), of: document.account, by: call, now: now)
    }

    /// Records the change of a document, with its changed members; nothing if it is unchanged.
    mutating func emit(_ type: String, _ document: Document, was old: Document, by call: Call) {
        guard recordsEvents else { return }
        let changes = Self.changes(from: old.json, to: document.json)
        guard changes != [:] else { return }
        emit(type, .document(document), of: document.account, previous: changes, by: call, now: call.now)
    }

    /// Returns the members of `old` that differ in `new`, for hashes only the differing ones; null for members that did
    /// not exist.
    static func changes(from old: JSONValue, to new: JSONValue) -> JSONValue {
        guard case .object(let before) = old, case .object(let after) = new else { return old }
        var changed: [String: JSONValue] = [:]
        for name in Set(before.keys).union(after.keys) {
            let (value, present) = (before[name] ?? .null, after[name] ?? .null)
            guard value != present else { continue }
            if case .object = value, case .object = present {
                let inner = changes(from: value, to: present)
                if inner != [:] { changed[name] = inner }
            } else {
                changed[name] = value
            }
        }
        return .object(changed)
    }

    func json(_ snapshot: EventRow.Snapshot) -> JSONValue {
        switch snapshot {
        case .intent(let edition): json(edition.row)
        case .charge(let edition): json(edition.row)
        case .refund(let row): json(row)
        case .paymentMethod(let row): json(row)
        case .document(let document): document.json
        case .json(let value): value
        }
    }
}
