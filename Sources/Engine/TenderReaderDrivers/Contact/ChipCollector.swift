import TenderBytes
import TenderEMV
import TenderFlow
import TenderModel
import TenderReaders

/// Sales at one slot: the card makes its cryptogram, and waits for the issuer's answer, or by quick chip is told that it is
/// over, and may leave before the issuer is asked.
///
/// A card pays once for each time that it was inserted. One that was in when the connection began was inserted for
/// somebody else: it must leave first.
final class ChipCollector: Sendable {
    private struct State {
        /// The insertion that was used last.
        var used = 0
        var transactions: UInt32 = 0
        /// The transaction whose card waits for the issuer's answer.
        var waiting: ContactShell?
    }

    let stripe: MagneticReader?
    let tell: @Sendable (ReaderEvent) -> Void
    private let channel: any ChipChannel
    private let acceptance: ChipAcceptance
    private let seals: SealKeeper
    private let clock: any Clock<Duration>
    private let state = Guarded(State())

    /// - Parameters:
    ///   - channel: The slot.
    ///   - stripe: The stripe beside it; `nil` without one.
    ///   - clock: The clock of the time for a PIN.
    ///   - tell: Tells the customer what to do.
    init(
        _ channel: any ChipChannel, acceptance: ChipAcceptance, stripe: MagneticReader?, clock: any Clock<Duration>,
        tell: @escaping @Sendable (ReaderEvent) -> Void
    ) {
        self.channel = channel
        self.acceptance = acceptance
        self.stripe = stripe
        self.clock = clock
        self.tell = tell
        seals = SealKeeper(acceptance.sealer)
    }

    /// Waits for a card, has it make a cryptogram, and encrypts what goes to the gateway; one call at a time.
    ///
    /// With a stripe beside the slot, a card without a chip may be swiped, and one with a chip after that failed
    /// (`FallbackRule`). With an `ApplicationChooser` the customer is asked about the card's applications. Canceling the
    /// task stops the wait, a question, and the transaction before its next command.
    ///
    /// A card that pays what the gateway knows of waits for the issuer's answer, unless the configuration wants quick chip;
    /// `conclude` is to be called then.
    ///
    /// - Throws: What the sealer throws; `.refused` for a refund to the card, and for a card that declines.
    func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
        guard request.purpose != .refund else { throw .refused("this reader does not pay back to the card itself") }
        let seal = try await seals.nextSeal()
        var rule = FallbackRule(hasStripe: stripe != nil)
        var isAgain = false
        while true {
            if let card = try await attempt(request, seal, &rule, isAgain: isAgain) { return card }
            isAgain = true
        }
    }

    /// Reads the next card that is presented; `nil` if it is to be inserted again.
    private func attempt(
        _ request: CollectRequest, _ seal: any CardSeal, _ rule: inout FallbackRule, isAgain: Bool
    ) async throws(ReaderError) -> CollectedCard? {
        if let card = try await nextCard(request, seal, &rule, isAgain: isAgain) { return card }
        tell(.inputOptions([]))
        tell(.displayMessage(.doNotRemoveCard))
        switch try await pay(request) {
        case .read(let result):
            if result.isCardDone { tell(.displayMessage(.removeCard)) }
            return try await sealed(result, request, seal)
        case .failed(let error, let message):
            tell(.displayMessage(message))
            throw error
        case .again(let failure):
            switch rule.chipFailed(failure) {
            case .insert:
                tell(.displayMessage(failure.message))
                return nil
            case .swipe:
                await useCardThatIsIn()
                return try await fallBack(request, seal, rule)
            case .end:
                await useCardThatIsIn()
                tell(.displayMessage(.removeCard))
                throw failure.error
            }
        }
    }

    // MARK: - Presence

    /// Waits until no card is in the slot that must leave first.
    ///
    /// - Parameter isTold: Whether the customer knows that it is to be taken out.
    func waitUntilFree(isTold: Bool) async throws(ReaderError) -> ChipPresence {
        var (presence, isTold) = (try await presence(), isTold)
        while isUsed(presence) {
            if !isTold { tell(.displayMessage(.removeCard)) }
            isTold = true
            presence = try await self.presence(after: presence)
        }
        return presence
    }

    /// Waits for a card in a slot that is free, and uses it.
    func useNextCard(after free: ChipPresence) async throws(ReaderError) {
        var presence = free
        while !use(presence) { presence = try await self.presence(after: presence) }
    }

    private func presence(after known: ChipPresence? = nil) async throws(ReaderError) -> ChipPresence {
        do throws(ChipChannelError) {
            guard case .presence(let presence) = try await channel.ask(.presence(after: known)) else {
                throw .readerFailed("The reader does not tell whether there is a card.")
            }
            return presence
        } catch {
            throw ReaderError(error, isCanceled: Task.isCancelled)
        }
    }

    /// Uses the card; returns `false` if there is none.
    private func use(_ presence: ChipPresence) -> Bool {
        guard case .present(let insertion) = presence else { return false }
        state.withLock { $0.used = insertion }
        return true
    }

    /// Uses the card that is in after a transaction, also for a caller that was canceled: it may have been inserted just
    /// before the first command, after the one that was waited for.
    private func useCardThatIsIn() async {
        let reply = await withCheckedContinuation { continuation in
            channel.begin(.presence(after: nil)) { continuation.resume(returning: $0) }
        }
        if case .success(.presence(let presence)) = reply { _ = use(presence) }
    }

    private func isUsed(_ presence: ChipPresence) -> Bool {
        state.withLock { presence == .present(insertion: $0.used) }
    }

    // MARK: - The transaction

    /// Runs a transaction with the card, powers the card off, and uses it unless it may be presented again.
    private func pay(_ request: CollectRequest) async throws(ReaderError) -> ContactEnding {
        let isQuick = acceptance.configuration.terminal.usesQuickChip || !request.hasIssuerToWaitFor
        guard
            let transaction = ContactTransaction(
                request, number: nextTransaction(), pinPad: channel.pinPad, isQuick: isQuick),
            let machine = ContactMachine(configuration: acceptance.configuration, transaction: transaction)
        else { throw .refused("no chip card can pay \(request.amount)") }
        do throws(ReaderError) {
            let shell = ContactShell(
                machine, on: channel, clock: clock, chooser: acceptance.chooser,
                // The collector keeps the shell while its card waits, also when nobody comes back for it.
                leaving: { [weak self] in await self?.waitForLeaving() },
                tell: { [weak self] in self?.tell(.displayMessage($0)) })
            let outcome = try await shell.run()
            if case .onlineRequired(let result) = outcome, !result.isCardDone {
                state.withLock { $0.waiting = shell }
                return .read(result)
            }
            await channel.powerOff()
            let ending = ContactEnding(outcome, canceler: Task.isCancelled ? .application : .customer)
            if case .again = ending { return ending }
            await useCardThatIsIn()
            return ending
        } catch {
            await channel.powerOff()
            await useCardThatIsIn()
            tell(.displayMessage(.removeCard))
            throw error
        }
    }

    /// Waits until the card that is used or the reader has left; `nil` if the task is canceled first.
    ///
    /// It only waits, and exchanges nothing with the reader: an answer may come at any moment, and would abort that.
    private func waitForLeaving() async -> ChipChannelError? {
        let used = ChipPresence.present(insertion: state.withLock { $0.used })
        do throws(ChipChannelError) {
            _ = try await channel.ask(.presence(after: used))
            return .cardRemoved
        } catch {
            // What else is wrong with the reader, the next command tells.
            if case .readerGone = error { return error }
            return nil
        }
    }

    /// The number of the next transaction.
    private func nextTransaction() -> UInt32 {
        state.withLock { state in
            state.transactions &+= 1
            return state.transactions
        }
    }

    private func sealed(
        _ result: ContactResult, _ request: CollectRequest, _ seal: any CardSeal
    ) async throws(ReaderError) -> CollectedCard {
        guard let payload = try? seal.seal(objects: result.payload, amount: request.amount) else {
            if let shell = takeWaitingCard() { _ = try? await conclude(shell, IssuerAnswer(.noAnswer)) }
            throw .refused("the chip's data could not be encrypted")
        }
        return CollectedCard(card: CardDetails(result), payload: payload, awaitsIssuer: !result.isCardDone)
    }

    // MARK: - The issuer's answer

    /// Takes the transaction whose card waits for the issuer's answer; `nil` if none does.
    func takeWaitingCard() -> ContactShell? {
        state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
    }

    /// Tells a card what its issuer said, performs the issuer's scripts, and has the card taken out.
    ///
    /// Canceling the task ends the transaction before its next command; a word that the card has given stands.
    /// - Throws: `.cardNotRead` if the card left or failed before it gave its word, `.canceled`, and what the reader throws.
    func conclude(_ shell: ContactShell, _ answer: IssuerAnswer) async throws(ReaderError) -> CardConclusion {
        let conclusion: ContactShell.Conclusion
        do throws(ReaderError) {
            conclusion = .success(try await shell.conclude(ContactIssuerAnswer(answer)))
        } catch {
            conclusion = .failure(error)
        }
        await channel.powerOff()
        await useCardThatIsIn()
        tell(.displayMessage(.removeCard))
        return try CardConclusion(conclusion.get())
    }
}

extension CollectRequest {
    /// Whether the gateway is asked about the card at once, so that there is an answer to wait for.
    fileprivate var hasIssuerToWaitFor: Bool { purpose == .payment && paymentIntent != nil }
}
