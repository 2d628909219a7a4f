import TenderBytes

/// Processing restrictions (EMV Book 3, 10.4).
extension ContactMachine {
    mutating func checkRestrictions() throws(ContactStop) -> [ContactAction] {
        guard let expiry = data.card(0x5F24).flatMap(EMVDate.init) else { throw .terminated(.dataInvalid) }
        var effective: EMVDate?
        if let value = data.card(0x5F25) {
            effective = EMVDate(value)
            guard effective != nil else { throw .terminated(.dataInvalid) }
        }
        let restrictions = ProcessingRestrictions(
            cardVersion: try data.card(0x9F08, count: 2)?.open, terminalVersion: profile.version,
            usageControl: try data.card(0x9F07, count: 2).map { UInt16($0.number) },
            issuerCountry: try data.card(0x5F28, count: 2)?.open, terminalCountry: configuration.terminal.country,
            isCashMachine: configuration.terminal.isCashMachine, kind: transaction.kind,
            isForServices: transaction.isForServices, hasCashback: transaction.otherAmount > 0, effective: effective,
            expiry: expiry, today: transaction.date)
        results.formUnion(restrictions.results)
        return try verifyCardholder()
    }
}
