import TenderModel

/// Everything from a command to collect until there is a card, and every way of stopping in between.
extension PaymentMachine {
    mutating func collectRequested(inspect: Bool, reader: String?, maximumTip: Int64) -> [PaymentAction] {
        if inspect, terms.isOffline { return refused(.collect) }
        switch phase {
        case .ready, .collected:
            let dropped: [PaymentAction] = phase == .collected ? [.dropCard] : []
            if hasSentConfirm { beginNextAttempt(after: knownCharge) }
            (terms.maximumTip, terms.tip, terms.maximumSurcharge, terms.surcharge) = (maximumTip, nil, 0, nil)
            (terms.conversion, offer) = (nil, nil)
            terms.awaitsIssuer = false
            running = .collect
            let (serial, record) = record(.attemptOpened(reader: reader, chargeBefore), withTerms: true)
            phase = .opening(record: serial, inspect: inspect)
            return dropped + stopPhaseTimer() + startTotalTimer() + [record]
        case .opening, .collecting, .stopping, .pursuing, .concluding, .settling, .storing, .stored, .approved,
            .canceled, .reversed:
            return refused(.collect)
        }
    }

    private var chargeBefore: JournalEntry.ChargeBefore {
        knowsCharge ? knownCharge.map(JournalEntry.ChargeBefore.charge) ?? .none : .unknown
    }

    mutating func attemptRecorded(inspect: Bool) -> [PaymentAction] {
        phase = .collecting(inspect: inspect)
        return [.startCollection] + startPhaseTimer(policy.presentCard)
    }

    mutating func tipChosen(_ tip: Int64) -> [PaymentAction]? {
        switch phase {
        case .collecting:
            terms.tip = tip
            return []
        case .stopping(let stop) where stop.readerIsRunning: return []
        case .ready, .opening, .stopping, .collected, .pursuing, .concluding, .settling, .storing, .stored, .approved,
            .canceled,
            .reversed:
            return nil
        }
    }

    mutating func surchargeChosen(_ surcharge: Int64) -> [PaymentAction]? {
        guard accepts(surcharge: surcharge) else { return nil }
        (terms.surcharge, terms.maximumSurcharge) = (surcharge == 0 ? nil : surcharge, surcharge)
        return []
    }

    mutating func conversionAsked() -> [PaymentAction]? {
        openOffer == nil ? nil : startPhaseTimer(policy.confirmWindow)
    }

    mutating func conversionChosen(_ choice: ConversionChoice) -> [PaymentAction]? {
        guard openOffer != nil else { return nil }
        terms.conversion = choice
        return []
    }

    mutating func cardCollected(awaitsIssuer: Bool) -> [PaymentAction]? {
        switch phase {
        case .collecting where awaitsIssuer && terms.isOffline:
            return stopPhaseTimer() + [.dropCard]
                + endCollection(.refused("a card that awaits its issuer is not stored offline"))
        case .collecting(let inspect):
            terms.awaitsIssuer = awaitsIssuer
            let stopped = stopPhaseTimer()
            return stopped + (inspect ? attach() : handOver())
        case .stopping(var stop) where stop.readerIsRunning:
            stop.readerIsRunning = false
            return [.dropCard] + stopAdvanced(stop)
        case .ready, .opening, .stopping, .collected, .pursuing, .concluding, .settling, .storing, .stored, .approved,
            .canceled,
            .reversed:
            return nil
        }
    }

    /// Attaches the card under a key of its own, because another card means another body.
    private mutating func attach() -> [PaymentAction] {
        defer { round += 1 }
        return pursue(.attach(key("attach")), .inspect)
    }

    private mutating func handOver() -> [PaymentAction] {
        phase = .collected
        let window = terms.awaitsIssuer ? startPhaseTimer(policy.confirmWindow) : []
        return window + finish(.collect, .collected(inspected: false))
    }

    mutating func collectionFailed(_ failure: CollectionFailure) -> [PaymentAction]? {
        switch phase {
        case .collecting:
            return stopPhaseTimer() + endCollection(failure)
        case .stopping(var stop) where stop.readerIsRunning:
            stop.readerIsRunning = false
            return stopAdvanced(stop)
        case .ready, .opening, .stopping, .collected, .pursuing, .concluding, .settling, .storing, .stored, .approved,
            .canceled,
            .reversed:
            return nil
        }
    }

    /// Handles the loss of the reader: stops a collection that does not end by itself; a collected card, or a request
    /// that has left, is unaffected.
    ///
    /// A card that waited in the reader is gone with it, and so is its last word.
    mutating func readerLost() -> [PaymentAction] {
        switch phase {
        case .collecting: [.stopCollection]
        case .collected where terms.awaitsIssuer: stopPhaseTimer() + windowClosed()
        case .pursuing(let pursuit, .inspect) where terms.awaitsIssuer:
            (pursuit.exchange.map { [.abandon($0)] } ?? []) + stopPhaseTimer() + [.dropCard]
                + endCollection(.readerLost(.unknown))
        case .concluding(let concluding) where concluding.stage.isAsking: reverseUnagreed(concluding.facts)
        case .ready, .opening, .stopping, .collected, .pursuing, .concluding, .settling, .storing, .stored, .approved,
            .canceled,
            .reversed:
            []
        }
    }

    mutating func endCollection(_ failure: CollectionFailure) -> [PaymentAction] {
        phase = .ready
        return stopTotalTimer() + finish(.collect, .collectionFailed(failure))
    }

    /// Handles the gateway's answer to attaching the card.
    mutating func followAttach(_ meaning: ReplyMeaning, _ pursuit: Pursuit, _ jitter: Jitter) -> [PaymentAction] {
        switch meaning {
        case .state(let facts, wasRefused: false) where facts.takesCard:
            phase = .collected
            // An offer is about all that the customer pays, and the issuer may not approve a part of it.
            let isWhole = facts.offer?.amount.minorUnits == terms.total(withTip: terms.tip ?? 0)
            if isWhole, !terms.acceptsPartial { offer = facts.offer }
            return startPhaseTimer(policy.confirmWindow) + finish(.collect, .collected(inspected: true))
        case .state:
            return [.dropCard] + endCollection(.notAttached(.unexpectedState))
        case .lost(stored: false), .tryAgain:
            guard pursuit.sends >= policy.maximumSends else { return take(.sendLater(), pursuit, jitter) }
            return [.dropCard] + endCollection(.notAttached(nil))
        case .notExecuted(let refusal):
            return [.dropCard] + endCollection(.notAttached(refusal))
        case .declined, .refund, .noRefund, .lost, .keyMismatch, .missing, .mismatch:
            return [.dropCard] + endCollection(.notAttached(nil))
        }
    }

    mutating func windowClosed() -> [PaymentAction] {
        phase = .ready
        return stopTotalTimer() + [.dropCard, .notify(.collectionExpired)]
    }

    mutating func intentEdited(_ newTerms: PaymentTerms) -> [PaymentAction] {
        guard newTerms.intentID == terms.intentID else { return ignored(.intentEdited(newTerms)) }
        switch phase {
        case .ready:
            terms = newTerms
            return []
        case .collected:
            terms = newTerms
            phase = .ready
            return stopPhaseTimer() + stopTotalTimer() + [.dropCard]
        case .opening, .collecting, .stopping, .pursuing, .concluding, .settling, .storing, .stored, .approved,
            .canceled, .reversed:
            return ignored(.intentEdited(newTerms))
        }
    }

    // MARK: - Stopping

    mutating func cancelRequested(_ mode: CancelMode, by origin: CancelOrigin, isAwaited: Bool) -> [PaymentAction] {
        let asked = PendingCancel(mode: mode, origin: origin, isAwaited: isAwaited)
        switch phase {
        case .opening: return stop(asked, readerIsRunning: false)
        case .collecting: return stop(asked, readerIsRunning: true)
        case .pursuing(let pursuit, .inspect):
            return (pursuit.exchange.map { [.abandon($0)] } ?? []) + stop(asked, readerIsRunning: false)
        case .collected: return stop(asked, readerIsRunning: false)
        case .stopping: return merge(asked)
        case .pursuing(let pursuit, .confirm) where pursuit.isCertainlyNotExecuted:
            return stop(asked, readerIsRunning: false)
        case .pursuing(_, .confirm), .pursuing(_, .cancel), .pursuing(_, .refund), .concluding, .settling:
            return cancelDuringConfirm(asked)
        case .storing: return cancelDuringStore(asked)
        case .pursuing(_, .capture), .pursuing(_, .increment), .ready, .stored, .approved, .canceled, .reversed:
            return isAwaited ? [.finish(.cancelAnswered(.notCancellable(phase.name)))] : []
        }
    }

    mutating func stop(_ asked: PendingCancel, readerIsRunning: Bool) -> [PaymentAction] {
        cancel = asked
        let (serial, record) = record(.cancelAsked(asked.mode, by: asked.origin))
        let endsConfirm = phase.name == .confirming
        phase = .stopping(
            Stop(
                record: serial, origin: asked.origin, readerIsRunning: readerIsRunning, endsConfirm: endsConfirm,
                cancelsIntent: false)
        )
        return stopPhaseTimer() + [record]
    }

    /// Merges a second cancel into the first; the first requester is named.
    private mutating func merge(_ asked: PendingCancel) -> [PaymentAction] {
        if asked.isAwaited { cancel?.isAwaited = true }
        return []
    }

    /// Carries out a stop, even if it cannot be recorded: a stop can only prevent things.
    mutating func stopRecorded(_ stop: Stop) -> [PaymentAction] {
        var stop = stop
        stop.record = nil
        let halt: [PaymentAction] = stop.readerIsRunning ? [.stopCollection] : []
        return halt + stopAdvanced(stop)
    }

    private mutating func stopAdvanced(_ stop: Stop) -> [PaymentAction] {
        guard stop.record == nil, !stop.readerIsRunning else {
            phase = .stopping(stop)
            return []
        }
        let dropped = stopTotalTimer() + [.dropCard]
        guard !stop.endsConfirm else { return dropped + settleUnsent(stop) }
        return dropped + showStopped(by: stop.origin, cancelsIntent: stop.cancelsIntent)
    }

    /// Settles a confirmation that was recorded as leaving but was certainly not executed, so that the journal does not
    /// regard it as unknown.
    private mutating func settleUnsent(_ stop: Stop) -> [PaymentAction] {
        settle(
            Settlement(
                request: .confirm(key("confirm")), conclusion: .canceled(by: stop.origin),
                next: .stopped(by: stop.origin, cancelsIntent: stop.cancelsIntent)
            )
        )
    }

    mutating func showStopped(by origin: CancelOrigin, cancelsIntent: Bool) -> [PaymentAction] {
        phase = .ready
        let ended =
            running == .collect
            ? finish(.collect, .collectionFailed(.canceled(by: origin))) : endConfirm(.canceled(by: origin))
        let answered = answerCancel(.canceled(by: origin))
        let told = ended.isEmpty && answered.isEmpty ? [.notify(.collectionExpired)] : ended + answered
        return told + (cancelsIntent ? cancelIntentRequested() : [])
    }

    mutating func stopAndCancelIntent(readerIsRunning: Bool) -> [PaymentAction] {
        let asked = PendingCancel(mode: .stop, origin: .application, isAwaited: false)
        let actions = stop(asked, readerIsRunning: readerIsRunning)
        if case .stopping(var stop) = phase {
            stop.cancelsIntent = true
            phase = .stopping(stop)
        }
        return actions
    }

    mutating func beginNextAttempt(after charge: String?) {
        attempt += 1
        if let knownCharge { olderCharges.append(knownCharge) }
        knownCharge = charge
        hasSentConfirm = false
        wasToldUnknown = false
    }

    /// Returns the key of a request; a confirmation keeps its key for the whole attempt.
    func key(_ verb: String) -> IdempotencyKey {
        IdempotencyKey(base: terms.baseKey, attempt: attempt, verb: verb, round: verb == "confirm" ? 1 : round)
    }
}
