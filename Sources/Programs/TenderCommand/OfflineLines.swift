import Tender
import TenderService

extension OfflineReport {
    /// One line for people.
    var line: String {
        let said = [order.map { "order \($0)" }, intent, message].compactMap { $0?.withoutControls }
        let what = amount.map { "\($0)" } ?? "a card to be saved"
        return "\(id.withoutControls)  \(what)  \(PendingReport.time(storedAt))  \(state)"
            + (said.isEmpty ? "" : "  (\(said.joined(separator: ", ")))")
    }
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
