public import TenderModel

extension TerminalMachine.Storage {
    /// Returns the record, with what the shell knows about the card.
    ///
    /// - Parameter digest: The SHA-256 of the stored card data, in hexadecimal.
    public func entry(card: CardDetails, digest: String) -> JournalEntry {
        let sale = OfflineSale(
            wish, card: card.journaled, reader: reader, payloadDigest: digest, limits: limits,
            mayBeCreated: mayBeCreated)
        return JournalEntry(
            intentID: intentID, attempt: attempt, terms: terms, event: .offline(.stored(sale)))
    }
}
