import TenderBytes

/// What a transaction waits for.
enum ContactStep: Sendable {
    /// The start.
    case idle
    /// The answer to SELECT of the card's directory.
    case selectingDirectory
    /// A record of the directory.
    case readingDirectory(file: UInt8, record: UInt8, codeTable: UInt8?)
    /// The answer to SELECT of an application of the configuration; first, or one of the next.
    case trying(profile: Int, nextCount: Int)
    /// The customer's choice.
    case choosing
    /// The customer's confirmation.
    case confirming(Candidate)
    /// The answer to SELECT of the chosen application.
    case selecting(Candidate)
    /// The unpredictable number.
    case drawingNumber(Candidate)
    /// The answer to GET PROCESSING OPTIONS.
    case initiating(Candidate)
    /// A record: the place of its entry in the locator, and its number.
    case reading(entry: Int, record: UInt8)
    /// The answer to INTERNAL AUTHENTICATE.
    case authenticating(values: SecretBytes)
    /// The number of tries of the PIN.
    case askingTries
    /// The entry of a PIN.
    case enteringPIN(PINPurpose)
    /// The card's challenge for an enciphered PIN.
    case challenging(pin: SecretBytes)
    /// The random part of an enciphered PIN.
    case drawingPadding(pin: SecretBytes, challenge: SecretBytes)
    /// The answer to VERIFY.
    case verifyingPIN
    /// The account in the exception file.
    case lookingUp
    /// The lot of the random selection.
    case drawingLot
    /// The application transaction counter.
    case askingCounter
    /// The counter of the last online transaction.
    case askingLastOnline(counter: UInt16?)
    /// The answer to the first GENERATE AC.
    case generating(CryptogramRequest)
    /// The answer to a second GENERATE AC that changes nothing.
    indirect case closing(ContactOutcome)
    /// The issuer's answer.
    case awaitingIssuer
    /// The answer to EXTERNAL AUTHENTICATE.
    case authenticatingIssuer
    /// The answer to a command of the issuer.
    case performing(ScriptRun)
    /// The answer to the second GENERATE AC.
    case completing(CryptogramRequest)
    /// Nothing more.
    case ended

    /// Where a PIN that is entered goes.
    enum PINPurpose: Sendable {
        case reader
        case plain
        case enciphered
        case issuer
    }

    /// Whether the application has not started, so that the stripe may be used instead (EMV Book 4, 6.4 [check]).
    var isBeforeApplication: Bool {
        switch self {
        case .idle, .selectingDirectory, .readingDirectory, .trying, .choosing, .confirming, .selecting,
            .drawingNumber, .initiating:
            true
        case .reading, .authenticating, .askingTries, .enteringPIN, .challenging, .drawingPadding, .verifyingPIN,
            .lookingUp, .drawingLot, .askingCounter, .askingLastOnline, .generating, .closing, .awaitingIssuer,
            .authenticatingIssuer, .performing, .completing, .ended:
            false
        }
    }

    /// Whether the issuer was asked, and the card waits for its answer or works on it.
    var isSecondHalf: Bool {
        switch self {
        case .awaitingIssuer, .authenticatingIssuer, .performing, .completing: true
        case .idle, .selectingDirectory, .readingDirectory, .trying, .choosing, .confirming, .selecting,
            .drawingNumber, .initiating, .reading, .authenticating, .askingTries, .enteringPIN, .challenging,
            .drawingPadding, .verifyingPIN, .lookingUp, .drawingLot, .askingCounter, .askingLastOnline, .generating,
            .closing, .ended:
            false
        }
    }
}
