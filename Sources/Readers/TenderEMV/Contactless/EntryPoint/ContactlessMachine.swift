import TenderBytes

/// One transaction with a contactless card: entry point, and the kernels 2 and 3, as a pure state machine.
///
/// The rules are those of the EMV Contactless books A, B, C-2 and C-3, from public knowledge about them; nothing is
/// certified (docs/emv.md). The machine has no clock, no randomness and no I/O. It holds card data, and is therefore
/// never encoded. Whatever a card answers, it ends in an outcome after at most `mostCommands` commands.
public struct ContactlessMachine: Sendable {
    /// The most commands of a transaction.
    public static let mostCommands = 512
    /// How often cards may be presented in a transaction; no book has a limit.
    public static let mostPresentations = 16

    let configuration: ContactConfiguration
    let transaction: ContactTransaction
    /// What was torn in this transaction and in those before, for the next one.
    public internal(set) var tornTransactions: TornTransactions
    var step = ContactlessStep.idle
    var data: ContactData
    var results: TVR = []
    var status: TSI = []
    /// The combinations that may be used for the amount.
    var allowed: [Preprocessing] = []
    /// What is left to select, the best first.
    var candidates: [ContactlessCandidate] = []
    /// The combination in use.
    var current: Preprocessing
    var records = RecordReading()
    /// What GET PROCESSING OPTIONS was given.
    var processingValues = SecretBytes.empty
    var authentication = AuthenticationState()
    var verification = ContactlessVerification.none
    /// What the card decided, or what is made of it.
    var kind = CryptogramRequest.decline
    /// Whether a combined signature was asked for.
    var isSignatureAsked = false
    /// What GENERATE AC was given.
    var cryptogramValues = SecretBytes.empty
    private var commandCount = 0
    private var presentationCount = 0
    private var timer = 0

    /// Prepares a transaction.
    ///
    /// - Parameter tornTransactions: What earlier transactions left.
    /// - Returns: `nil` for a configuration without combinations.
    public init?(
        configuration: ContactConfiguration, transaction: ContactTransaction,
        tornTransactions: TornTransactions = TornTransactions()
    ) {
        let combinations = configuration.contactless.map {
            Preprocessing($0, transaction, reach: configuration.terminal.reach)
        }
        guard let first = combinations.first else { return nil }
        self.configuration = configuration
        self.transaction = transaction
        self.tornTransactions = tornTransactions
        current = first
        allowed = combinations.filter(\.isAllowed)
        data = ContactData(transaction, configuration)
    }

    /// Whether the transaction has ended.
    public var isEnded: Bool { if case .ended = step { true } else { false } }

    /// Handles one event and returns the actions to perform; after the end there are none.
    ///
    /// - Throws: `ContactFault` for a mistake on this side of the card. After `crypto` the transaction has ended; after
    ///   any other fault it is unchanged.
    public mutating func handle(_ event: ContactlessEvent) throws(ContactFault) -> [ContactlessAction] {
        guard !isEnded else { return [] }
        do throws(ContactStop) {
            return try handled(event)
        } catch {
            switch error {
            case .ended(.terminated(let reason)): return end(.ended(.general(reason)))
            // What is shared with the other interface ends only so.
            case .ended: return end(.ended(.general(.dataInvalid)))
            case .fault(let fault):
                if fault == .crypto { step = .ended }
                throw fault
            }
        }
    }

    private mutating func handled(_ event: ContactlessEvent) throws(ContactStop) -> [ContactlessAction] {
        switch event {
        case .started:
            guard case .idle = step else { throw .fault(.unexpectedEvent) }
            return allowed.isEmpty ? end(.tryAnotherInterface(.amountNotAllowed)) : awaitCard(.presentCard)
        case .cardPresented:
            guard case .awaitingCard = step else { throw .fault(.unexpectedEvent) }
            return try selectDirectory()
        case .cardsCollided:
            guard case .awaitingCard = step else { throw .fault(.unexpectedEvent) }
            return awaitCard(.presentOneCard)
        case .answered(let bytes): return try answered(CardAnswer(bytes))
        case .cardFailed, .cardRemoved: return lost()
        case .randomDrawn(let bytes):
            guard case .drawingNumber = step else { throw .fault(.unexpectedEvent) }
            return try numberDrawn(bytes)
        case .pinEnded(let result):
            guard case .enteringPIN = step else { throw .fault(.unexpectedEvent) }
            return try pinEnded(result)
        case .lookedUp(let isListed):
            guard case .lookingUp = step else { throw .fault(.unexpectedEvent) }
            return try lookedUp(isListed: isListed)
        case .timerFired(let number):
            guard case .enteringPIN = step, number == timer else { return [] }
            return [.stopPIN] + end(.ended(.general(.pinTooLate)))
        case .canceled:
            if case .enteringPIN = step { return [.stopPIN] + end(.ended(.general(.canceled))) }
            return end(.ended(.general(.canceled)))
        }
    }

    private mutating func answered(_ answer: CardAnswer) throws(ContactStop) -> [ContactlessAction] {
        switch step {
        case .selectingDirectory: try directorySelected(answer)
        case .selecting(let candidate): try selected(answer, candidate)
        case .initiating: try initiated(answer)
        case .reading(let entry, let record): try recordRead(answer, entry: entry, record: record)
        case .recovering(let torn): try recovered(answer, torn)
        case .generating(let request): try generated(answer, request: request)
        case .idle, .awaitingCard, .drawingNumber, .lookingUp, .enteringPIN, .ended: throw .fault(.unexpectedEvent)
        }
    }

    /// A card that is gone, or is not understood, is wanted again (EMV Contactless Book B, 3.5.1 [check]).
    ///
    /// Where no command is open, the next one finds that out.
    private mutating func lost() -> [ContactlessAction] {
        switch step {
        case .awaitingCard, .selectingDirectory, .selecting, .initiating, .reading:
            return awaitCard(.presentAgain)
        case .recovering(let torn):
            tornTransactions.add(torn)
            return awaitCard(.presentAgain)
        case .generating(let request):
            rememberTorn(request)
            return awaitCard(.presentAgain)
        case .idle, .drawingNumber, .lookingUp, .enteringPIN, .ended: return []
        }
    }

    /// Wants a card, and begins again with it.
    mutating func awaitCard(_ message: ContactlessMessage) -> [ContactlessAction] {
        presentationCount += 1
        guard presentationCount <= Self.mostPresentations else { return end(.ended(.tooManyPresentations)) }
        step = .awaitingCard
        return [.awaitCard(message)]
    }

    mutating func end(_ outcome: ContactlessOutcome) -> [ContactlessAction] {
        step = .ended
        return [.finish(outcome)]
    }

    /// Counts a command, and says what to wait for.
    mutating func transmit(
        _ command: SecretBytes, _ next: ContactlessStep
    ) throws(ContactStop) -> [ContactlessAction] {
        guard commandCount < Self.mostCommands else { throw .terminated(.tooMuch) }
        commandCount += 1
        step = next
        return [.transmit(command)]
    }

    mutating func startTimer(_ seconds: Int) -> ContactlessAction {
        timer += 1
        return .startTimer(timer, seconds: seconds)
    }
}
