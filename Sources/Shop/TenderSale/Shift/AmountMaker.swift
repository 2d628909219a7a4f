import TenderModel

/// A factory for the amounts of one ticket or receipt.
struct AmountMaker {
    let currency: Currency

    func callAsFunction(_ minorUnits: Int64) -> Amount { Amount(minorUnits: minorUnits, currency: currency) }
}
