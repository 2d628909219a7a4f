public import TenderModel

extension OfflineStatus {
    /// Counts what is stored, and sums the payments.
    public init(_ stored: [OfflineHistory]) {
        let open = stored.filter(\.isOpen)
        let amounts = open.compactMap(\.amount)
        let currencies = Set(amounts.map(\.currency.code)).sorted().compactMap { Currency($0) }
        let totals = currencies.map { currency in
            let units = amounts.filter { $0.currency == currency }.reduce(Int64(0)) { sum, amount in
                let (next, overflow) = sum.addingReportingOverflow(amount.minorUnits)
                return overflow ? .max : next
            }
            return Amount(minorUnits: units, currency: currency)
        }
        self.init(count: open.count, quarantined: open.count { $0.quarantine != nil }, totals: totals)
    }
}
