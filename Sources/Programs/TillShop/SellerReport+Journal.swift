import Tender
import TenderSale

extension SellerReport {
    /// Computes a day's figures from the journal, which knows the progress of each transfer.
    init(_ day: String, in journal: SQLiteJournal) async throws(ShopFailure) {
        do {
            let history = ShopHistory(try await journal.shopRecords())
            guard let currency = history.currency else { throw ShopFailure("no shift was opened yet") }
            try self.init(day, of: history.events, transfers: TransferBook(history), currency: currency)
        } catch {
            throw ShopFailure("the sellers' figures cannot be worked out: \(error)")
        }
    }
}
