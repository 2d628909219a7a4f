import TenderBytes

/// Processing restrictions (EMV Book 3, 10.4).
extension ContactMachine {
    mutating func checkRestrictions() throws(ContactStop) -> [ContactAction] {
        let restrictions = try ProcessingRestrictions(
            data, transaction, terminal: configuration.terminal, version: profile.version)
        results.formUnion(restrictions.results)
        return try verifyCardholder()
    }
}
