import TenderModel

/// Accepting a card offline: the payment is first stored and then reported, and no request leaves.
extension PaymentMachine {
    mutating func store() -> [PaymentAction] {
        running = .confirm
        wasToldUnknown = false
        let serial = nextSerial()
        phase = .storing(Storing(record: serial, isTakenBack: false))
        return stopPhaseTimer() + [.store(serial)]
    }

    /// Makes a cancel wait for the record; a request for reversal is kept.
    mutating func cancelDuringStore(_ asked: PendingCancel) -> [PaymentAction] {
        let reverses = asked.mode == .reverseIfApproved || cancel?.mode == .reverseIfApproved
        cancel = PendingCancel(
            mode: reverses ? .reverseIfApproved : .stop, origin: cancel?.origin ?? asked.origin,
            isAwaited: asked.isAwaited || cancel?.isAwaited == true
        )
        return []
    }

    mutating func storeRecorded(_ storing: Storing) -> [PaymentAction] {
        guard !storing.isTakenBack else { return takenBack() }
        guard let cancel, cancel.mode == .reverseIfApproved else { return showStored() }
        let (serial, record) = record(.offline(.deleted(by: cancel.origin.rawValue)))
        phase = .storing(Storing(record: serial, isTakenBack: true))
        return [record]
    }

    /// Handles a missing record: without it nothing is stored, and without the record of its deletion a payment remains
    /// stored.
    mutating func storeNotRecorded(_ storing: Storing) -> [PaymentAction] {
        guard !storing.isTakenBack else { return showStored() }
        phase = .collected
        return finish(.confirm, .confirmed(.journalUnavailable)) + answerCancel(.tooLate(.journalUnavailable))
    }

    /// Reports a stored payment, and records that, so that after a restart it is known that the payment counts.
    private mutating func showStored() -> [PaymentAction] {
        phase = .stored
        let claim = policy.claimsOnReturn ? [note(.claimed)] : []
        return stopTotalTimer() + [.dropCard] + finish(.confirm, .storedOffline) + claim + answerCancel(.tooLateStored)
    }

    private mutating func takenBack() -> [PaymentAction] {
        phase = .canceled
        let origin = cancel?.origin ?? .application
        return stopTotalTimer() + [.dropCard] + finish(.confirm, .confirmed(.canceled(by: origin)))
            + answerCancel(.reversed)
    }

    /// Cancels a stored payment without a request, because the gateway has never heard of it.
    mutating func cancelOffline() -> [PaymentAction] {
        running = .cancelIntent
        phase = .canceled
        return stopPhaseTimer() + stopTotalTimer() + [.dropCard]
            + finish(.cancelIntent, .intentCanceled(.canceled(by: .application)))
    }
}
