public import TenderBytes

/// What became of the entry of a PIN.
public enum PINResult: Sendable {
    /// The digits, as text.
    case digits(SecretBytes)
    /// The card's answer to the VERIFY that the pad sent.
    case verified(SecretBytes)
    /// The block for the issuer, enciphered under a key of its own (DUKPT).
    case enciphered(EncipheredPIN)
    /// The customer or the merchant passed over the PIN.
    case bypassed
    /// The pad does not work.
    case failed
}
