import Tender
import TenderSale
import TillScreens

/// The terminal's events.
extension CardDesk {
    /// Reports the events that concern the till, until the terminal ends.
    func listen(_ events: AsyncStream<TerminalEvent>) async {
        for await event in events { await take(event.kind) }
    }

    private func take(_ kind: TerminalEvent.Kind) async {
        switch kind {
        case .connectionStatus(.connected): readerConnected()
        case .cardInserted: line.tell(.cardInSlot(true))
        case .cardRemoved: line.tell(.cardInSlot(false))
        case .displayMessage(let message):
            // It may come after the outcome.
            if message == .removeCard || message == .tryAnotherCard { line.tell(.cardToRemove) }
            tellCollecting(.shows(message))
        case .inputOptions(let options) where !options.isEmpty: tellCollecting(.waiting(options))
        case .paymentStatus(.processing): tellCollecting(.processing)
        case .cardCollected(let card, let intentID): tell(intentID, .read(card.masked))
        case .sendingAgain(let intentID, let send): tell(intentID, .sendingAgain(send))
        case .asking(let intentID, let ask): tell(intentID, .asking(ask))
        case .outcomeResolved(_, let intentID), .requestResolved(let intentID), .recoveryEnded(let intentID),
            .reversed(let intentID):
            await changed(intentID)
        case .paymentForwarded(let payment, let outcome): forwarded(payment, outcome)
        case .offlineStatus, .recoveryStarted, .holdAlarm, .holdFinished: list()
        case .forwardingError(let error, _): line.tell(.failed(Self.sentence(error)))
        default: break
        }
    }

    private func tellCollecting(_ progress: CardProgress) {
        if let collecting { line.tell(.card(leg: collecting, progress)) }
    }

    private func tell(_ intentID: String, _ progress: CardProgress) {
        if let leg = legsOfIntents[intentID], charges[leg] != nil { line.tell(.card(leg: leg, progress)) }
    }

    private func forwarded(_ payment: OfflinePayment, _ outcome: PaymentOutcome) {
        defer { list() }
        guard let id = payment.order else { return }
        if let leg = legs.open(id) {
            tell(id, LegOutcome(outcome, asked: leg.asked))
        } else if legs.isStored(id) {
            tell(id, LegOutcome(outcome, asked: payment.amount))
        }
    }
}
