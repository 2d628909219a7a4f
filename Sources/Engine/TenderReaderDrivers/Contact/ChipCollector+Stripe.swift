import TenderBytes
import TenderFlow
import TenderModel
import TenderReaders

/// The stripe beside the slot, where there is one.
extension ChipCollector {
    /// How a card was presented.
    private enum Presented {
        case inserted
        /// Its stripe was read, and may pay.
        case swiped(CollectedCard)
        /// The stripe's device is gone, or does not work.
        case stripeLost
    }

    private typealias Answer = Result<Presented, ReaderError>

    /// Waits for a card in the slot, and at the stripe.
    ///
    /// - Parameter isAgain: Whether the customer has just been told to try again, and so to take the card out.
    /// - Returns: The card that was swiped; `nil` if one is in the slot.
    func nextCard(
        _ request: CollectRequest, _ seal: any CardSeal, _ rule: inout FallbackRule, isAgain: Bool
    ) async throws(ReaderError) -> CollectedCard? {
        let presence = try await waitUntilFree(isTold: isAgain)
        guard let stripe, rule.hasStripe else {
            tell(.inputOptions(.insertCard))
            try await useNextCard(after: presence)
            return nil
        }
        let answers = await withTaskGroup(of: Answer.self) { [rule] group in
            group.addTask { await self.waitAtSlot(after: presence) }
            group.addTask { await self.waitAtStripe(stripe, request, seal, rule) }
            var answers: [Answer] = []
            for await answer in group {
                answers.append(answer)
                if case .success(.stripeLost) = answer { continue }
                group.cancelAll()
            }
            return answers
        }
        // What was swiped in the moment of an insertion counts: the seal is used up, and cannot encrypt another card.
        for answer in answers {
            switch answer {
            case .success(.swiped(let card)): return card
            case .success(.stripeLost): rule.loseStripe()
            case .success(.inserted), .failure: break
            }
        }
        for answer in answers {
            if case .success(.inserted) = answer { return nil }
        }
        for answer in answers { _ = try answer.get() }
        throw .canceled(by: .application)
    }

    private func waitAtSlot(after presence: ChipPresence) async -> Answer {
        do throws(ReaderError) {
            try await useNextCard(after: presence)
            return .success(.inserted)
        } catch {
            return .failure(error)
        }
    }

    private func waitAtStripe(
        _ stripe: MagneticReader, _ request: CollectRequest, _ seal: any CardSeal, _ rule: FallbackRule
    ) async -> Answer {
        do throws(ReaderError) {
            return .success(.swiped(try await stripe.collect(request, seal: seal, rule: rule)))
        } catch {
            guard error.isOfDevice else { return .failure(error) }
            tell(.inputOptions(.insertCard))
            return .success(.stripeLost)
        }
    }

    /// Waits for the stripe of a card whose chip cannot be used.
    func fallBack(
        _ request: CollectRequest, _ seal: any CardSeal, _ rule: FallbackRule
    ) async throws(ReaderError) -> CollectedCard {
        guard let stripe else { throw .cardNotRead(.insert) }
        tell(.displayMessage(.swipeCard))
        do throws(ReaderError) {
            return try await stripe.collect(request, seal: seal, rule: rule)
        } catch {
            throw error.isOfDevice ? .cardNotRead(.insert) : error
        }
    }
}

extension ReaderError {
    /// Whether a device failed, and no card or person.
    fileprivate var isOfDevice: Bool {
        switch self {
        case .disconnected, .communication: true
        default: false
        }
    }
}
