public import TenderModel

/// An approval of a card that waits in the reader: the card has the last word, and without it the approval is reversed.
extension PaymentMachine {
    /// Records the approval, so that it is reversed if the process ends before the card agrees.
    mutating func conclude(_ facts: IntentFacts) -> [PaymentAction] {
        let (serial, record) = record(.concluding(facts))
        phase = .concluding(Concluding(stage: .recording(serial), facts: facts))
        return [record]
    }

    /// Tells the card, now that the approval is on disk; nobody asks it about one that is to be reversed.
    mutating func conclusionRecorded(_ facts: IntentFacts) -> [PaymentAction] {
        guard cancel?.mode != .reverseIfApproved else { return reverseUnagreed(facts) }
        let serial = nextSerial()
        phase = .concluding(Concluding(stage: .asking(serial), facts: facts))
        return [.conclude(serial, .approved)] + startPhaseTimer(policy.conclude)
    }

    /// Handles an approval that could not be recorded, and so can neither be told to the card nor reversed: the card
    /// goes, and the approval is recorded later.
    mutating func conclusionNotRecorded() -> [PaymentAction] {
        tellUnknown(.notRecorded) + startPhaseTimer(policy.unknownPause)
    }

    /// Writes the record again, or gives up a card that is silent.
    mutating func conclusionTimedOut(_ concluding: Concluding) -> [PaymentAction] {
        concluding.stage.isAsking ? reverseUnagreed(concluding.facts) : conclude(concluding.facts)
    }

    /// Handles the card's word; one that nobody waits for any more changes nothing.
    mutating func cardConcluded(_ serial: Serial, _ word: CardWord) -> [PaymentAction]? {
        guard case .concluding(let concluding) = phase, concluding.stage == .asking(serial) else { return nil }
        guard word == .approved else { return reverseUnagreed(concluding.facts) }
        let settlement = Settlement(
            request: .confirm(key("confirm")), conclusion: .approved(concluding.facts), next: .confirmation)
        return stopPhaseTimer() + settle(settlement)
    }

    /// Reverses an approval that the card has not agreed to, and will not any more.
    mutating func reverseUnagreed(_ facts: IntentFacts) -> [PaymentAction] {
        stopPhaseTimer() + [.dropCard] + reverse(facts)
    }

    /// Tells a waiting card how its confirmation ended; nobody waits for its word.
    mutating func tellCard(_ verdict: IssuerAnswer.Verdict) -> [PaymentAction] {
        terms.awaitsIssuer ? [.conclude(nextSerial(), verdict)] : []
    }
}

extension Decline {
    /// The card's own, after its issuer had approved: the approval was given back.
    public static let byCard = Decline(
        code: "card_declined", declineCode: "declined_by_card",
        message: "The issuer approved, but the card did not agree. The approval was given back.")
}
