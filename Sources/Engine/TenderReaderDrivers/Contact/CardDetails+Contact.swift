import TenderBytes
import TenderEMV
import TenderModel
import TenderReaders

extension CardDetails {
    /// What may be known of a chip that was read.
    init(_ result: ContactResult) {
        let brand =
            CardBrand(applicationIdentifier: result.identifier) ?? CardBrand(leadingDigits: result.leadingDigits)
        self.init(
            brand: brand, last4: result.lastFourDigits, expMonth: result.expiry.month, expYear: result.expiry.year,
            network: brand?.rawValue, readMethod: .contactEmv,
            receipt: ReceiptDetails(
                applicationPreferredName: result.applicationName, dedicatedFileName: Self.digits(result.identifier),
                applicationCryptogram: Self.digits(result.cryptogram),
                terminalVerificationResults: Self.digits(result.verificationResults.bytes),
                transactionStatusInformation: Self.digits(result.statusInformation.bytes),
                cardholderVerificationMethod: ReceiptDetails.verification(results: result.cardholderResults)))
        preferredLocales = CardDetails.locales(ofChip: result.languages)
    }

    fileprivate static func digits(_ bytes: [UInt8]) -> String { Hex.encode(bytes).uppercased() }
}

extension ReceiptDetails {
    /// What a receipt shows of the card's last word.
    init(_ conclusion: ContactConclusion) {
        self.init(
            applicationCryptogram: (conclusion.cryptogram?.value).map(CardDetails.digits),
            terminalVerificationResults: CardDetails.digits(conclusion.verificationResults.bytes),
            transactionStatusInformation: CardDetails.digits(conclusion.statusInformation.bytes),
            cryptogramType: (conclusion.cryptogram?.information).map { $0 & 0xC0 == 0x40 ? "TC" : "AAC" },
            issuerAuthentication: conclusion.issuerAuthentication)
    }
}

extension ContactConclusion {
    /// The API's word for what the card made of its issuer's proof.
    fileprivate var issuerAuthentication: String? {
        guard statusInformation.contains(.issuerAuthentication) else { return nil }
        return verificationResults.contains(.issuerAuthenticationFailed) ? "failed" : "passed"
    }
}
