import TenderModel

/// The conversion of a payment into the card's currency, which its customer chooses on the reader.
extension TerminalMachine {
    /// Returns why a collection cannot ask for an offer; `nil` if it can, or does not ask.
    func conversionRefusal(_ intent: KnownIntent, _ how: Command.Collecting) -> CurrencyConversionError? {
        guard how.requestsConversion else { return nil }
        guard how.inspects else { return .notInspected }
        guard how.surchargeNotice == nil else { return .surcharge }
        // A part of the amount would be converted into another amount than the customer chose.
        let isAvailable = !intent.isOffline && !intent.acceptsPartial && link.reader?.discoveryMethod != .internet
        return isAvailable ? nil : .notAvailable
    }

    /// Returns whether the card of an intent was collected with the wish for an offer.
    func asksForConversion(_ intent: String) -> Bool {
        payments.contains { $0.intentID == intent && $0.collecting.requestsConversion }
    }

    /// Returns what a request of a payment says about a conversion.
    func conversion(_ request: PaymentRequest, _ payment: TerminalPayment) -> ConversionRequest? {
        if request.isAttach { return payment.collecting.requestsConversion ? .offer : nil }
        return request.isConfirm ? payment.machine.terms.conversion.map(ConversionRequest.choice) : nil
    }

    /// Confirms a payment, once its customer has chosen a currency if there is an offer.
    mutating func confirm(_ number: Int) {
        guard let payment = payments.first(where: { $0.number == number }), payment.collecting.requestsConversion,
            let offer = payment.machine.openOffer, let id = payment.waiter
        else { return deliver(.confirmRequested, to: number) }
        deliver(.conversionAsked, to: number)
        // Whoever does not answer still pays, in the shop's currency: there must be time left to confirm that.
        let limit = min(questionLimit, configuration.policy.confirmWindow / 6 * 5)
        let question = ConsentRequest(
            amount: offer.amount, subject: .conversion(offer), languages: offer.languages)
        ask(id, question, for: limit)
    }

    /// Ends the question about a card that is no longer there.
    ///
    /// - Returns: What follows for the payment, which then asks for another collection; `nil` if nobody was being asked.
    mutating func cardExpired(_ number: Int) -> PaymentEvent? {
        guard let id = payments.first(where: { $0.number == number })?.waiter,
            case .consent(let errand)? = running(id)?.stage
        else { return nil }
        stopQuestion(errand, id)
        set(id, .payment(number))
        return .confirmRequested
    }

    /// Confirms with the customer's choice: only a yes converts, whatever else became of the question.
    ///
    /// - Returns: Whether the question was about a conversion.
    mutating func conversionAnswered(_ id: CommandID, _ answer: ConsentAnswer) -> Bool {
        guard let payment = payments.first(where: { $0.waiter == id }) else { return false }
        set(id, .payment(payment.number))
        // The card may have been dropped while the customer read: the payment then refuses to be confirmed.
        if let offer = payment.machine.openOffer {
            let choice = answer == .accepted ? ConversionChoice.accepted(offer.converted) : .declined
            deliver(.conversionChosen(choice), to: payment.number)
        }
        deliver(.confirmRequested, to: payment.number)
        return true
    }
}
