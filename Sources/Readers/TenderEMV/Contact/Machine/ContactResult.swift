public import TenderBytes

/// What a transaction gave: the results, and the data for the issuer.
public struct ContactResult: Sendable {
    /// The terminal verification results.
    public let verificationResults: TVR
    /// The transaction status information.
    public let statusInformation: TSI
    /// The results of the cardholder's verification, tag 9F34: method, condition, result.
    public let cardholderResults: [UInt8]
    /// Whether the customer must sign.
    public let needsSignature: Bool
    /// The PIN for the issuer; `nil` if none was entered.
    public let pin: EncipheredPIN?
    /// The account number as the card has it, tag 5A: two digits a byte, then F.
    public let accountNumber: SecretBytes
    /// The last day on which the card is valid.
    public let expiry: EMVDate
    /// Track 2 as the chip has it, tag 57.
    public let track2: SecretBytes?
    /// The data objects for the issuer, one after the other (field 55).
    public let issuerData: SecretBytes
    /// The data objects of the account and of the receipt that are not among those for the issuer, one after the other.
    public let accountData: SecretBytes
    /// The cryptogram, tag 9F26.
    public let cryptogram: [UInt8]
    /// The name under which the card has the application, tag 84.
    public let identifier: [UInt8]
    /// What the card calls the application: its preferred name if that is of plain letters, or else its label.
    public let applicationName: String?
    /// The languages of the card's holder, tag 5F2D: two letters each.
    public let languages: [UInt8]
    /// Whether the card is done and may be taken out (quick chip).
    public let isCardDone: Bool
}
