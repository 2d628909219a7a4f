import TenderBytes

extension ProcessingRestrictions {
    /// Takes from a transaction what is compared.
    ///
    /// - Parameter version: The version of the terminal, tag 9F09.
    /// - Throws: the end of the transaction if something of it breaks a rule.
    init(
        _ data: ContactData, _ transaction: ContactTransaction, terminal: TerminalProfile, version: [UInt8]
    ) throws(ContactStop) {
        guard let expiry = data.card(0x5F24).flatMap(EMVDate.init) else { throw .terminated(.dataInvalid) }
        var effective: EMVDate?
        if let value = data.card(0x5F25) {
            effective = EMVDate(value)
            guard effective != nil else { throw .terminated(.dataInvalid) }
        }
        self.init(
            cardVersion: try data.card(0x9F08, count: 2)?.open, terminalVersion: version,
            usageControl: try data.card(0x9F07, count: 2).map { UInt16($0.number) },
            issuerCountry: try data.card(0x5F28, count: 2)?.open, terminalCountry: terminal.country,
            isCashMachine: terminal.isCashMachine, kind: transaction.kind, isForServices: transaction.isForServices,
            hasCashback: transaction.otherAmount > 0, effective: effective, expiry: expiry, today: transaction.date)
    }
}
