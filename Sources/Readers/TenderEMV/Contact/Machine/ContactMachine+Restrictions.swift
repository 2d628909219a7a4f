import TenderBytes

/// Processing restrictions (EMV Book 3, 10.4).
extension ContactMachine {
    mutating func checkRestrictions() throws(ContactStop) -> [ContactAction] {
        guard let expiry = EMVDate(bytes: data.open(0x5F24) ?? []) else { throw .terminated(.dataInvalid) }
        var effective: EMVDate?
        if let bytes = data.open(0x5F25) {
            effective = EMVDate(bytes: bytes)
            guard effective != nil else { throw .terminated(.dataInvalid) }
        }
        let restrictions = ProcessingRestrictions(
            cardVersion: try data.open(0x9F08, count: 2), terminalVersion: profile.version,
            usageControl: try data.open(0x9F07, count: 2).map { $0.reduce(0) { $0 << 8 | UInt16($1) } },
            issuerCountry: try data.open(0x5F28, count: 2), terminalCountry: configuration.terminal.country,
            isCashMachine: configuration.terminal.isCashMachine, kind: transaction.kind,
            isForServices: transaction.isForServices, hasCashback: transaction.otherAmount > 0, effective: effective,
            expiry: expiry, today: transaction.date)
        results.formUnion(restrictions.results)
        return try verifyCardholder()
    }
}
