/// The EMV data of a card payment that a receipt must or may show.
public struct ReceiptDetails: Hashable, Sendable, Codable {
    /// The account type: credit, checking, prepaid or unknown.
    public var accountType: String?
    /// The name of the application on the card (EMV tag 9F12 or 50).
    public var applicationPreferredName: String?
    /// The application's AID (EMV tag 84).
    public var dedicatedFileName: String?
    /// The issuer's approval code.
    public var authorizationCode: String?
    /// The authorization response code (EMV tag 8A).
    public var authorizationResponseCode: String?
    /// The application cryptogram (EMV tag 9F26).
    public var applicationCryptogram: String?
    /// The terminal verification results (EMV tag 95).
    public var terminalVerificationResults: String?
    /// The transaction status information (EMV tag 9B).
    public var transactionStatusInformation: String?
    /// How the cardholder was verified, such as `online_pin` or `none`.
    public var cardholderVerificationMethod: String?

    /// *Ours:* the kind of the cryptogram as the card's last word: `TC` for an approval, `AAC` for a decline; `nil` if the
    /// card was not asked.
    public var cryptogramType: String?
    /// *Ours:* what the card made of its issuer's proof: `passed` or `failed`; `nil` if there was none, or the card did not
    /// tell.
    public var issuerAuthentication: String?

    /// The cryptogram with its kind, as a receipt shows it.
    public var typedCryptogram: String? {
        applicationCryptogram.map { [cryptogramType, $0].compactMap(\.self).joined(separator: " ") }
    }

    /// Makes the details; whatever is not given is absent from the receipt.
    public init(
        accountType: String? = nil, applicationPreferredName: String? = nil, dedicatedFileName: String? = nil,
        authorizationCode: String? = nil, authorizationResponseCode: String? = nil,
        applicationCryptogram: String? = nil, terminalVerificationResults: String? = nil,
        transactionStatusInformation: String? = nil, cardholderVerificationMethod: String? = nil,
        cryptogramType: String? = nil, issuerAuthentication: String? = nil
    ) {
        self.accountType = accountType
        self.applicationPreferredName = applicationPreferredName
        self.dedicatedFileName = dedicatedFileName
        self.authorizationCode = authorizationCode
        self.authorizationResponseCode = authorizationResponseCode
        self.applicationCryptogram = applicationCryptogram
        self.terminalVerificationResults = terminalVerificationResults
        self.transactionStatusInformation = transactionStatusInformation
        self.cardholderVerificationMethod = cardholderVerificationMethod
        self.cryptogramType = cryptogramType
        self.issuerAuthentication = issuerAuthentication
    }

    enum CodingKeys: String, CodingKey {
        case accountType = "account_type"
        case applicationPreferredName = "application_preferred_name"
        case dedicatedFileName = "dedicated_file_name"
        case authorizationCode = "authorization_code"
        case authorizationResponseCode = "authorization_response_code"
        case applicationCryptogram = "application_cryptogram"
        case terminalVerificationResults = "terminal_verification_results"
        case transactionStatusInformation = "transaction_status_information"
        case cardholderVerificationMethod = "cardholder_verification_method"
        case cryptogramType = "cryptogram_type"
        case issuerAuthentication = "issuer_authentication"
    }
}
