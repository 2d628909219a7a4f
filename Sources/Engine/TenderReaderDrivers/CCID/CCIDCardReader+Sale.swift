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

    /// How often a card is asked for that does not work.
    static let tries = 3

    /// Waits for a card, has it make a cryptogram, and encrypts what goes to the gateway.
    ///
    /// A card that has just paid must leave before it pays again. Canceling the task stops the wait, and the transaction
    /// before its next command.
    /// - Throws: `.failed(.missingKeys)` without a `ChipAcceptance`; `.refused` for a refund to the card, and for a card
    ///   that declines.
    public func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
        guard let acceptance else {
            throw .failed(.missingKeys, Self.refusal)
        }
        guard request.purpose != .refund else { throw .refused("this reader does not pay back to the card itself") }
        guard beginCollecting(.insertCard) else { throw .busy }
        defer { endCollecting() }
        var last = ReaderError.cardNotRead(.insert)
        for number in 1...Self.tries {
            let slot = try await nextCard(isAgain: number > 1)
            emit(.inputOptions([]))
            switch try await pay(request, with: acceptance, on: CCIDChannel(driver: driver, slot: slot)) {
            case .read(let result):
                // Another card may have come just before the first command.
                _ = use(slot)
                emit(.displayMessage(.removeCard))
                return try sealed(result, request, acceptance)
            case .failed(let error, let message):
                emit(.displayMessage(message))
                throw error
            case .again(let message, let error):
                last = error
                emit(.displayMessage(number < Self.tries ? message : .removeCard))
            }
        }
        throw last
    }

    /// Waits for a card that has not been used since it was inserted.
    ///
    /// - Parameter isAgain: Whether the customer has just been told to try again, and so to take the card out.
    private func nextCard(isAgain: Bool) async throws(ReaderError) -> Int {
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

    private func isPresent(_ slot: Int) async throws(ReaderError) -> Bool {
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
            let outcome = try await ContactShell(machine, on: channel, clock: clock).run()
            await channel.powerOff()
            return ContactEnding(outcome, canceler: Task.isCancelled ? .application : .customer)
        } catch {
            await channel.powerOff()
            emit(.displayMessage(.removeCard))
            throw error
        }
    }

    private func sealed(
        _ result: ContactResult, _ request: CollectRequest, _ acceptance: ChipAcceptance
    ) throws(ReaderError) -> CollectedCard {
        guard let payload = try? acceptance.sealer.seal(objects: result.payload, amount: request.amount) else {
            throw .refused("the chip's data could not be encrypted")
        }
        return CollectedCard(card: CardDetails(result), payload: payload)
    }
}
