import TenderFlow
import TenderModel

extension TerminalEvent.Kind {
    /// Translates a notice to the public API, adding what is stored about the payment.
    init(_ notice: TerminalMachine.Notice, _ files: [String: PaymentFile]) {
        self =
            switch notice {
            case .connectionStatus(let status): .connectionStatus(status)
            case .paymentStatus(let status): .paymentStatus(status)
            case .reader(let event): Self(event)
            case .updateAvailable(let update): .updateAvailable(update)
            case .updateStarted(let update): .updateStarted(update)
            case .updateProgress(let percent): .updateProgress(percent)
            case .updateFinished(let update, let failure):
                .updateFinished(update, failure.map { TenderError(ofUpdate: $0) })
            case .reconnectStarted(let reason): .reconnectStarted(reason)
            case .reconnectSucceeded: .reconnectSucceeded
            case .reconnectFailed(let reason): .reconnectFailed(reason)
            case .disconnected(let reason): .disconnected(reason)
            case .cardCollected(let card, let id): .cardCollected(card, intentID: id)
            case .payment(let notice, let id, let answer):
                Self(notice, id, answer.flatMap { PaymentReport($0, files[id]).outcome })
            case .recoveryStarted(let id): .recoveryStarted(intentID: id)
            case .recoveryEnded(let id): .recoveryEnded(intentID: id)
            case .requestResolved(_, let id): .requestResolved(intentID: id)
            case .offlineStatus(let status): .offlineStatus(status)
            case .forwarded(let payment, let result):
                if let outcome = result.outcome(files[result.intentID]?.intent, payment.amount) {
                    .paymentForwarded(payment, outcome)
                } else {
                    .diagnostic("\(payment.id): forwarded as a SetupIntent")
                }
            case .setupForwarded(let setup): .setupForwarded(setup)
            case .forwarder(let notice): Self(notice)
            case .holdAlarm(let alarm): .holdAlarm(alarm)
            case .holdFinished(let finished): .holdFinished(finished)
            case .diagnostic(let text): .diagnostic(text)
            case .unexpected(let event): .diagnostic("unexpected \(event)")
            }
    }

    private init(_ event: ReaderEvent) {
        self =
            switch event {
            case .displayMessage(let message): .displayMessage(message)
            case .inputOptions(let options): .inputOptions(options)
            case .cardInserted: .cardInserted
            case .cardRemoved: .cardRemoved
            case .batteryLevel(let level): .batteryLevel(level)
            case .disconnected(let reason): .disconnected(reason)
            }
    }

    private init(_ notice: PaymentNotice, _ id: String, _ outcome: PaymentOutcome?) {
        self =
            switch notice {
            case .sendingAgain(let send): .sendingAgain(intentID: id, send: send)
            case .asking(let ask): .asking(intentID: id, ask: ask)
            case .collectionExpired: .collectionExpired(intentID: id)
            case .reversed: .reversed(intentID: id)
            case .resolved:
                if let outcome {
                    .outcomeResolved(outcome, intentID: id)
                } else {
                    .diagnostic("\(id): resolved: nothing was executed")
                }
            }
    }

    private init(_ notice: ForwarderNotice) {
        self =
            switch notice {
            case .quarantined(let id, let quarantine): .forwardingError(TenderError(quarantine), offlineID: id)
            case .outcomeUnknown(let id, let reason):
                .forwardingError(TenderError(reason, forwarding: id), offlineID: id)
            case .blocked(let obstacle): .forwardingError(TenderError(obstacle), offlineID: nil)
            case .forwarded(let id, _): .diagnostic("\(id): forwarded")
            }
    }
}

extension OfflineResult {
    /// Returns the outcome with the PaymentIntent as last seen, or as far as the records go; `nil` for a saved card.
    fileprivate func outcome(_ seen: PaymentIntent?, _ amount: Amount) -> PaymentOutcome? {
        switch self {
        case .approved(let facts):
            .approved(seen ?? PaymentIntent(id: facts.id, amount: facts.amount, status: facts.status))
        case .declined(let decline, let id):
            .declined(decline, seen ?? PaymentIntent(id: id, amount: amount, status: .requiresPaymentMethod))
        case .saved: nil
        }
    }
}
