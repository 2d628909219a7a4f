import TenderEMV
import TenderFlow
import TenderModel
import TenderReaders

/// What a `ContactShell` keeps under its lock: the machine, and the request to the card that is in progress.
struct ContactShellState {
    /// What the transaction goes on with.
    enum Answer {
        /// What the card or the pad answered.
        case chip(Result<ChipReply, ChipChannelError>)
        /// What the customer answered about applications.
        case customer(ApplicationQuestion, ApplicationQuestion.Application?)
        /// There was none to a question in time.
        case late
        /// What the issuer answered; `nil` if it could not be reached.
        case issuer(ContactIssuerAnswer?)
    }

    /// The machine's latest timer, which is that of the PIN or of a question.
    var deadline: (number: Int, seconds: Int)?
    /// Whether the customer knows that the PIN is wanted again.
    var isAskedAgain = false
    /// Whether an application that was chosen does not work.
    var isChosenAgain = false
    /// The alarm of the entry of a PIN.
    var alarm: Task<Void, Never>?
    /// Told the outcome, once.
    var ended: (@Sendable (ContactShell.Outcome) -> Void)?
    /// Told the conclusion, once.
    private var concluded: (@Sendable (ContactShell.Conclusion) -> Void)?

    private var machine: ContactMachine
    /// The powering of the card; `nil` when it is over.
    private var activation: ChipActivation? = ChipActivation()
    /// The number of requests so far; the last one is in progress unless it was answered.
    private var count = 0
    private var isAsking = false
    /// The channel's ID of the request in progress.
    private var request: Int?
    private var isLate = false
    /// The number of the question to the customer in progress, which counts as a request.
    private(set) var question: Int?
    /// What may end the question.
    private var asking: [Task<Void, Never>] = []
    /// Whether the caller gave up.
    private(set) var isCanceled = false
    private var answer: Answer?
    /// Whether a thread is at work, which takes the next answer too.
    private var isBusy = false

    init(_ machine: ContactMachine) { self.machine = machine }

    /// Has the machine handle an event.
    mutating func handle(_ event: ContactEvent) throws(ReaderError) -> [ContactAction] {
        do throws(ContactFault) {
            return try machine.handle(event)
        } catch {
            throw .communication("the transaction with the chip failed on this side (\(error))")
        }
    }

    /// Hands an answer to the powering of the card; `nil` if that is over.
    mutating func activate(_ reply: Result<ChipReply, ChipChannelError>) -> ChipActivation.Step? {
        let step = activation?.handle(reply)
        if case .ended = step { activation = nil }
        return step
    }

    /// Counts a request that begins, and returns its number; `nil` if the caller has given up.
    mutating func beginRequest() -> Int? {
        guard !isCanceled else { return nil }
        count += 1
        (isAsking, request, isLate) = (true, nil, false)
        return count
    }

    /// Enters the channel's ID of a request; returns whether it is to be canceled already.
    mutating func enter(_ id: Int, _ number: Int) -> Bool {
        guard isAsking, count == number else { return false }
        request = id
        return isCanceled || isLate
    }

    /// Notes that the caller gave up; returns the request to cancel.
    mutating func cancel() -> Int? {
        isCanceled = true
        return request
    }

    /// Notes that the time for a PIN is over; returns the request to cancel.
    mutating func expire(_ number: Int) -> Int? {
        guard isAsking, count == number else { return nil }
        isLate = true
        return request
    }

    /// Ends the request; returns whether no thread is at work, and the alarm to stop.
    mutating func end(_ reply: Result<ChipReply, ChipChannelError>) -> (isFree: Bool, alarm: Task<Void, Never>?) {
        answer = .chip(isLate ? .success(.pad(.timedOut)) : reply)
        defer { (isAsking, request, alarm, isBusy) = (false, nil, nil, true) }
        return (!isBusy, alarm)
    }

    /// Counts a question to the customer that begins, as a request; `nil` if the caller has given up.
    mutating func beginQuestion() -> (number: Int, seconds: Int, isAgain: Bool)? {
        guard let deadline, let number = beginRequest() else { return nil }
        question = number
        return (number, deadline.seconds, isChosenAgain)
    }

    /// Enters what asks a question; returns `false` if the question is over.
    mutating func enter(_ tasks: [Task<Void, Never>], _ number: Int) -> Bool {
        guard question == number else { return false }
        asking = tasks
        return true
    }

    /// Ends a question; returns whether no thread is at work, and the tasks to stop, or `nil` if it is over already.
    mutating func settle(_ number: Int, _ answer: Answer) -> (isFree: Bool, tasks: [Task<Void, Never>])? {
        guard question == number else { return nil }
        self.answer = answer
        defer { (isAsking, question, asking, isBusy) = (false, nil, [], true) }
        return (!isBusy, asking)
    }

    /// Takes the answer to follow; `nil` if there is none, and the thread's work is done.
    mutating func takeAnswer() -> Answer? {
        defer { answer = nil }
        isBusy = answer != nil
        return answer
    }

    /// Notes the issuer's answer, with which the transaction goes on; who gave up the first half has not given up this one.
    mutating func beginSecondHalf(
        _ issuer: ContactIssuerAnswer?, _ concluded: @escaping @Sendable (ContactShell.Conclusion) -> Void
    ) {
        (answer, self.concluded, isCanceled, isBusy) = (.issuer(issuer), concluded, false, true)
    }

    /// Takes whoever is told the conclusion.
    mutating func takeConclusion() -> (@Sendable (ContactShell.Conclusion) -> Void)? {
        defer { concluded = nil }
        return concluded
    }

    /// Takes whoever is told the outcome.
    mutating func takeEnd() -> (@Sendable (ContactShell.Outcome) -> Void)? {
        defer { ended = nil }
        return ended
    }
}
