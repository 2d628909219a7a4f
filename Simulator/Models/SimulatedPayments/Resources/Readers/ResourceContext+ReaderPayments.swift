/// Payments at a reader, in one step or in two.
extension ResourceContext {
    mutating func processPaymentIntent(_ call: Call) throws(APIFailure) -> APIObject {
        try startPayment(.processPaymentIntent, call)
    }

    mutating func collectPaymentMethod(_ call: Call) throws(APIFailure) -> APIObject {
        try startPayment(.collectPaymentMethod, call)
    }

    private mutating func startPayment(_ kind: ReaderAction.Kind, _ call: Call) throws(APIFailure) -> APIObject {
        var reader = try findTerminalObject("reader", call)
        let intent = try namedIntent(call)
        // A card that this reader has read for it is replaced by the next one.
        guard intent.status == .requiresPaymentMethod || reader.collectedCard?.isAttached(to: intent) == true else {
            throw Self.notPayable(intent)
        }
        guard intent.methodTypes.contains(where: \.isPresent) else {
            throw .refused(
                "Payment intent must have card_present or interac_present among its payment_method_types to be "
                    + "processed by a reader.",
                code: "intent_invalid_state", param: "payment_intent", intent: intent.id)
        }
        try checkParties(of: intent, call)
        let content = Self.shown(["payment_intent", "process_config", "collect_config"], of: call)
        let action = ReaderAction(kind, content)
        try Self.checkTipping(intent, action)
        return try start(action, on: &reader, call).answer()
    }

    private func namedIntent(_ call: Call) throws(APIFailure) -> IntentRow {
        let id = call.parameters.text("payment_intent") ?? ""
        guard let intent = intents.find(id, account: call.account) else {
            throw .unknown("payment_intent", id, param: "payment_intent", isParameter: true)
        }
        return intent
    }

    private static func notPayable(_ intent: IntentRow) -> APIFailure {
        .refused(
            "Payment intent must be in the requires_payment_method state to be processed by a reader.",
            code: "intent_invalid_state", intent: intent.id)
    }

    /// Charges the presented card, or reads it for later.
    mutating func pay(_ waiting: ReaderAction, at reader: inout Document, _ call: Call) throws(APIFailure) {
        var action = waiting
        guard var intent = action.content["payment_intent"]?.text.flatMap({ intents[$0] }) else { return }
        let card = intent.methodTypes.contains(.cardPresent) ? PresentedCard.standard : PresentedCard.interac
        let number = try PresentedCard.number(call.parameters, default: card)
        let tipping = tipping(at: reader, action, intent)
        let tip = try Self.tip(of: call, tipping, intent)
        guard intent.status == .requiresPaymentMethod else {
            fail(&action, Self.notPayable(intent), call)
            return finish(action, on: &reader, call)
        }
        intent.setTip(tip)
        if case .asking = tipping { intent.showTip(tip) }
        let payload = try PresentedCard.payload(number, intent.amount, intent.currency)
        let method = try method(of: payload, at: reader, call)
        guard intent.methodTypes.contains(method.type) else {
            action.fail("invalid_card_type", "The card is of a kind that this payment does not accept.")
            return finish(action, on: &reader, call)
        }
        let attached = try attach(method, to: &intent)
        put(attached)
        put(intent)
        if action.kind == .collectPaymentMethod {
            keep(attached, of: intent, action, on: &reader, call)
        } else {
            authorize(intent.id, action, at: &reader, call)
        }
    }

    /// Returns the tip that the customer chooses on the reader.
    private static func tip(of call: Call, _ tipping: ReaderTipping, _ intent: IntentRow) throws(APIFailure) -> Int64 {
        let tip = call.parameters.integer("amount_tip") ?? 0
        guard tip > 0 else { return 0 }
        if case .silent = tipping {
            throw .refused("The action on the reader does not ask for a tip.", code: nil, param: "amount_tip")
        }
        do throws(APIFailure) {
            var tipped = intent
            tipped.setTip(min(tip, ChargeLimits.maximum))
            try checkMoney(tipped)
            return tip
        } catch {
            throw .invalid(error.message, code: error.code, param: "amount_tip")
        }
    }

    /// Holds the card that was read until the payment is confirmed.
    private mutating func keep(
        _ method: PaymentMethodRow, of intent: IntentRow, _ waiting: ReaderAction, on reader: inout Document,
        _ call: Call
    ) {
        var action = waiting
        action.content["payment_method"] = json(method)
        reader.collectedCard = CollectedCard(
            paymentIntent: intent.id, paymentMethod: method.id, until: call.now + Self.collectionLifetime)
        show(action, on: &reader, call)
        emit("terminal.reader.action_updated", reader, by: call, now: call.now)
        action.succeed()
        finish(action, on: &reader, call)
    }

    mutating func confirmPaymentIntent(_ call: Call) throws(APIFailure) -> APIObject {
        var reader = try findTerminalObject("reader", call)
        let intent = try namedIntent(call)
        guard let card = reader.collectedCard, card.isAttached(to: intent),
            let method = paymentMethods[card.paymentMethod]
        else {
            throw .refused(
                "A payment method must be collected for the payment intent by this reader, at most "
                    + "\(Self.collectionLifetime) seconds ago, before it can be confirmed.",
                code: "intent_invalid_state", intent: intent.id)
        }
        try Self.checkAmount(method, intent)
        try checkParties(of: intent, call)
        let action = ReaderAction(.confirmPaymentIntent, Self.shown(["payment_intent", "confirm_config"], of: call))
        let started = try start(action, on: &reader, usesCard: true, call)
        authorize(intent.id, action, at: &reader, call)
        return try started.answer()
    }

    /// Asks the issuer; the reader then shows the answer.
    private mutating func authorize(
        _ id: String, _ waiting: ReaderAction, at reader: inout Document, _ call: Call
    ) {
        var action = waiting
        do throws(APIFailure) {
            try authorize(id, call)
            action.succeed()
        } catch {
            fail(&action, error, call)
        }
        end(action, at: &reader, call)
    }

    func fail(_ action: inout ReaderAction, _ failure: APIFailure, _ call: Call) {
        let code = failure.code ?? failure.kind.rawValue
        var error = json(failure, isPublishable: false)
        error["request_log_url"] = .string(logURL(call.requestID))
        action.fail(code, failure.message, error: .object(error))
    }

    /// Ends an action that reached the issuer; the reader may not learn of it.
    mutating func end(_ ended: ReaderAction, at reader: inout Document, _ call: Call) {
        var action = ended
        if reader.takeFault(where: { $0 == .connectionError }) != nil {
            action.fail("connection_error", "Could not connect to the gateway.")
        }
        finish(action, on: &reader, call)
    }
}
