import Tender

/// An offline payment, as the command line reports it.
struct OfflineReport: Encodable {
    var id: String
    var amount: Amount
    var order: String?
    var state: String
    var message: String?
    var storedAt: Int64
    var intent: String?

    init(_ payment: OfflinePayment) {
        id = payment.id
        amount = payment.amount
        order = payment.order
        state = payment.state.word
        storedAt = payment.storedAt
        intent = payment.intentID
        switch payment.state {
        case .quarantined(let quarantine): message = quarantine.message
        case .declined(let decline, _): message = decline.reason
        case .deleted(let person): message = "by \(person)"
        case .stored, .forwarding, .approved: message = nil
        }
    }

    /// One line for people.
    var line: String {
        let said = [order.map { "order \($0)" }, intent, message].compactMap { $0?.withoutControls }
        return "\(id.withoutControls)  \(amount)  \(PendingReport.time(storedAt))  \(state)"
            + (said.isEmpty ? "" : "  (\(said.joined(separator: ", ")))")
    }

    enum CodingKeys: String, CodingKey {
        case id, amount, order, state, message, intent
        case storedAt = "stored_at"
    }
}

extension OfflinePayment {
    /// Returns the offline payments of some records, whatever their outcome, in order.
    static func all(in records: [RecordedEntry]) -> [OfflinePayment] {
        var histories: [String: PaymentHistory] = [:]
        for record in records where PaymentIntent.isOffline(id: record.entry.intentID) {
            let id = record.entry.intentID
            if histories[id]?.apply(record) == nil { histories[id] = PaymentHistory(record) }
        }
        return histories.values.sorted { $0.sequence < $1.sequence }.compactMap { OfflinePayment($0) }
    }
}

extension OfflineStatus {
    /// The count, the sums and the network.
    var line: String {
        let sums = totals.isEmpty ? "" : " (\(totals.map { "\($0)" }.joined(separator: ", ")))"
        return "\(count) stored\(sums), \(network.rawValue)" + (isPaused ? ", paused" : "")
    }
}
