import TenderModel

/// Follows what a smart reader was asked to do for an intent: what to ask next, and what the answers prove.
///
/// Pure. Of an authorisation the intent alone tells the outcome: the reader's word says when to look. Only a card error
/// of the reader's own action, with an intent that waits for a card again, is a decline; every other doubt stays one.
/// While it is in doubt whether a command arrived, an action that the reader showed before it is not taken for its work.
struct ReaderActionWatch: Hashable, Sendable {
    /// What is waited for.
    enum Goal: Hashable, Sendable {
        /// A card that was read, with nothing charged.
        case card
        /// The outcome of the authorisation.
        case authorization
    }

    /// What was learnt.
    enum Event: Hashable, Sendable {
        /// The command arrived: the reader as its answer shows it.
        case acknowledged(TerminalReader)
        /// The reader as it is: the answer to a question.
        case reader(TerminalReader)
        /// A question about the reader stayed without an answer.
        case readerNotTold
        /// Whether the command arrived is not known.
        case commandInDoubt
        /// The intent as it is.
        case intent(PaymentIntent)
        /// A question about the intent stayed without an answer.
        case intentNotTold
        /// The pause is over.
        case pauseOver
    }

    /// What to do next.
    enum Step: Hashable, Sendable {
        case pause(Duration)
        case askReader
        case askIntent
        case end(Ending)
    }

    /// How it ended.
    enum Ending: Hashable, Sendable {
        /// A card was read.
        case card(Expandable<PaymentMethod>?)
        /// The authorisation is over, and the intent says how.
        case intent(PaymentIntent)
        /// The issuer refused the card; the intent takes another one.
        case declined(APIError, PaymentIntent)
        /// The customer pressed cancel; of an authorisation, the intent that was read afterwards.
        case canceledByCustomer(PaymentIntent?)
        /// The card was not read.
        case failed(Failure)
        /// The reader does something else, or nothing.
        case takenOver
        /// What became of it is not known.
        case unknown(String)
    }

    /// Why an action failed.
    struct Failure: Hashable, Sendable {
        let code: String
        let message: String?
        let apiError: APIError?

        init(_ action: ReaderAction) {
            code = action.failureCode ?? action.apiError?.code ?? ""
            message = action.failureMessage ?? action.apiError?.message
            apiError = action.apiError
        }

        /// Whether the issuer or the card ended it, and nothing else.
        var isDecline: Bool { apiError?.type == .cardError || code == "card_declined" }

        var isByCustomer: Bool { code == "customer_canceled" }
    }

    let goal: Goal
    let intentID: String
    /// What the reader was last told to be doing of this; what it showed before, as long as nothing else was told.
    private(set) var seen: ReaderAction?
    /// Whether the command is known to have arrived.
    private(set) var hasArrived = false
    private let policy: InternetReaderPolicy
    private var pauses = 0
    private var waited = Duration.zero
    private var misses = 0
    private var doubts = 0
    private var failure: Failure?
    private var afterPause = Step.askReader

    /// - Parameter earlier: what the reader was known to show before the command; one that it still worked on was ended
    ///   since, and the same seen again is another.
    init(_ goal: Goal, of intentID: String, _ policy: InternetReaderPolicy, after earlier: ReaderAction? = nil) {
        self.goal = goal
        self.intentID = intentID
        self.policy = policy
        seen = earlier?.status == .inProgress ? nil : earlier
    }

    /// Whether an action is the one that is followed.
    func isOwn(_ action: ReaderAction?) -> Bool { isAlike(action) && (hasArrived || action != seen) }

    /// Whether an action is of the kind and of the intent, be it of this command or of an earlier one.
    private func isAlike(_ action: ReaderAction?) -> Bool {
        action?.kind == (goal == .card ? .collectPaymentMethod : .confirmPaymentIntent)
            && action?.paymentIntent == intentID
    }

    /// Takes what was learnt, and tells what to do next.
    mutating func handle(_ event: Event) -> Step {
        switch event {
        case .acknowledged(let reader): arrived(reader.action)
        case .reader(let reader): follow(reader.action)
        case .commandInDoubt: pause(then: .askReader)
        case .readerNotTold: missed()
        case .intent(let intent) where intent.id == intentID: judge(intent)
        case .intent, .intentNotTold: doubted()
        case .pauseOver: afterPause
        }
    }

    private mutating func arrived(_ action: ReaderAction?) -> Step {
        hasArrived = true
        return follow(action)
    }

    private mutating func follow(_ action: ReaderAction?) -> Step {
        // An earlier collection's card is not this one's, however the reader shows it.
        if isAlike(action), !isOwn(action) { return missed() }
        misses = 0
        guard let action, isOwn(action) else {
            failure = nil
            return goal == .card ? .end(.takenOver) : .askIntent
        }
        (seen, hasArrived) = (action, true)
        switch (action.status, goal) {
        case (.inProgress, _), (.unknown, _): return pause(then: .askReader)
        case (.succeeded, .card): return .end(.card(action.paymentMethod))
        case (.failed, .card):
            let failure = Failure(action)
            return .end(failure.isByCustomer ? .canceledByCustomer(nil) : .failed(failure))
        case (.succeeded, .authorization):
            failure = nil
            return .askIntent
        case (.failed, .authorization):
            failure = Failure(action)
            return .askIntent
        }
    }

    private mutating func judge(_ intent: PaymentIntent) -> Step {
        switch intent.status {
        case .requiresCapture, .succeeded, .canceled: return .end(.intent(intent))
        case .requiresPaymentMethod, .requiresConfirmation, .requiresAction:
            guard let failure else { return doubted() }
            if failure.isDecline, intent.status == .requiresPaymentMethod {
                return .end(.declined(Self.error(failure, intent), intent))
            }
            return failure.isByCustomer ? .end(.canceledByCustomer(intent)) : doubted()
        case .processing, .requiresReauthorization, .unknown: return doubted()
        }
    }

    private static func error(_ failure: Failure, _ intent: PaymentIntent) -> APIError {
        failure.apiError ?? intent.lastPaymentError
            ?? APIError(type: .cardError, code: failure.code, message: failure.message)
    }

    /// A question without an answer is put again, so often and no more; an authorisation's intent tells more then.
    private mutating func missed() -> Step {
        misses += 1
        guard misses >= policy.maximumMisses else { return pause(then: .askReader) }
        return goal == .card ? .end(.unknown("the gateway does not tell what the reader does")) : .askIntent
    }

    /// An intent that shows no outcome may show it later.
    private mutating func doubted() -> Step {
        doubts += 1
        guard doubts >= policy.maximumDoubts else { return pause(then: .askIntent) }
        guard let failure else { return .end(.unknown("the reader is done, and the intent shows no outcome")) }
        return .end(.unknown("the reader failed (\(failure.code)), and the intent shows no outcome"))
    }

    private mutating func pause(then question: Step) -> Step {
        let pause = policy.pause(after: pauses)
        if goal == .authorization {
            waited += pause
            guard waited <= policy.patience else { return .end(.unknown("the reader took too long")) }
        }
        pauses = min(pauses + 1, 100)
        afterPause = question
        return .pause(pause)
    }
}
