import Tender

/// An offline payment, or a card that was accepted offline to be saved, as the command line reports it.
struct OfflineReport: Encodable {
    var id: String
    /// The amount; `nil` for a card to be saved.
    var amount: Amount?
    var order: String?
    var state: String
    var message: String?
    var storedAt: Int64
    var intent: String?
    /// Where it stands; not part of the report.
    let standing: OfflinePayment.State

    /// Reads what a journal says; `nil` if it is about nothing that was accepted offline.
    init?(_ history: PaymentHistory) {
        if let payment = OfflinePayment(history) {
            self.init(payment)
        } else if let setup = OfflineSetup(history) {
            self.init(setup)
        } else {
            return nil
        }
    }

    init(_ payment: OfflinePayment) {
        self.init(payment.id, payment.state, payment.storedAt)
        amount = payment.amount
        order = payment.order
        intent = payment.intentID
    }

    private init(_ setup: OfflineSetup) {
        self.init(setup.id, setup.state, setup.storedAt)
        state = setup.word
        intent = setup.setupIntentID
    }

    private init(_ id: String, _ state: OfflinePayment.State, _ storedAt: Int64) {
        self.id = id
        self.state = state.word
        self.storedAt = storedAt
        standing = state
        switch state {
        case .quarantined(let quarantine): message = quarantine.message
        case .declined(let decline, _): message = decline.reason
        case .deleted(let person): message = "by \(person)"
        case .stored, .forwarding, .approved: message = nil
        }
    }

    /// Whether it is still stored.
    var isLeft: Bool {
        switch standing {
        case .stored, .forwarding, .quarantined: true
        case .approved, .declined, .deleted: false
        }
    }

    /// One line for people.
    var line: String {
        let said = [order.map { "order \($0)" }, intent, message].compactMap { $0?.withoutControls }
        let what = amount.map { "\($0)" } ?? "a card to be saved"
        return "\(id.withoutControls)  \(what)  \(PendingReport.time(storedAt))  \(state)"
            + (said.isEmpty ? "" : "  (\(said.joined(separator: ", ")))")
    }

    enum CodingKeys: String, CodingKey {
        case id, amount, order, state, message, intent
        case storedAt = "stored_at"
    }
}

extension OfflineSetup {
    /// Where it stands, in a word.
    var word: String { if case .approved = state { "saved" } else { state.word } }
}

extension OfflinePayment {
    /// Returns the offline payments of some records, whatever their outcome, in order; cards to be saved move no money,
    /// and are not among them.
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
