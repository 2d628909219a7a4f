import TenderBytes
import TenderEMV
import TenderFlow
import TenderModel
import TenderReaders

/// One transaction with a chip: it performs what a `ContactMachine` decides, on a `ChipChannel`.
///
/// The reader has no screen on which a customer could choose: the application that the card prefers is taken, and one
/// that the customer would have to confirm is not. Nothing is looked up in files of accounts.
struct ContactShell {
    /// How much longer than the pad the clock here waits for a PIN: the pad begins to count later.
    private static var patience: Duration { .seconds(5) }

    private let channel: any ChipChannel
    private let clock: any Clock<Duration>
    /// Tells the customer what to do.
    private let tell: @Sendable (ReaderDisplayMessage) -> Void
    private var machine: ContactMachine
    private var deadline: (number: Int, seconds: Int)?
    /// Whether the customer knows that the PIN is wanted again.
    private var isAskedAgain = false

    init(
        _ machine: ContactMachine, on channel: any ChipChannel, clock: any Clock<Duration>,
        tell: @escaping @Sendable (ReaderDisplayMessage) -> Void
    ) {
        self.machine = machine
        self.channel = channel
        self.clock = clock
        self.tell = tell
    }

    /// Powers the card and runs the transaction to its end; canceling the task ends it before the next command.
    ///
    /// - Throws: `ReaderError` if the reader is gone or does not work.
    mutating func run() async throws(ReaderError) -> ContactOutcome {
        var isContactless = false
        var event: ContactEvent? = try await answer { () async throws(ChipChannelError) in
            isContactless = try await channel.activate().isOfContactlessCard
            return .started
        }
        // It does not pay by the rules of contacts.
        guard !isContactless else { throw .cardNotRead(.notSupported) }
        while let next = event {
            event = nil
            for action in try handle(next) {
                if case .finish(let outcome) = action { return outcome }
                if let answer = try await perform(action) { event = answer }
            }
        }
        throw .communication("the transaction with the chip stopped on its way")
    }

    private mutating func handle(_ event: ContactEvent) throws(ReaderError) -> [ContactAction] {
        do throws(ContactFault) {
            return try machine.handle(event)
        } catch {
            throw .communication("the transaction with the chip failed on this side (\(error))")
        }
    }

    /// Performs an action, and returns what followed from it; `nil` if nothing did.
    private mutating func perform(_ action: ContactAction) async throws(ReaderError) -> ContactEvent? {
        switch action {
        case .transmit(let command):
            guard !Task.isCancelled else { return .canceled }
            return try await answer { () async throws(ChipChannelError) in
                .answered(try await channel.transmit(command))
            }
        case .choose: return .chosen(0)
        case .confirm: return .confirmed(false)
        case .drawRandom(let count): return .randomDrawn(Self.random(count))
        case .lookUp: return .lookedUp(isListed: false, loggedAmount: 0)
        case .startTimer(let number, let seconds):
            deadline = (number, seconds)
            return nil
        case .askPIN(let request): return try await enterPIN(request)
        case .sayWrongPIN:
            tell(.wrongPIN)
            isAskedAgain = true
            return nil
        // Nobody chooses again, and an entry has ended whenever the machine is asked again.
        case .sayTryAgain, .stopPIN, .finish: return nil
        }
    }

    private static func random(_ count: Int) -> SecretBytes {
        var generator = SystemRandomNumberGenerator()
        return SecretBytes((0..<count).map { _ in UInt8.random(in: 0...0xFF, using: &generator) })
    }

    /// What follows from a call to the card.
    private func answer(
        _ call: () async throws(ChipChannelError) -> ContactEvent
    ) async throws(ReaderError) -> ContactEvent {
        do throws(ChipChannelError) {
            return try await call()
        } catch {
            switch error {
            case .cardRemoved: return .cardRemoved
            case .cardFailed: return .cardFailed
            case .canceled: return .canceled
            case .readerGone(let reason): throw .disconnected(reason)
            case .readerFailed(let sentence): throw .communication(sentence)
            }
        }
    }

    /// Has the customer enter a PIN on the pad, within the deadline.
    ///
    /// A pad that keeps to its own limit ends first; another is ended by the clock here.
    private func enterPIN(_ request: PINRequest) async throws(ReaderError) -> ContactEvent {
        guard case .verifyOnReader(let template) = request.purpose, let deadline else { return .pinEnded(.failed) }
        if request.triesLeft == 1 {
            tell(.lastPINTry)
        } else if !isAskedAgain {
            tell(.enterPIN)
        }
        let (channel, clock) = (channel, clock)
        let entry = await withTaskGroup(of: Result<PadEntry, ChipChannelError>?.self) { group in
            group.addTask {
                do throws(ChipChannelError) {
                    return .success(try await channel.enterPIN(template, seconds: deadline.seconds))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                let isLate = (try? await clock.sleep(for: .seconds(deadline.seconds) + Self.patience)) != nil
                return isLate ? .success(.timedOut) : nil
            }
            var first: Result<PadEntry, ChipChannelError>?
            while first == nil, let next = await group.next() { first = next }
            group.cancelAll()
            return first ?? .failure(.canceled)
        }
        return try await answer { () async throws(ChipChannelError) in
            switch try entry.get() {
            case .answered(let status):
                tell(.doNotRemoveCard)
                return .pinEnded(.verified(SecretBytes([UInt8(status >> 8), UInt8(truncatingIfNeeded: status)])))
            case .canceled: return .canceled
            case .timedOut: return .timerFired(deadline.number)
            }
        }
    }
}
