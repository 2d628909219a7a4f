import TenderBytes

/// The recovery of a transaction whose card left during GENERATE AC (EMV Contactless Book C-2 [check]).
extension ContactlessMachine {
    /// Remembers a transaction whose answer did not come, if the card can recover it.
    mutating func rememberTorn(_ request: CryptogramRequest) {
        guard let list = try? data.list(0x9F51), let number = data.card(0x5A) else { return }
        tornTransactions.add(
            TornTransaction(
                number: number, sequenceNumber: data.card(0x5F34), transaction: transaction, terminal: data.terminal,
                results: results, status: status, verification: verification, processingValues: processingValues,
                cryptogramValues: cryptogramValues, request: request, isSignatureAsked: isSignatureAsked,
                recoveryValues: data.fill(list)))
    }

    /// Asks the card for the cryptogram that was torn, or for a new one.
    ///
    /// A transaction over anything else than what is paid now is forgotten, which no book asks for.
    mutating func recoverOrAnalyse() throws(ContactStop) -> [ContactlessAction] {
        guard let number = data.card(0x5A), data.card(0x9F51) != nil,
            let torn = tornTransactions.take(number: number, sequenceNumber: data.card(0x5F34)),
            torn.transaction.isSamePayment(as: transaction)
        else { return try analyse() }
        return try transmit(ContactCommand.recoverCryptogram(torn.recoveryValues), .recovering(torn))
    }

    mutating func recovered(_ answer: CardAnswer, _ torn: TornTransaction) throws(ContactStop) -> [ContactlessAction] {
        guard answer.isSuccess else { return try analyse() }
        data.resume(torn.transaction, torn.terminal)
        (results, status, verification) = (torn.results, torn.status, torn.verification)
        (processingValues, cryptogramValues) = (torn.processingValues, torn.cryptogramValues)
        isSignatureAsked = torn.isSignatureAsked
        return try generated(answer, request: torn.request)
    }
}

extension ContactCommand {
    /// RECOVER AC.
    ///
    /// - Parameter values: At most 255 bytes.
    fileprivate static func recoverCryptogram(_ values: SecretBytes) -> SecretBytes {
        command(0x80D0_0000, dataCount: values.count) { copy(values, to: $0) }
    }
}

extension ContactTransaction {
    /// Whether the same is paid, whenever.
    fileprivate func isSamePayment(as other: ContactTransaction) -> Bool {
        kind == other.kind && amount == other.amount && otherAmount == other.otherAmount && currency == other.currency
    }
}
