// A bit that stands in no table is told as reserved.
extension EMVFlags {
    /// Application interchange profile (B3 C1, contactless books); XDA is of EMV 4.4.
    static let interchangeProfile = EMVFlags([
        .init(1, 8, "XDA is supported"),
        .init(1, 7, "SDA is supported"),
        .init(1, 6, "DDA is supported"),
        .init(1, 5, "cardholder verification is supported"),
        .init(1, 4, "terminal risk management is to be performed"),
        .init(1, 3, "issuer authentication by EXTERNAL AUTHENTICATE is supported"),
        .init(1, 2, "cardholder verification on the device is supported"),
        .init(1, 1, "CDA is supported"),
        .init(2, 8, "EMV mode is supported (contactless)"),
    ])

    /// Terminal verification results (B3 C5).
    static let verificationResults = EMVFlags([
        .init(1, 8, "offline data authentication was not performed"),
        .init(1, 7, "SDA failed"),
        .init(1, 6, "card data missing"),
        .init(1, 5, "the card is on the exception file"),
        .init(1, 4, "DDA failed"),
        .init(1, 3, "CDA failed"),
        .init(1, 2, "SDA was selected"),
        .init(1, 1, "XDA was selected"),
        .init(2, 8, "card and terminal have different application versions"),
        .init(2, 7, "the application has expired"),
        .init(2, 6, "the application is not yet effective"),
        .init(2, 5, "the requested service is not allowed for the card"),
        .init(2, 4, "new card"),
        .init(3, 8, "cardholder verification was not successful"),
        .init(3, 7, "unrecognised cardholder verification method"),
        .init(3, 6, "PIN try limit exceeded"),
        .init(3, 5, "PIN entry required, and the PIN pad is absent or broken"),
        .init(3, 4, "PIN entry required, PIN pad present, and no PIN entered"),
        .init(3, 3, "online PIN entered"),
        .init(4, 8, "the transaction exceeds the floor limit"),
        .init(4, 7, "lower consecutive offline limit exceeded"),
        .init(4, 6, "upper consecutive offline limit exceeded"),
        .init(4, 5, "selected at random for going online"),
        .init(4, 4, "the merchant forced the transaction online"),
        .init(5, 8, "default TDOL used"),
        .init(5, 7, "issuer authentication failed"),
        .init(5, 6, "script processing failed before the final GENERATE AC"),
        .init(5, 5, "script processing failed after the final GENERATE AC"),
    ])

    /// Transaction status information (B3 C6).
    static let statusInformation = EMVFlags([
        .init(1, 8, "offline data authentication was performed"),
        .init(1, 7, "cardholder verification was performed"),
        .init(1, 6, "card risk management was performed"),
        .init(1, 5, "issuer authentication was performed"),
        .init(1, 4, "terminal risk management was performed"),
        .init(1, 3, "script processing was performed"),
    ])

    /// Application usage control (B3 C2).
    static let usageControl = EMVFlags([
        .init(1, 8, "valid for domestic cash transactions"),
        .init(1, 7, "valid for international cash transactions"),
        .init(1, 6, "valid for domestic goods"),
        .init(1, 5, "valid for international goods"),
        .init(1, 4, "valid for domestic services"),
        .init(1, 3, "valid for international services"),
        .init(1, 2, "valid at ATMs"),
        .init(1, 1, "valid at terminals other than ATMs"),
        .init(2, 8, "domestic cashback allowed"),
        .init(2, 7, "international cashback allowed"),
    ])

    /// Terminal capabilities (B4 A2); XDA is of EMV 4.4.
    static let capabilities = EMVFlags([
        .init(1, 8, "manual key entry"),
        .init(1, 7, "magnetic stripe"),
        .init(1, 6, "chip with contacts"),
        .init(2, 8, "plaintext PIN for verification by the card"),
        .init(2, 7, "enciphered PIN for online verification"),
        .init(2, 6, "signature"),
        .init(2, 5, "enciphered PIN for offline verification"),
        .init(2, 4, "no cardholder verification required"),
        .init(3, 8, "SDA"),
        .init(3, 7, "DDA"),
        .init(3, 6, "card capture"),
        .init(3, 4, "CDA"),
        .init(3, 3, "XDA"),
    ])

    /// Additional terminal capabilities (B4 A3) [check].
    static let additionalCapabilities = EMVFlags([
        .init(1, 8, "cash"),
        .init(1, 7, "goods"),
        .init(1, 6, "services"),
        .init(1, 5, "cashback"),
        .init(1, 4, "inquiry"),
        .init(1, 3, "transfer"),
        .init(1, 2, "payment"),
        .init(1, 1, "administrative"),
        .init(2, 8, "cash deposit"),
        .init(3, 8, "numeric keys"),
        .init(3, 7, "alphabetic and special character keys"),
        .init(3, 6, "command keys"),
        .init(3, 5, "function keys"),
        .init(4, 8, "printer for the attendant"),
        .init(4, 7, "printer for the cardholder"),
        .init(4, 6, "display for the attendant"),
        .init(4, 5, "display for the cardholder"),
        .init(4, 2, "code table 10"),
        .init(4, 1, "code table 9"),
        .init(5, 8, "code table 8"),
        .init(5, 7, "code table 7"),
        .init(5, 6, "code table 6"),
        .init(5, 5, "code table 5"),
        .init(5, 4, "code table 4"),
        .init(5, 3, "code table 3"),
        .init(5, 2, "code table 2"),
        .init(5, 1, "code table 1"),
    ])

    /// Terminal transaction qualifiers (contactless book A).
    static let terminalQualifiers = EMVFlags([
        .init(1, 8, "magnetic stripe mode is supported"),
        .init(1, 6, "EMV mode is supported"),
        .init(1, 5, "EMV contact chip is supported"),
        .init(1, 4, "the reader is offline only"),
        .init(1, 3, "online PIN is supported"),
        .init(1, 2, "signature is supported"),
        .init(1, 1, "offline data authentication for online authorisations is supported"),
        .init(2, 8, "an online cryptogram is required"),
        .init(2, 7, "cardholder verification is required"),
        .init(2, 6, "offline PIN is supported (contact)"),
        .init(3, 8, "issuer updates are supported"),
        .init(3, 7, "cardholder verification on the device is supported"),
    ])

    /// Card transaction qualifiers (contactless book C-3).
    static let cardQualifiers = EMVFlags([
        .init(1, 8, "online PIN is required"),
        .init(1, 7, "signature is required"),
        .init(1, 6, "go online if offline data authentication fails"),
        .init(1, 5, "use the contacts if offline data authentication fails"),
        .init(1, 4, "go online if the application has expired"),
        .init(2, 8, "cardholder verification on the device was performed"),
    ])
}
