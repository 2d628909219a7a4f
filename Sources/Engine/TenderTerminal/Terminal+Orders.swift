import TenderFlow
public import TenderModel

/// One order that several cards pay: a split tender.
extension Terminal {
    /// Lets several cards pay one order, one after the other, until it is paid or there is no further card.
    ///
    /// Each leg is a PaymentIntent of its own with the order's ID. A card that the issuer approves for a part reduces the
    /// balance by that part. While the outcome of a leg is unknown no other card is asked for. After a crash or an unknown
    /// outcome the same call goes on with what the journal has of the order.
    ///
    /// Only cards pay such an order, and its amount is fixed. Where cash and other tenders come between the cards, make
    /// each card a payment of its own, as the till does: `PaymentHistory.standing` tells of each what this call goes by.
    ///
    /// - Parameters:
    ///   - parameters: What each leg is made of: the amount of the whole order, and its ID in `order`. A key is left out,
    ///     since each leg has one of its own.
    ///   - isAllOrNothing: Whether what was approved is given back when there is no further card; otherwise it stands.
    ///   - nextCard: Decides what comes next, while something is left to pay.
    /// - Returns: What became of the order and of each leg.
    /// - Throws: `TenderError` without an order, with an amount that cannot be charged, if the journal cannot be read, or
    ///   while another call pays the same order.
    ///   What a single card meets is reported to `nextCard`.
    ///
    /// Canceling the task stops the card that is being collected, and counts as no further card. It withdraws no request.
    public func payOrder(
        _ parameters: PaymentIntentParameters, isAllOrNothing: Bool,
        nextCard: @Sendable (OrderProgress) async -> OrderStep
    ) async throws -> OrderOutcome {
        guard let order = parameters.order else {
            throw TenderError(
                .invalidParameter, phase: .create, message: "an order that several cards pay needs its id",
                advice: .never)
        }
        guard parameters.amount.minorUnits > 0 else {
            throw TenderError(
                .invalidAmount, phase: .create,
                message: "\(parameters.amount) cannot be charged: it must be above zero",
                advice: .never)
        }
        guard ordersAtWork.insert(order).inserted else { throw TenderError.busy(with: "payOrder", .create) }
        defer { ordersAtWork.remove(order) }
        var desk = OrderDesk(terminal: self, parameters: parameters, order: order, isAllOrNothing: isAllOrNothing)
        return try await desk.run(nextCard)
    }

    /// Returns what the journal has of an order.
    fileprivate func payments(of order: String) async throws -> [PaymentHistory] {
        _ = await run(.takeOver)
        do throws(JournalError) {
            return try await configuration.journal.payments(of: order)
        } catch {
            throw TenderError(error, .retrieve, nil)
        }
    }

    /// Throws an error if the journal has another leg of the order that was charged, or may have been.
    fileprivate func checkNothingElsePaid(_ order: String, beside legs: [OrderLeg]) async throws {
        let known: [PaymentHistory]
        do throws(JournalError) {
            known = try await configuration.journal.payments(of: order)
        } catch {
            throw TenderError(error, .create, nil)
        }
        let other = known.compactMap { OrderLeg($0) }.first { leg in
            leg.state != .givenBack && !legs.contains { $0.intentID == leg.intentID }
        }
        guard let other else { return }
        throw TenderError(
            .unexpectedState, phase: .create,
            message: "\(other.intentID) has also paid for the order \(order) meanwhile: pay the order again",
            advice: .never)
    }

    /// Returns what the journal has of one leg.
    fileprivate func payment(_ id: String) async throws -> PaymentHistory? {
        do throws(JournalError) {
            return try await configuration.journal.history(of: id)
        } catch {
            throw TenderError(error, .retrieve, nil)
        }
    }

    /// Records that the approvals of earlier legs were told.
    fileprivate func claim(_ legs: [String]) async {
        guard configuration.policy.claimsOnReturn else { return }
        for id in legs { _ = await run(.claim(id)) }
    }
}

/// Carries out what the machine of an order asks for, by the terminal's own calls.
private struct OrderDesk {
    let terminal: Terminal
    let parameters: PaymentIntentParameters
    let order: String
    var machine: OrderPayment
    /// The legs whose approval nobody was told of yet.
    var untold: [String] = []
    /// How the last card ended.
    var last: PaymentOutcome?
    var error: TenderError?
    /// How the next card is collected.
    var collecting = CollectConfiguration()
    /// An intent whose card was declined: the next card of the same amount pays it (money rule 13).
    var declined: PaymentIntent?

    init(terminal: Terminal, parameters: PaymentIntentParameters, order: String, isAllOrNothing: Bool) {
        self.terminal = terminal
        self.parameters = parameters
        self.order = order
        machine = OrderPayment(total: parameters.amount.minorUnits, isAllOrNothing: isAllOrNothing)
    }

    mutating func run(_ nextCard: @Sendable (OrderProgress) async -> OrderStep) async throws -> OrderOutcome {
        var event = OrderPayment.Event.started(try await terminal.payments(of: order).compactMap { leg($0) })
        while let action = machine.handle(event) {
            switch action {
            case .ask where Task.isCancelled: event = .stopped
            case .ask:
                let step = await nextCard(progress)
                await claim()
                event = next(step)
            case .pay(let amount): event = await pay(amount)
            case .resolve(let id): event = .ended(try await resolve(id))
            case .void(let id): event = .voided(try await void(id))
            case .finish(let end):
                await claim()
                return outcome(end)
            }
        }
        return outcome(.unknown)
    }

    private mutating func leg(_ history: PaymentHistory) -> OrderLeg? {
        if history.isUnclaimed { untold.append(history.intentID) }
        return OrderLeg(history)
    }

    private mutating func claim() async {
        let told = untold
        untold = []
        await terminal.claim(told)
    }

    private func amount(_ units: Int64) -> Amount { Amount(minorUnits: units, currency: parameters.amount.currency) }

    private var progress: OrderProgress {
        OrderProgress(
            order: order, total: parameters.amount, balance: amount(machine.balance), legs: machine.legs, last: last,
            error: error)
    }

    private func outcome(_ end: OrderPayment.End) -> OrderOutcome {
        OrderOutcome(end: end, legs: machine.legs, paid: amount(machine.paid), balance: amount(machine.balance))
    }

    private mutating func next(_ step: OrderStep) -> OrderPayment.Event {
        (last, error) = (nil, nil)
        switch step {
        case .stop: return .stopped
        case .pay(let amount, let how):
            collecting = how
            let isOwn = amount?.currency == parameters.amount.currency
            if let amount, !isOwn || amount.minorUnits <= 0 || amount.minorUnits > machine.balance {
                error = TenderError(
                    .invalidAmount, phase: .create,
                    message: "\(amount) is not a part of the \(self.amount(machine.balance)) that are left to pay",
                    advice: .never)
                return .next(0)
            }
            return .next(amount?.minorUnits)
        }
    }

    // MARK: - A card

    private mutating func pay(_ units: Int64) async -> OrderPayment.Event {
        // The journal takes no card for an order with an approval that nobody was told of.
        await terminal.flushJournal()
        do {
            try await terminal.checkNothingElsePaid(order, beside: machine.legs)
            let intent = try await intent(amount(units))
            let outcome = try await terminal.processPaymentIntent(intent, configuration: collecting)
            last = outcome
            return .ended(leg(outcome, intent.id))
        } catch let failure as TenderError {
            error = failure
        } catch {
            self.error = TenderError(.unexpectedOperation, phase: .collect, message: "\(error)", advice: .never)
        }
        return .notBegun
    }

    private mutating func intent(_ amount: Amount) async throws -> PaymentIntent {
        if let declined, declined.amount == amount { return declined }
        declined = nil
        var leg = parameters
        leg.amount = amount
        leg.idempotencyKey = nil
        return try await terminal.createPaymentIntent(leg)
    }

    private mutating func leg(_ outcome: PaymentOutcome, _ id: String) -> OrderLeg {
        declined = nil
        switch outcome {
        case .approved(let intent): return OrderLeg(IntentFacts(intent))
        case .declined(_, let intent):
            declined = intent
            return OrderLeg(id, .notPaid)
        case .canceled: return OrderLeg(id, .notPaid)
        case .unknown, .storedOffline: return OrderLeg(id, .unknown)
        }
    }

    // MARK: - Earlier legs

    /// Asks what became of a leg; what the journal has afterwards counts.
    private mutating func resolve(_ id: String) async throws -> OrderLeg {
        // Whoever cancels the task still learns what became of the money.
        await Task { [terminal] in
            if let intent = try? await terminal.retrievePaymentIntent(id: id) {
                _ = try? await terminal.resolvePaymentIntent(intent)
            }
        }.value
        return try await terminal.payment(id).flatMap { leg($0) } ?? OrderLeg(id, .notPaid)
    }

    private mutating func void(_ id: String) async throws -> OrderLeg {
        let outcome = await Task { [terminal] in try? await terminal.voidPayment(id: id) }.value
        switch outcome {
        case .released?, .refunded(.succeeded)?: return OrderLeg(id, .givenBack)
        case .refunded(.pending)?, .refunded(.unknown)?:
            return OrderLeg(id, .givingBack(machine.legs.first { $0.intentID == id }?.paid ?? 0))
        case .refunded(.failed)?, nil:
            return try await terminal.payment(id).flatMap { leg($0) } ?? OrderLeg(id, .notPaid)
        }
    }
}
