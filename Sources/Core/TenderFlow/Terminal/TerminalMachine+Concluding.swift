import TenderModel

/// The card that waits in the reader for its issuer's answer: the reader is its payment's until it has concluded.
extension TerminalMachine {
    /// Notes a card that waits in the reader; one that was collected for anything but a payment is released.
    mutating func wait(_ errand: Errand, _ payment: TerminalPayment?) {
        let presenting = requests.compactMap(\.presenting).first { $0.collection?.errand == errand }
        guard let collection = payment?.collection ?? presenting?.collection, collection.opening == link.opening,
            waitingCard == nil
        else { return }
        waitingCard = WaitingCard(errand: errand, payment: payment?.number, opening: collection.opening)
        if payment == nil { release(errand) }
    }

    /// Tells a payment's card what became of its confirmation.
    ///
    /// - Returns: That the card gives no word, if it is gone.
    mutating func conclude(_ verdict: IssuerAnswer.Verdict, _ serial: Serial, _ index: Int) -> PaymentEvent? {
        guard let card = payments[index].card, waitingCard?.errand == card, waitingCard?.told == nil else {
            return .cardConcluded(serial, .failed)
        }
        waitingCard?.serial = serial
        tell(verdict)
        return nil
    }

    /// Releases a card, if it waits: tells it that there is no answer, or stops waiting for its word.
    mutating func release(_ card: Errand) {
        guard let waiting = waitingCard, waiting.errand == card else { return }
        if waiting.told == nil {
            tell(.noAnswer)
        } else if waiting.limit == nil {
            emit(.stopCollecting(card))
            limitConclusion()
        }
    }

    private mutating func tell(_ verdict: IssuerAnswer.Verdict) {
        guard let card = waitingCard?.errand else { return }
        waitingCard?.told = verdict
        emit(.conclude(card, verdict))
        // The payment limits the time of a word that it waits for.
        if verdict != .approved { limitConclusion() }
    }

    private mutating func limitConclusion() {
        guard let card = waitingCard?.errand else { return }
        let limit = startTimer(configuration.readerStopLimit, for: .stopLimit(card))
        waitingCard?.limit = limit
    }

    /// Handles the card's word; the reader is idle again.
    mutating func concluded(_ errand: Errand, _ word: CardWord) {
        guard let waiting = waitingCard, waiting.errand == errand else { return }
        stopTimer(waiting.limit)
        waitingCard = nil
        if let number = waiting.payment, let serial = waiting.serial {
            deliver(.cardConcluded(serial, word), to: number)
        }
        passTurn()
    }

    /// Gives up a reader that does not end with its card.
    mutating func giveReaderUp(with card: WaitingCard) {
        publish(.diagnostic("the reader did not end with its card in time and was abandoned"))
        if card.opening == link.opening { readerIsGone(.linkLost) }
    }

    /// Lets go of a card whose reader is gone.
    mutating func waitingCardIsGone(_ opening: Serial) {
        guard let waiting = waitingCard, waiting.opening == opening else { return }
        stopTimer(waiting.limit)
        waitingCard = nil
    }

    /// Returns the payment whose collected card waits in the reader, and is not confirmed.
    var unconfirmed: TerminalPayment? {
        guard let waiting = waitingCard, waiting.told == nil else { return nil }
        return payments.first { $0.number == waiting.payment && $0.machine.phase == .collected && $0.waiter == nil }
    }
}
