public import TenderModel

extension OfflineStatus {
    /// Counts and sums the stored payments.
    public init(_ stored: [OfflineHistory]) {
        let open = stored.filter(\.isOpen)
        let currencies = Set(open.map(\.amount.currency.code)).sorted().compactMap { Currency($0) }
        let totals = currencies.map { currency in
            let units = open.map(\.amount).filter { $0.currency == currency }.reduce(Int64(0)) { sum, amount in
                let (next, overflow) = sum.addingReportingOverflow(amount.minorUnits)
                return overflow ? .max : next
            }
            return Amount(minorUnits: units, currency: currency)
        }
        self.init(count: open.count, quarantined: open.count { $0.quarantine != nil }, totals: totals)
    }
}
