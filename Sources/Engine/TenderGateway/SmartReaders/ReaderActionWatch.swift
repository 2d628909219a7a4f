import TenderAPI
import TenderModel

/// Follows a smart reader's action for an intent: decides what to query next, and what the answers prove.
///
/// It is pure. Only the intent reveals the outcome of an authorization: the reader merely indicates when to look. Only
/// a card error of the reader's own action, with an intent that waits for a card again, is a decline; every other doubt
/// remains one. While it is in doubt whether a command arrived, an action that the reader showed before is not mistaken
/// for its result.
struct ReaderActionWatch: Hashable, Sendable {
    /// What to wait for.
    enum Goal: Hashable, Sendable {
        /// A card that was read, with nothing charged.
        case card
        /// The outcome of the authorization.
        case authorization
    }

    /// Something that was learned.
    enum Event: Hashable, Sendable {
        /// The command arrived; the response shows the reader.
        case acknowledged(TerminalReader)
        /// A query returned the reader.
        case reader(TerminalReader)
        /// A query about the reader was not answered.
        case readerNotTold
        /// It is unknown whether the command arrived.
        case commandInDoubt
        /// A query returned the intent.
        case intent(PaymentIntent)
        /// A query about the intent was not answered.
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

    /// The way in which the action ended.
    enum Ending: Hashable, Sendable {
        /// A card was read.
        case card(Expandable<PaymentMethod>?)
        /// The authorization is over, and the intent has the outcome.
        case intent(PaymentIntent)
        /// The issuer declined the card; the intent accepts another one.
        case declined(APIError, PaymentIntent)
        /// The customer pressed cancel; for an authorization, with the intent that was retrieved afterwards.
        case canceledByCustomer(PaymentIntent?)
        /// The card was not read.
        case failed(Failure)
        /// The reader does something else, or nothing.
        case takenOver
        /// The outcome is unknown.
        case unknown(String)
    }

    /// The reason that an action failed.
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
    /// The last known state of this action on the reader; before that, what the reader showed earlier.
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

    /// - Parameter earlier: What the reader showed before the command; if it was still in progress, it was ended since,
    ///   and seeing the same again means a new action.
    init(_ goal: Goal, of intentID: String, _ policy: InternetReaderPolicy, after earlier: ReaderAction? = nil) {
        self.goal = goal
        self.intentID = intentID
        self.policy = policy
        seen = earlier?.status == .inProgress ? nil : earlier
    }

    /// Returns whether an action is the one that is followed.
    func isOwn(_ action: ReaderAction?) -> Bool { isAlike(action) && (hasArrived || action != seen) }

    /// Returns whether an action has the right kind and intent, whether it is of this command or of an earlier one.
    private func isAlike(_ action: ReaderAction?) -> Bool {
        action?.kind == (goal == .card ? .collectPaymentMethod : .confirmPaymentIntent)
            && action?.paymentIntent == intentID
    }

    /// Handles what was learned and returns what to do next.
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

    /// Repeats a query that was not answered, up to a limit; for an authorization, the intent says more then.
    private mutating func missed() -> Step {
        misses += 1
        guard misses >= policy.maximumMisses else { return pause(then: .askReader) }
        return goal == .card ? .end(.unknown("the gateway does not say what the reader is doing")) : .askIntent
    }

    /// Repeats the query about an intent that shows no outcome, because it may show one later.
    private mutating func doubted() -> Step {
        doubts += 1
        guard doubts >= policy.maximumDoubts else { return pause(then: .askIntent) }
        guard let failure else { return .end(.unknown("the reader is done, but the intent shows no outcome")) }
        return .end(.unknown("the reader failed (\(failure.code)), but the intent shows no outcome"))
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
