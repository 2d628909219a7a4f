public import TenderModel

extension SimulatedCard {
    /// Returns what may be shown of the card after a read by `readMethod`.
    ///
    /// - Parameters:
    ///   - verification: How the cardholder was verified in this transaction.
    ///   - cryptogram: The chip's proof of the transaction (EMV tag 9F26), in upper-case hexadecimal.
    public func details(
        readMethod: ReadMethod, verification: CardholderVerification, cryptogram: String
    ) -> CardDetails {
        CardDetails(
            brand: brand, last4: last4, expMonth: expMonth, expYear: expYear, funding: funding, country: country,
            network: brand.rawValue, readMethod: readMethod,
            receipt: receipt(readMethod: readMethod, verification: verification, cryptogram: cryptogram)
        )
    }

    /// Returns the receipt fields that the reader knows; the issuer adds its codes later.
    private func receipt(
        readMethod: ReadMethod, verification: CardholderVerification, cryptogram: String
    ) -> ReceiptDetails {
        var receipt = ReceiptDetails(
            accountType: accountType, cardholderVerificationMethod: verification.rawValue)
        guard readMethod == .contactEmv || readMethod == .contactlessEmv else { return receipt }
        receipt.applicationPreferredName = applications.first?.label
        receipt.dedicatedFileName = applications.first?.identifier
        receipt.applicationCryptogram = cryptogram
        // EMV book 3, annex C5 and C6: above the floor limit; for a chip, authentication, verification and risk
        // management were performed.
        receipt.terminalVerificationResults = "0000008000"
        receipt.transactionStatusInformation = readMethod == .contactEmv ? "E800" : "0000"
        return receipt
    }

    private var accountType: String {
        switch funding {
        case .credit: "credit"
        case .debit: "checking"
        case .prepaid: "prepaid"
        case .unknown: "unknown"
        }
    }
}
