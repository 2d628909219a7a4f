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
/// The reader has no screen on which a customer could choose: the application that the card prefers is taken, and one
/// that the customer would have to confirm is not. Nothing is looked up in files of accounts.
package final class ContactShell: Sendable {
    package typealias Outcome = Result<ContactOutcome, ReaderError>
    private typealias Answer = Result<ChipReply, ChipChannelError>

    /// What follows from an action.
    private enum Next {
        case event(ContactEvent)
        case request(ChipRequest)
    }

    /// How much longer than the pad the clock here waits for a PIN: the pad begins to count later.
    private static var patience: Duration { .seconds(5) }

    private let channel: any ChipChannel
    private let clock: any Clock<Duration>
    /// Tells the customer what to do.
    private let tell: @Sendable (ReaderDisplayMessage) -> Void
    private let state: Guarded<ContactShellState>

    package init(
        _ machine: ContactMachine, on channel: any ChipChannel, clock: any Clock<Duration>,
        tell: @escaping @Sendable (ReaderDisplayMessage) -> Void
    ) {
        self.channel = channel
        self.clock = clock
        self.tell = tell
        state = Guarded(ContactShellState(machine))
    }

    /// Powers the card and runs the transaction to its end; canceling the task ends it before the next command.
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

    private func cancel() {
        if let request = state.withLock({ $0.cancel() }) { channel.cancel(request) }
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
    private func answered(_ answer: Answer) {
        let (isFree, alarm) = state.withLock { $0.end(answer) }
        alarm?.cancel()
        guard isFree else { return }
        while let answer = state.withLock({ $0.takeAnswer() }) { follow(answer) }
    }

    /// Takes the steps that follow from an answer, up to the next request or the end.
    private func follow(_ answer: Answer) {
        do throws(ReaderError) {
            var next = try next(after: answer)
            while case .event(let event) = next {
                let actions = try state.withLock { (state) throws(ReaderError) in try state.handle(event) }
                next = nil
                for action in actions {
                    if case .finish(let outcome) = action { return end(.success(outcome)) }
                    if let follower = perform(action) { next = follower }
                }
            }
            guard case .request(let request) = next else {
                throw .communication("the transaction with the chip stopped on its way")
            }
            make(request)
        } catch {
            end(.failure(error))
        }
    }

    private func end(_ outcome: Outcome) { state.withLock { $0.takeEnd() }?(outcome) }

    // MARK: - The machine

    /// What follows from an answer of the card.
    private func next(after answer: Answer) throws(ReaderError) -> Next? {
        guard let step = state.withLock({ $0.activate(answer) }) else { return .event(try event(answer)) }
        switch step {
        case .ask(let request): return .request(request)
        case .ended(.failure(let error)): return .event(try event(.failure(error)))
        case .ended(.success(let answer)):
            // It does not pay by the rules of contacts.
            guard !answer.isOfContactlessCard else { throw .cardNotRead(.notSupported) }
            return .event(.started)
        }
    }

    private func event(_ answer: Answer) throws(ReaderError) -> ContactEvent {
        switch answer {
        case .success(.answer(let bytes)): return .answered(bytes)
        case .success(.pad(.answered(let status))):
            tell(.doNotRemoveCard)
            return .pinEnded(.verified(SecretBytes([UInt8(status >> 8), UInt8(truncatingIfNeeded: status)])))
        case .success(.pad(.timedOut)): return .timerFired(state.withLock { $0.deadline?.number } ?? 0)
        case .success(.pad(.canceled)): return .canceled
        case .failure(.canceled):
            // What nobody here canceled ended with the connection.
            guard state.withLock({ $0.isCanceled }) else { throw .disconnected(.disconnectRequested) }
            return .canceled
        case .success(.off), .success(.reset), .failure(.cardFailed): return .cardFailed
        case .failure(.cardRemoved): return .cardRemoved
        case .failure(.readerGone(let reason)): throw .disconnected(reason)
        case .failure(.readerFailed(let sentence)): throw .communication(sentence)
        }
    }

    /// Performs an action, and returns what follows from it; `nil` if nothing does.
    private func perform(_ action: ContactAction) -> Next? {
        switch action {
        case .transmit(let command): return .request(.transmit(command))
        case .choose: return .event(.chosen(0))
        case .confirm: return .event(.confirmed(false))
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
        // Nobody chooses again, and an entry has ended whenever the machine is asked again.
        case .sayTryAgain, .stopPIN, .finish: return nil
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
