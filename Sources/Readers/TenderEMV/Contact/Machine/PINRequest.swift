public import TenderBytes

/// What a customer is to enter a PIN for.
public struct PINRequest: Sendable {
    /// Where the PIN goes.
    public enum Purpose: Sendable {
        /// Into a VERIFY that the pad makes and sends; the template has the empty block of format 2 in it.
        case verifyOnReader(template: [UInt8])
        /// To the kernel, as digits of text.
        case digits
        /// To the issuer, enciphered by the pad, for an account.
        case issuer(accountNumber: SecretBytes)
    }

    /// Where the PIN goes.
    public let purpose: Purpose
    /// The number of tries that the card has left; `nil` if it does not say.
    public let triesLeft: Int?
    /// The amount that the customer agrees to, in the currency's smallest unit.
    public let amount: UInt64
}
