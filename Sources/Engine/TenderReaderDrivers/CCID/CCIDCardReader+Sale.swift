import TenderBytes
import TenderEMV
public import TenderFlow
import TenderModel
import TenderReaders

/// Sales by quick chip: the card makes its cryptogram, is told that it is over, and may leave before the issuer is asked.
extension CCIDCardReader {
    /// The reason that it does not sell without a `ChipAcceptance`.
    public static let refusal =
        "the reader hands out the chip's data in the clear: selling needs a configuration for chips and an encryption"

    /// Waits for a card, has it make a cryptogram, and encrypts what goes to the gateway.
    ///
    /// With a stripe beside the slot, a card without a chip may be swiped, and one with a chip after that failed
    /// (`FallbackRule`). A card that has just paid must leave before it pays again. With an `ApplicationChooser` the
    /// customer is asked about the card's applications. Canceling the task stops the wait, a question, and the transaction
    /// before its next command.
    ///
    /// - Throws: `.failed(.missingKeys)` without a `ChipAcceptance`; what the sealer throws; `.refused` for a refund to
    ///   the card, and for a card that declines.
    public func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
        guard let acceptance else {
            throw .failed(.missingKeys, Self.refusal)
        }
        guard request.purpose != .refund else { throw .refused("this reader does not pay back to the card itself") }
        guard beginCollecting() else { throw .busy }
        defer { endCollecting() }
        let seal = try await acceptance.sealer.nextSeal()
        if stripe == nil { emit(.inputOptions(.insertCard)) }
        var rule = FallbackRule(hasStripe: stripe != nil)
        var isAgain = false
        while true {
            if let card = try await attempt(request, acceptance, seal, &rule, isAgain: isAgain) { return card }
            isAgain = true
        }
    }

    /// Reads the next card that is presented; `nil` if it is to be inserted again.
    private func attempt(
        _ request: CollectRequest, _ acceptance: ChipAcceptance, _ seal: any CardSeal, _ rule: inout FallbackRule,
        isAgain: Bool
    ) async throws(ReaderError) -> CollectedCard? {
        let slot: Int
        switch try await nextCard(request, seal, rule, isAgain: isAgain) {
        case .swiped(let card): return card
        case .inserted(let place): slot = place
        }
        emit(.inputOptions([]))
        emit(.displayMessage(.doNotRemoveCard))
        switch try await pay(request, with: acceptance, on: CCIDChannel(driver: driver, slot: slot)) {
        case .read(let result):
            // Another card may have come just before the first command.
            _ = use(slot)
            emit(.displayMessage(.removeCard))
            return try sealed(result, request, seal)
        case .failed(let error, let message):
            emit(.displayMessage(message))
            throw error
        case .again(let failure):
            switch rule.chipFailed(failure) {
            case .insert: emit(.displayMessage(failure.message))
            case .swipe: return try await fallBack(request, seal, rule)
            case .end:
                emit(.displayMessage(.removeCard))
                throw failure.error
            }
            return nil
        }
    }

    /// Waits for a card that has not been used since it was inserted.
    ///
    /// - Parameter isAgain: Whether the customer has just been told to try again, and so to take the card out.
    func nextInsertedCard(isAgain: Bool) async throws(ReaderError) -> Int {
        // Subscribed first: a card that comes while the slots are looked at is not missed.
        let changes = changes.subscribe()
        var isOccupied = false
        for slot in 0..<driver.plan.slotCount where try await isPresent(slot) {
            if use(slot) { return slot }
            isOccupied = true
        }
        if isOccupied, !isAgain { emit(.displayMessage(.removeCard)) }
        if isAgain, !isOccupied { emit(.inputOptions(.insertCard)) }
        for await change in changes {
            // A change may be told later than the status that already counted it.
            if change.presence == .present {
                if use(change.slot) { return change.slot }
            } else if try await !isPresent(change.slot) {
                emit(.inputOptions(.insertCard))
            }
        }
        throw Task.isCancelled ? .canceled(by: .application) : .disconnected(endReason)
    }

    func isPresent(_ slot: Int) async throws(ReaderError) -> Bool {
        do throws(CCIDError) {
            return try await driver.presence(slot: slot) == .present
        } catch {
            throw ReaderError(error)
        }
    }

    /// Runs a transaction with the card in a slot, and powers the card off.
    private func pay(
        _ request: CollectRequest, with acceptance: ChipAcceptance, on channel: CCIDChannel
    ) async throws(ReaderError) -> ContactEnding {
        guard
            let transaction = ContactTransaction(request, number: nextTransaction(), pinPad: channel.pinPad),
            let machine = ContactMachine(configuration: acceptance.configuration, transaction: transaction)
        else { throw .refused("no chip card can pay \(request.amount)") }
        do throws(ReaderError) {
            let shell = ContactShell(
                machine, on: channel, clock: clock, chooser: acceptance.chooser,
                leaving: { await self.waitForLeaving(channel.slot) }, tell: { self.emit(.displayMessage($0)) })
            let outcome = try await shell.run()
            await channel.powerOff()
            return ContactEnding(outcome, canceler: Task.isCancelled ? .application : .customer)
        } catch {
            await channel.powerOff()
            emit(.displayMessage(.removeCard))
            throw error
        }
    }

    /// Waits until the card of a slot or the reader has left; `nil` if the task is canceled first.
    private func waitForLeaving(_ slot: Int) async -> ChipChannelError? {
        // Subscribed first: a card that leaves while the slot is looked at is not missed.
        let changes = changes.subscribe()
        do throws(ReaderError) {
            guard try await isPresent(slot) else { return .cardRemoved }
            // A change may be told later than the card came that is in now.
            for await change in changes where change.slot == slot && change.presence != .present {
                guard try await isPresent(slot) else { return .cardRemoved }
            }
        } catch {
            // What else is wrong with the reader, the next command tells.
            if case .disconnected(let reason) = error { return .readerGone(reason) }
            return nil
        }
        return Task.isCancelled ? nil : .readerGone(endReason)
    }

    private func sealed(
        _ result: ContactResult, _ request: CollectRequest, _ seal: any CardSeal
    ) throws(ReaderError) -> CollectedCard {
        guard let payload = try? seal.seal(objects: result.payload, amount: request.amount) else {
            throw .refused("the chip's data could not be encrypted")
        }
        return CollectedCard(card: CardDetails(result), payload: payload)
    }
}
