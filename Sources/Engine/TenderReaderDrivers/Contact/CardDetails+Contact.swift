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

    private static func digits(_ bytes: [UInt8]) -> String { Hex.encode(bytes).uppercased() }
}
