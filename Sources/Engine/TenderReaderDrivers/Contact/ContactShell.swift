import TenderBytes
package import TenderEMV
package import TenderFlow
package import TenderModel
package import TenderReaders

/// One transaction with a chip: it performs what a `ContactMachine` decides, on a `ChipChannel`.
///
/// Whichever thread brings an answer of the card runs the machine and begins the next command: with a USB reader that is
/// the thread of libusb's events, and no other one has to run before the transaction has ended.
///
/// A question about applications goes to whoever can ask the customer; it ends with the first of the answer, the
/// deadline, the card's or the reader's leaving, and a cancel. Nothing is looked up in files of accounts.
package final class ContactShell: Sendable {
    package typealias Outcome = Result<ContactOutcome, ReaderError>
    package typealias Conclusion = Result<ContactConclusion, ReaderError>
    private typealias Reply = Result<ChipReply, ChipChannelError>

    /// What follows from an action.
    private enum Next {
        case event(ContactEvent)
        case request(ChipRequest)
        case question(ApplicationQuestion.Kind, [ApplicationName])
    }

    /// How much longer than the pad the clock here waits for a PIN: the pad begins to count later.
    private static var patience: Duration { .seconds(5) }

    private let channel: any ChipChannel
    private let clock: any Clock<Duration>
    /// Asks the customer about applications.
    private let chooser: ApplicationChooser?
    /// Waits until the card or the reader has left, while no command would notice; `nil` if canceled first.
    private let leaving: @Sendable () async -> ChipChannelError?
    /// Tells the customer what to do.
    private let tell: @Sendable (ReaderDisplayMessage) -> Void
    private let state: Guarded<ContactShellState>

    package init(
        _ machine: ContactMachine, on channel: any ChipChannel, clock: any Clock<Duration>,
        chooser: ApplicationChooser? = nil, leaving: @escaping @Sendable () async -> ChipChannelError? = { nil },
        tell: @escaping @Sendable (ReaderDisplayMessage) -> Void
    ) {
        self.channel = channel
        self.clock = clock
        self.chooser = chooser
        self.leaving = leaving
        self.tell = tell
        state = Guarded(ContactShellState(machine))
    }

    /// Powers the card and runs the transaction to its end, or until its card waits for the issuer's answer; canceling
    /// the task ends it before the next command.
    ///
    /// - Throws: `ReaderError` if the reader is gone or does not work.
    nonisolated(nonsending) package func run() async throws(ReaderError) -> ContactOutcome {
        let outcome = await CallbackCall<Void, Outcome>().wait(canceled: .success(.terminated(.canceled))) {
            begin(ended: $0)
        } cancel: { [self] _ in
            cancel()
        }
        return try outcome.get()
    }

    private func begin(ended: @escaping @Sendable (Outcome) -> Void) {
        state.withLock { $0.ended = ended }
        make(ChipActivation.first)
    }

    /// Runs the second half of a transaction whose card waits for the issuer's answer; canceling the task ends it before
    /// the next command.
    ///
    /// - Parameter answer: What the issuer answered; `nil` if it could not be reached.
    /// - Throws: `ReaderError` if the reader is gone or does not work.
    nonisolated(nonsending) package func conclude(
        _ answer: ContactIssuerAnswer?
    ) async throws(ReaderError) -> ContactConclusion {
        let conclusion = await CallbackCall<Void, Conclusion>().wait(
            canceled: .failure(.canceled(by: .application))
        ) { concluded in
            state.withLock { $0.beginSecondHalf(answer, concluded) }
            goOn()
        } cancel: { [self] _ in
            cancel()
        }
        return try conclusion.get()
    }

    private func cancel() {
        if let request = state.withLock({ $0.cancel() }) { channel.cancel(request) }
        if let question = state.withLock({ $0.question }) { settle(question, .chip(.failure(.canceled))) }
    }

    // MARK: - Requests to the card

    /// Begins a request, unless the caller has given up; the answer goes on with the transaction.
    private func make(_ request: ChipRequest) {
        guard let number = state.withLock({ $0.beginRequest() }) else { return answered(.failure(.canceled)) }
        if case .enterPIN(_, let seconds) = request { limit(number, .seconds(seconds) + Self.patience) }
        let id = channel.begin(request) { [self] in answered($0) }
        if state.withLock({ $0.enter(id, number) }) { channel.cancel(id) }
    }

    /// Ends the entry of a PIN in time: a pad that keeps to its own limit ends first, another one by the clock here.
    private func limit(_ number: Int, _ time: Duration) {
        let alarm = Task { [clock, channel, state] in
            guard (try? await clock.sleep(for: time)) != nil else { return }
            if let request = state.withLock({ $0.expire(number) }) { channel.cancel(request) }
        }
        state.withLock { $0.alarm = alarm }
    }

    /// Goes on with an answer, unless this thread is at it already: a channel may answer during the call.
    private func answered(_ reply: Reply) {
        let (isFree, alarm) = state.withLock { $0.end(reply) }
        alarm?.cancel()
        if isFree { goOn() }
    }

    private func goOn() {
        while let answer = state.withLock({ $0.takeAnswer() }) { follow(answer) }
    }

    // MARK: - Questions to the customer

    /// Begins a question about applications, unless the caller has given up; the answer goes on with the transaction.
    private func ask(_ kind: ApplicationQuestion.Kind, _ names: [ApplicationName]) {
        guard let begun = state.withLock({ $0.beginQuestion() }) else { return answered(.failure(.canceled)) }
        let question = ApplicationQuestion(kind, names, isAgain: begun.isAgain)
        let number = begun.number
        let tasks = [
            Task { [self] in
                let chosen = await chooser?(question)
                settle(number, .customer(question, chosen))
            },
            Task { [self] in
                if let error = await leaving() { settle(number, .chip(.failure(error))) }
            },
            Task { [self] in
                guard (try? await clock.sleep(for: .seconds(begun.seconds))) != nil else { return }
                settle(number, .late)
            },
        ]
        // It may be over already.
        if !state.withLock({ $0.enter(tasks, number) }) {
            for task in tasks { task.cancel() }
        }
    }

    /// Goes on with what ended a question first; what comes later is nothing any more.
    private func settle(_ number: Int, _ answer: ContactShellState.Answer) {
        guard let (isFree, tasks) = state.withLock({ $0.settle(number, answer) }) else { return }
        for task in tasks { task.cancel() }
        if isFree { goOn() }
    }

    /// Takes the steps that follow from an answer, up to the next request or the end.
    private func follow(_ answer: ContactShellState.Answer) {
        do throws(ReaderError) {
            var next = try next(after: answer)
            while case .event(let event) = next {
                let actions = try state.withLock { (state) throws(ReaderError) in try state.handle(event) }
                next = nil
                for action in actions {
                    switch action {
                    case .finish(let outcome): return end(.success(outcome))
                    case .conclude(let conclusion): return conclude(.success(conclusion))
                    default: break
                    }
                    if let follower = perform(action) { next = follower }
                }
            }
            switch next {
            case .request(let request): make(request)
            case .question(let kind, let names): ask(kind, names)
            case .event, nil: throw .communication("the transaction with the chip stopped on its way")
            }
        } catch {
            end(.failure(error))
            conclude(.failure(error))
        }
    }

    private func end(_ outcome: Outcome) { state.withLock { $0.takeEnd() }?(outcome) }

    private func conclude(_ conclusion: Conclusion) { state.withLock { $0.takeConclusion() }?(conclusion) }

    // MARK: - The machine

    /// What follows from an answer of the card, or of the customer.
    private func next(after answer: ContactShellState.Answer) throws(ReaderError) -> Next? {
        switch answer {
        case .chip(let reply): try next(after: reply)
        case .customer(let question, let chosen): .event(try Self.event(question, chosen))
        case .late: .event(late)
        case .issuer(let answer): .event(answer.map { .issuerAnswered($0) } ?? .issuerUnreachable)
        }
    }

    /// The answer to a question; a front end that names an application which was not offered has a mistake.
    private static func event(
        _ question: ApplicationQuestion, _ chosen: ApplicationQuestion.Application?
    ) throws(ReaderError) -> ContactEvent {
        guard let chosen else { return question.kind == .choice ? .canceled : .confirmed(false) }
        guard let place = question.applications.firstIndex(of: chosen) else {
            throw .communication("an application was chosen that the card was not asked for")
        }
        return question.kind == .choice ? .chosen(place) : .confirmed(true)
    }

    private func next(after reply: Reply) throws(ReaderError) -> Next? {
        guard let step = state.withLock({ $0.activate(reply) }) else { return .event(try event(reply)) }
        switch step {
        case .ask(let request): return .request(request)
        case .ended(.failure(let error)): return .event(try event(.failure(error)))
        case .ended(.success(let answer)):
            // It does not pay by the rules of contacts.
            guard !answer.isOfContactlessCard else { throw .cardNotRead(.notSupported) }
            return .event(.started)
        }
    }

    private func event(_ reply: Reply) throws(ReaderError) -> ContactEvent {
        switch reply {
        case .success(.answer(let bytes)): return .answered(bytes)
        case .success(.pad(.answered(let status))):
            tell(.doNotRemoveCard)
            return .pinEnded(.verified(SecretBytes([UInt8(status >> 8), UInt8(truncatingIfNeeded: status)])))
        case .success(.pad(.timedOut)): return late
        case .success(.pad(.canceled)): return .canceled
        case .success(.off), .success(.reset), .success(.presence), .failure(.cardFailed): return .cardFailed
        case .failure(.cardRemoved): return .cardRemoved
        case .failure(.canceled) where state.withLock({ $0.isCanceled }): return .canceled
        case .failure(let error): throw ReaderError(error, isCanceled: false)
        }
    }

    /// That the machine's latest timer ran out.
    private var late: ContactEvent { .timerFired(state.withLock { $0.deadline?.number } ?? 0) }

    /// Performs an action, and returns what follows from it; `nil` if nothing does.
    private func perform(_ action: ContactAction) -> Next? {
        switch action {
        case .transmit(let command): return .request(.transmit(command))
        case .choose(let names): return .question(.choice, names)
        case .confirm(let name): return .question(.confirmation, [name])
        case .drawRandom(let count): return .event(.randomDrawn(Self.random(count)))
        case .lookUp: return .event(.lookedUp(isListed: false, loggedAmount: 0))
        case .startTimer(let number, let seconds):
            state.withLock { $0.deadline = (number, seconds) }
            return nil
        case .askPIN(let request): return enterPIN(request)
        case .sayWrongPIN:
            tell(.wrongPIN)
            state.withLock { $0.isAskedAgain = true }
            return nil
        case .sayTryAgain:
            state.withLock { $0.isChosenAgain = true }
            return nil
        // An entry has ended whenever the machine is asked again.
        case .stopPIN, .finish, .conclude: return nil
        }
    }

    private static func random(_ count: Int) -> SecretBytes {
        var generator = SystemRandomNumberGenerator()
        return SecretBytes((0..<count).map { _ in UInt8.random(in: 0...0xFF, using: &generator) })
    }

    /// Has the customer enter a PIN on the pad, within the deadline.
    private func enterPIN(_ request: PINRequest) -> Next {
        let (seconds, isAskedAgain) = state.withLock { ($0.deadline?.seconds, $0.isAskedAgain) }
        guard case .verifyOnReader(let template) = request.purpose, let seconds else {
            return .event(.pinEnded(.failed))
        }
        if request.triesLeft == 1 {
            tell(.lastPINTry)
        } else if !isAskedAgain {
            tell(.enterPIN)
        }
        return .request(.enterPIN(template: template, seconds: seconds))
    }
}
