import Tender
import TenderSale

extension SellerReport {
    /// Works out a day's figures from what is in the journal, which knows how far each transfer is.
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
