import TenderModel

/// A surcharge on top of the amount, and the customer's consent to it.
extension TerminalMachine {
    /// Refuses a surcharge that the gateway does not allow for the inspected card, or that the reader cannot charge;
    /// otherwise waits for the reader.
    mutating func admitConfirm(
        _ id: CommandID, _ intent: KnownIntent, _ busy: BusyPolicy, _ surcharge: SurchargeConfiguration?
    ) {
        if let surcharge {
            guard !intent.isOffline else { return end(id, .refused(.surcharge(.offline))) }
            guard surcharge.amount.minorUnits <= 0 || link.reader?.discoveryMethod != .internet else {
                return end(id, .refused(.surcharge(.smartReader)))
            }
            guard surcharge.amount.minorUnits == 0 || !asksForConversion(intent.id) else {
                return end(id, .refused(.conversion(.surcharge)))
            }
            do throws(SurchargeError) {
                try surcharge.check(on: intent.facts.amount, intent.surcharge)
            } catch {
                return end(id, .refused(.surcharge(error)))
            }
        }
        takeTurn(id, busy)
    }

    /// Tells a payment which surcharge its card is charged with; refuses the command if it cannot be charged.
    ///
    /// A payment that is not about to be charged anew is left alone: it waits for its outcome.
    mutating func choose(_ surcharge: SurchargeConfiguration?, _ id: CommandID, _ number: Int) -> Bool {
        guard let payment = payments.first(where: { $0.number == number }), payment.machine.phase == .collected else {
            return true
        }
        let units = surcharge?.amount.minorUnits ?? 0
        guard units > 0 || payment.machine.terms.surcharge != nil else { return true }
        let error: SurchargeError? =
            if units > 0, !payment.collecting.inspects {
                .notInspected
            } else {
                payment.machine.accepts(surcharge: units) ? nil : .changed
            }
        guard let error else {
            deliver(.surchargeChosen(units), to: number)
            return true
        }
        change(number) { $0.waiter = nil }
        end(id, .refused(.surcharge(error)))
        return false
    }

    // MARK: - Consent

    /// Asks the customer, if the reader can.
    mutating func askConsent(_ id: CommandID, _ intent: KnownIntent, _ surcharge: SurchargeConfiguration) {
        guard link.isOpen else { return end(id, .refused(.noReader)) }
        ask(
            id,
            ConsentRequest(
                amount: intent.facts.amount, subject: .surcharge(surcharge.amount), notice: surcharge.consent?.notice,
                languages: intent.languages),
            for: questionLimit)
    }

    /// How long a customer has to answer a question.
    var questionLimit: Duration { configuration.policy.presentCard ?? .seconds(60) }

    /// Asks the customer on the reader, for a limited time.
    mutating func ask(_ id: CommandID, _ request: ConsentRequest, for limit: Duration) {
        let errand = Errand(.terminal, nextSerial())
        set(id, .consent(errand))
        _ = startTimer(limit, for: .consentLimit(id))
        emit(.askConsent(errand, request))
    }

    /// Handles the answer; one that comes after its command's end changes nothing.
    mutating func consentAnswered(_ errand: Errand, _ answer: ConsentAnswer) {
        guard let running = commands.first(where: { $0.stage == .consent(errand) }) else { return }
        stopConsentLimit(running.id)
        guard !conversionAnswered(running.id, answer) else { return }
        switch answer {
        case .accepted: end(running.id, .done)
        case .declined: end(running.id, .refused(.surcharge(.consentDeclined)))
        case .timedOut: end(running.id, .refused(.surcharge(.consentTimedOut)))
        case .unsupported: end(running.id, .refused(.surcharge(.consentUnsupported)))
        case .failed(let reason): end(running.id, .refused(.surcharge(.consentFailed(reason))))
        }
    }

    mutating func consentTimedOut(_ id: CommandID) {
        guard case .consent(let errand)? = running(id)?.stage else { return }
        emit(.stopAsking(errand))
        guard !conversionAnswered(id, .timedOut) else { return }
        end(id, .refused(.surcharge(.consentTimedOut)))
    }

    /// Stops a question and its command: a confirmation leaves the card, but who collects and confirms in one call
    /// gives it up.
    mutating func stopAsking(_ errand: Errand, _ id: CommandID, _ mode: CancelMode, by askers: [CommandID]) {
        stopQuestion(errand, id)
        if let payment = payments.first(where: { $0.waiter == id }) {
            if case .collect? = running(id)?.command {
                set(id, .payment(payment.number))
                return stop(payment.number, id, mode, by: askers)
            }
            change(payment.number) { $0.waiter = nil }
        }
        tell(askers, .stoppedBefore)
        end(id, .refused(.stoppedInLine))
    }

    mutating func stopQuestion(_ errand: Errand, _ id: CommandID) {
        stopConsentLimit(id)
        emit(.stopAsking(errand))
    }

    private mutating func stopConsentLimit(_ id: CommandID) {
        guard let job = jobs.first(where: { $0.job == .consentLimit(id) }) else { return }
        stopTimer(Errand(.terminal, job.serial))
    }
}
