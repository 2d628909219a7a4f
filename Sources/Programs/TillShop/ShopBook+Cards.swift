import TenderModel
import TenderSale

extension ShopBook {
    /// Returns the takings by card and by link according to the Z reports, tips included, less refunds.
    ///
    /// - Throws: `AmountError` for sums beyond 64 bits.
    func takenByCard() throws(AmountError) -> Amount {
        var taken = Amount(minorUnits: 0, currency: currency)
        for row in closed.flatMap({ $0.payments + $0.tips }) where ["card", "link"].contains(row.name) {
            taken = try taken.adding(row.amount)
        }
        return taken
    }
}
