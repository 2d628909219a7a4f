import TenderModel

/// Accepting a card offline: the payment is stored first and told afterwards, and no request leaves.
extension PaymentMachine {
    mutating func store() -> [PaymentAction] {
        running = .confirm
        wasToldUnknown = false
        let serial = nextSerial()
        phase = .storing(Storing(record: serial, isTakenBack: false))
        return stopPhaseTimer() + [.store(serial)]
    }

    /// Whoever asks to stop waits for the record; a wish to reverse is kept.
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

    /// Without its record nothing is stored; without the record of its deletion it stays stored.
    mutating func storeNotRecorded(_ storing: Storing) -> [PaymentAction] {
        guard !storing.isTakenBack else { return showStored() }
        phase = .collected
        return finish(.confirm, .confirmed(.journalUnavailable)) + answerCancel(.tooLate(.journalUnavailable))
    }

    /// Whoever waited is told: after a restart it is known that the payment counts.
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

    /// The gateway has never heard of it: nothing is asked.
    mutating func cancelOffline() -> [PaymentAction] {
        running = .cancelIntent
        phase = .canceled
        return stopPhaseTimer() + stopTotalTimer() + [.dropCard]
            + finish(.cancelIntent, .intentCanceled(.canceled(by: .application)))
    }
}
