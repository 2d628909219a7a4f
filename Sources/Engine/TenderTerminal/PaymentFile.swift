import TenderFlow
import TenderModel

/// What is stored about a payment beside the facts that decide: for the application, and for the gateway.
struct PaymentFile {
    /// The intent as last seen.
    var intent: PaymentIntent
    /// The last error of the gateway, which says more than the machine's small facts.
    var lastError: GatewayError?
}

extension PaymentIntent {
    /// Takes over what a receipt shows of the card's last word.
    mutating func take(_ conclusion: ReceiptDetails) {
        guard var charge = latestCharge?.value, var receipt = charge.card?.receipt else { return }
        receipt.applicationCryptogram = conclusion.applicationCryptogram
        receipt.cryptogramType = conclusion.cryptogramType
        receipt.terminalVerificationResults = conclusion.terminalVerificationResults
        receipt.transactionStatusInformation = conclusion.transactionStatusInformation
        receipt.issuerAuthentication = conclusion.issuerAuthentication
        charge.paymentMethodDetails?.cardPresent?.receipt = receipt
        charge.paymentMethodDetails?.interacPresent?.receipt = receipt
        latestCharge = .object(charge)
    }
}
