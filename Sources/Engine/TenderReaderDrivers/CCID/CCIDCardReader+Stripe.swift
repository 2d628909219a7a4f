import TenderBytes
import TenderFlow
import TenderModel
import TenderReaders

/// The stripe beside the slot, where there is one.
extension CCIDCardReader {
    /// How a card was presented.
    enum Presented {
        /// It is in this slot.
        case inserted(Int)
        /// Its stripe was read, and may pay.
        case swiped(CollectedCard)
    }

    /// Waits for a card in a slot, and at the stripe.
    ///
    /// - Parameter isAgain: Whether the customer has just been told to try again, and so to take the card out.
    func nextCard(
        _ request: CollectRequest, _ seal: any CardSeal, _ rule: FallbackRule, isAgain: Bool
    ) async throws(ReaderError) -> Presented {
        guard let stripe else { return .inserted(try await nextInsertedCard(isAgain: isAgain)) }
        try await waitForRemoval(isAgain: isAgain)
        let answers = await withTaskGroup(of: Result<Presented, ReaderError>.self) { group in
            group.addTask {
                await Self.result { () async throws(ReaderError) in
                    .inserted(try await self.nextInsertedCard(isAgain: false))
                }
            }
            group.addTask {
                await Self.result { () async throws(ReaderError) in
                    .swiped(try await stripe.collect(request, seal: seal, rule: rule))
                }
            }
            var answers: [Result<Presented, ReaderError>] = []
            for await answer in group {
                answers.append(answer)
                group.cancelAll()
            }
            return answers
        }
        // What was swiped in the moment of an insertion counts: the seal is used up, and cannot encrypt another card.
        for answer in answers {
            if case .success(.swiped(let card)) = answer { return .swiped(card) }
        }
        for answer in answers {
            if case .success(let presented) = answer { return presented }
        }
        return try (answers.first ?? .failure(.disconnected(endReason))).get()
    }

    /// Waits for the stripe of a card whose chip cannot be used.
    func fallBack(
        _ request: CollectRequest, _ seal: any CardSeal, _ rule: FallbackRule
    ) async throws(ReaderError) -> CollectedCard {
        guard let stripe else { throw .cardNotRead(.insert) }
        emit(.displayMessage(.swipeCard))
        return try await stripe.collect(request, seal: seal, rule: rule)
    }

    /// Waits until no card is in a slot that was used before: how the next one is presented is told then.
    private func waitForRemoval(isAgain: Bool) async throws(ReaderError) {
        // Subscribed first: a card that leaves while the slots are looked at is not missed.
        var changes = changes.subscribe().makeAsyncIterator()
        var isTold = isAgain
        while try await isAnyUsedCardPresent() {
            if !isTold { emit(.displayMessage(.removeCard)) }
            isTold = true
            guard await changes.next() != nil else {
                throw Task.isCancelled ? .canceled(by: .application) : .disconnected(endReason)
            }
        }
    }

    private func isAnyUsedCardPresent() async throws(ReaderError) -> Bool {
        for slot in 0..<driver.plan.slotCount where try await isPresent(slot) {
            if isUsed(slot) { return true }
        }
        return false
    }

    private static func result(
        _ body: () async throws(ReaderError) -> Presented
    ) async -> Result<Presented, ReaderError> {
        do throws(ReaderError) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
