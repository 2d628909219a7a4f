/// What a contactless transaction waits for.
enum ContactlessStep: Sendable {
    /// The start.
    case idle
    /// A card.
    case awaitingCard
    /// The answer to SELECT of the directory.
    case selectingDirectory
    /// The answer to SELECT of an application.
    case selecting(ContactlessCandidate)
    /// The unpredictable number.
    case drawingNumber
    /// The answer to GET PROCESSING OPTIONS.
    case initiating
    /// A record: the place of its entry in the locator, and its number.
    case reading(entry: Int, record: UInt8)
    /// The account in the exception file.
    case lookingUp
    /// The answer to RECOVER AC.
    case recovering(TornTransaction)
    /// The answer to GENERATE AC.
    case generating(CryptogramRequest)
    /// The entry of a PIN.
    case enteringPIN
    /// Nothing more.
    case ended
}
