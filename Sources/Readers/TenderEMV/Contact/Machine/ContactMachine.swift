import TenderBytes

/// One transaction with a chip card with contacts, as a pure state machine.
///
/// The first half ends with the answer to the first GENERATE AC. A quick transaction is over then; any other whose card
/// wants the issuer waits for the issuer's answer, and ends in a `ContactConclusion`.
///
/// The rules are those of the EMV books 1 to 4; nothing is certified (docs/emv.md). The machine has no clock, no
/// randomness and no I/O. It holds card data, and is therefore never encoded. Whatever a card and an issuer answer, it
/// ends after at most `mostCommands` commands.
public struct ContactMachine: Sendable {
    /// The most commands of a transaction.
    public static let mostCommands = 512

    let configuration: ContactConfiguration
    let transaction: ContactTransaction
    var step = ContactStep.idle
    var data: ContactData
    var results: TVR = []
    var status: TSI = []
    var candidates: [Candidate] = []
    /// The application in use.
    var profile: ApplicationProfile
    var records = RecordReading()
    /// What GET PROCESSING OPTIONS was given.
    var processingValues = SecretBytes.empty
    var authentication = AuthenticationState()
    var verification = VerificationState()
    /// Whether a combined signature was asked for.
    var isSignatureAsked = false
    /// What GENERATE AC was given, the first and the second.
    var cryptogramValues = SecretBytes.empty
    var completion = CompletionState()
    private var commandCount = 0
    private var timer = 0

    /// Prepares a transaction.
    ///
    /// - Returns: `nil` for a configuration without applications.
    public init?(configuration: ContactConfiguration, transaction: ContactTransaction) {
        guard let first = configuration.applications.first else { return nil }
        self.configuration = configuration
        self.transaction = transaction
        profile = first
        data = ContactData(transaction, configuration)
    }

    /// Whether the transaction has ended.
    public var isEnded: Bool { if case .ended = step { true } else { false } }

    /// Handles one event and returns the actions to perform; after the end there are none.
    ///
    /// - Throws: `ContactFault` for a mistake on this side of the card. After `crypto` the transaction has ended; after
    ///   any other fault it is unchanged.
    public mutating func handle(_ event: ContactEvent) throws(ContactFault) -> [ContactAction] {
        guard !isEnded else { return [] }
        do throws(ContactStop) {
            return try handled(event)
        } catch {
            switch error {
            case .ended(.terminated(let reason)) where step.isSecondHalf: return abandon(reason)
            case .ended(let outcome): return end(outcome)
            case .fault(let fault):
                if fault == .crypto { step = .ended }
                throw fault
            }
        }
    }

    private mutating func handled(_ event: ContactEvent) throws(ContactStop) -> [ContactAction] {
        switch event {
        case .started:
            guard case .idle = step else { throw .fault(.unexpectedEvent) }
            return try started()
        case .answered(let bytes): return try answered(bytes)
        case .cardFailed: return lost(.cardFailed)
        case .cardRemoved: return lost(.cardRemoved)
        case .chosen(let index): return try chosen(index)
        case .confirmed(let isRight): return try confirmed(isRight)
        case .randomDrawn(let bytes): return try randomDrawn(bytes)
        case .pinEnded(let result): return try pinEnded(result)
        case .lookedUp(let isListed, let loggedAmount):
            guard case .lookingUp = step else { throw .fault(.unexpectedEvent) }
            return try lookedUp(isListed: isListed, loggedAmount: loggedAmount)
        case .issuerAnswered(let answer): return try issuerAnswered(answer)
        case .issuerUnreachable: return try issuerUnreachable()
        case .timerFired(let number): return timerFired(number)
        case .canceled:
            return step.isSecondHalf ? abandon(.canceled) : stopPIN() + end(.terminated(.canceled))
        }
    }

    private mutating func answered(_ bytes: SecretBytes) throws(ContactStop) -> [ContactAction] {
        switch step {
        case .selectingDirectory: try directorySelected(CardAnswer(bytes))
        case .readingDirectory(let file, let record, let table):
            try directoryRead(CardAnswer(bytes), file: file, record: record, codeTable: table)
        case .trying(let profile, let count): try tried(CardAnswer(bytes), profile: profile, nextCount: count)
        case .selecting(let candidate): try selected(CardAnswer(bytes), candidate)
        case .initiating(let candidate): try initiated(CardAnswer(bytes), candidate)
        case .reading(let entry, let record): try recordRead(CardAnswer(bytes), entry: entry, record: record)
        case .authenticating(let values): try authenticated(CardAnswer(bytes), values: values)
        case .askingTries: try triesGiven(CardAnswer(bytes))
        case .challenging(let pin): try challenged(CardAnswer(bytes), pin: pin)
        case .verifyingPIN: try pinVerified(CardAnswer(bytes))
        case .askingCounter: try counterGiven(CardAnswer(bytes))
        case .askingLastOnline(let counter): try lastOnlineGiven(CardAnswer(bytes), counter: counter)
        case .generating(let request): try generated(CardAnswer(bytes), request: request)
        case .closing(let outcome): end(outcome)
        case .authenticatingIssuer: try issuerAuthenticated(CardAnswer(bytes))
        case .performing(let run): try commandAnswered(try? CardAnswer(bytes), run)
        case .completing(let request): try completed(CardAnswer(bytes), request: request)
        case .idle, .choosing, .confirming, .drawingNumber, .enteringPIN, .drawingPadding, .lookingUp, .drawingLot,
            .awaitingIssuer, .ended:
            throw .fault(.unexpectedEvent)
        }
    }

    private mutating func randomDrawn(_ bytes: SecretBytes) throws(ContactStop) -> [ContactAction] {
        switch step {
        case .drawingNumber(let candidate): try numberDrawn(bytes, candidate)
        case .drawingPadding(let pin, let challenge): try paddingDrawn(bytes, pin: pin, challenge: challenge)
        case .drawingLot: try lotDrawn(bytes)
        case .idle, .selectingDirectory, .readingDirectory, .trying, .choosing, .confirming, .selecting, .initiating,
            .reading, .authenticating, .askingTries, .enteringPIN, .challenging, .verifyingPIN, .lookingUp,
            .askingCounter, .askingLastOnline, .generating, .closing, .awaitingIssuer, .authenticatingIssuer,
            .performing, .completing, .ended:
            throw .fault(.unexpectedEvent)
        }
    }

    /// What a card that is gone leaves: with a cryptogram for the issuer, the request; with its last word, that.
    private mutating func lost(_ reason: ContactReason) -> [ContactAction] {
        if case .closing(let outcome) = step { return end(outcome) }
        if step.isSecondHalf { return abandon(reason) }
        let mayFallBack = step.isBeforeApplication && reason == .cardFailed
        return stopPIN() + end(mayFallBack ? .tryAnotherInterface(reason) : .terminated(reason))
    }

    private mutating func timerFired(_ number: Int) -> [ContactAction] {
        guard number == timer else { return [] }
        return switch step {
        case .enteringPIN: stopPIN() + end(.terminated(.pinTooLate))
        case .choosing, .confirming: end(.terminated(.answerTooLate))
        case .idle, .selectingDirectory, .readingDirectory, .trying, .selecting, .drawingNumber, .initiating, .reading,
            .authenticating, .askingTries, .challenging, .drawingPadding, .verifyingPIN, .lookingUp, .drawingLot,
            .askingCounter, .askingLastOnline, .generating, .closing, .awaitingIssuer, .authenticatingIssuer,
            .performing, .completing, .ended:
            []
        }
    }

    private func stopPIN() -> [ContactAction] {
        if case .enteringPIN = step { [.stopPIN] } else { [] }
    }

    mutating func end(_ outcome: ContactOutcome) -> [ContactAction] {
        step = .ended
        return [.finish(outcome)]
    }

    /// Counts a command, and says what to wait for.
    mutating func transmit(_ command: SecretBytes, _ next: ContactStep) throws(ContactStop) -> [ContactAction] {
        try countCommand()
        step = next
        return [.transmit(command)]
    }

    mutating func countCommand() throws(ContactStop) {
        guard commandCount < Self.mostCommands else { throw .terminated(.tooMuch) }
        commandCount += 1
    }

    mutating func startTimer(_ seconds: Int) -> ContactAction {
        timer += 1
        return .startTimer(timer, seconds: seconds)
    }
}
