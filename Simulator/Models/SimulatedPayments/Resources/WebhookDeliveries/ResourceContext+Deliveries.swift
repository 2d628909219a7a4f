import TenderBytes
import TenderCrypto

/// The delivery of events to webhook endpoints: at least once, in no guaranteed order.
extension ResourceContext {
    /// Returns the endpoints that receive an event: the account's own, and its platform's for connected accounts.
    func recipients(of type: String, in account: String) -> [Document] {
        guard webhooks.hasEndpoints else { return [] }
        return recipients(of: type, in: account, connected: false)
            + (platform(of: account).map { recipients(of: type, in: $0, connected: true) } ?? [])
    }

    private func recipients(of type: String, in account: String, connected: Bool) -> [Document] {
        webhooks.endpoints(of: account).compactMap { documents[$0] }
            .filter { WebhookEndpoint.takes(type, connected: connected, $0) }
    }

    /// Notes an endpoint or destination that was changed, and drops what waits for one that was deleted or disabled.
    mutating func noteEndpoint(_ endpoint: Document) {
        webhooks.note(endpoint)
        guard !WebhookEndpoint.isEnabled(endpoint) else { return }
        for row in webhooks.rows(for: endpoint.id) { remove(row) }
    }

    /// Returns whether there is an event to send.
    func hasDueDelivery(now: Int64) -> Bool { webhooks.hasWork(now: time(now)) }

    /// The time of the next delivery: in the past if one is due now, `nil` without any.
    var nextDelivery: Int64? { webhooks.nextTime.map { $0 == .min ? $0 : $0 - clockOffset } }

    /// Returns the events to send now, at most one for each endpoint without a delivery in progress.
    ///
    /// None of this is stored: after a restart, deliveries that were in progress are sent again.
    ///
    /// - Parameters:
    ///   - now: The seconds since 1970.
    ///   - signedAt: The same on the machine's clock, which the receiver compares with its own.
    ///   - limit: The most events to return.
    mutating func takeDueDeliveries(now: Int64, signedAt: Int64, limit: Int) -> [WebhookDelivery] {
        var deliveries: [WebhookDelivery] = []
        while deliveries.count < limit, let row = webhooks.take(now: time(now)) {
            if let delivery = delivery(row, at: signedAt) {
                deliveries.append(delivery)
            } else {
                remove(row)
            }
        }
        return deliveries
    }

    /// Reports the result of an attempt.
    mutating func delivered(_ id: String, _ outcome: WebhookOutcome, now: Int64) {
        guard var row = webhooks[id] else { return }
        webhooks.arrived(row)
        row.attempts += 1
        row.lastStatus = outcome.status
        defer { note(row, outcome, now: time(now)) }
        if outcome.isTaken {
            remove(row)
            if var event = events[row.event] {
                event.pendingWebhooks -= 1
                put(event)
            }
        } else if case .refused(let reason) = outcome {
            giveUp(row, reason)
        } else if let pause = webhookSchedule.pause(after: row.attempts) {
            row.due = time(now) + pause
            put(row)
        } else {
            giveUp(row, "given up after attempt \(row.attempts)")
        }
    }

    /// Keeps a delivery that was given up, with the reason, for the curious; only the last ones of an endpoint.
    private mutating func giveUp(_ row: DeliveryRow, _ reason: String) {
        var row = row
        row.failure = reason
        put(row)
        for old in webhooks.givenUp(for: row.endpoint).dropLast(WebhookQueues.maximumGivenUp) { remove(old) }
    }

    /// Keeps an attempt for those who look at the endpoint.
    private mutating func note(_ row: DeliveryRow, _ outcome: WebhookOutcome, now: Int64) {
        let kept = webhooks[row.id]
        webhooks.history.add(
            DeliveryAttempt(
                event: row.event, endpoint: row.endpoint, time: now, number: row.attempts, status: outcome.status,
                isTaken: outcome.isTaken, failure: kept?.failure, next: kept?.failure == nil ? kept?.due : nil),
            of: row.account)
    }

    /// Returns the event in the form that an endpoint receives: in v2, without the object.
    private func body(of event: String, for endpoint: Document) -> [UInt8]? {
        if endpoint.object == EventDestination.object { return documents[event].map { notification($0).rendered() } }
        return events[event].map { json($0, version: endpoint["api_version"]?.text).rendered() }
    }

    private func delivery(_ row: DeliveryRow, at time: Int64) -> WebhookDelivery? {
        guard let endpoint = documents[row.endpoint], let body = body(of: row.event, for: endpoint),
            let url = (endpoint["url"] ?? endpoint.hidden["url"])?.text, let secret = endpoint.hidden["secret"]?.text
        else { return nil }
        let signature = WebhookSignature.sign(payload: body, timestamp: time, secrets: [SecretBytes(utf8: secret)])
        return WebhookDelivery(
            id: row.id, url: url,
            headers: [
                .init(name: "Content-Type", value: "application/json; charset=utf-8"),
                .init(name: "User-Agent", value: "Stripe/1.0 (+https://stripe.com/docs/webhooks)"),
                .init(name: "Stripe-Signature", value: signature),
            ], body: body)
    }
}
