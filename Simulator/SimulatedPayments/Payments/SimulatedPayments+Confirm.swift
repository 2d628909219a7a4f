import SimulatedCard
import TenderModel

extension SimulatedPayments {
    /// How long the hold on a card that is not there lasts, in seconds.
    static let onlineHoldLifetime: Int64 = 7 * 24 * 3600

    mutating func confirmIntent(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        var intent = try findIntent(call)
        guard intent.status.isOpen else { throw Self.notConfirmable(intent) }
        try Self.readDetails(of: &intent, parameters)
        try Self.readMethodFields(of: &intent, parameters)
        if let method = parameters.choice(IntentCaptureMethod.self, "capture_method") { intent.captureMethod = method }
        let method = try attach(to: &intent, call)
        guard let id = intent.paymentMethod, let current = method ?? paymentMethods[id] else {
            throw Self.missingMethod(intent.id)
        }
        try checkConfirmation(of: intent, current, call)
        put(intent)
        put(current)
        try authorize(intent.id, call)
        return .intent(intents[intent.id] ?? intent)
    }

    static func missingMethod(_ intent: String?) -> APIFailure {
        .refused(
            "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the "
                + "PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a "
                + "payment method or ConfirmationToken.",
            code: "payment_intent_unexpected_state", intent: intent)
    }

    private static func notConfirmable(_ intent: IntentRow) -> APIFailure {
        guard intent.status != .succeeded else {
            return .unexpectedState(
                intent.id,
                "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed."
            )
        }
        return .unexpectedState(
            intent.id,
            "You cannot confirm this PaymentIntent because it has a status of \(intent.status.rawValue). Only a "
                + "PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, "
                + "requires_action, requires_payment_method.")
    }

    /// What must fit before the card's bank is asked.
    func checkConfirmation(
        of intent: IntentRow, _ method: PaymentMethodRow, _ call: Call
    ) throws(APIFailure) {
        guard method.type == .card else { return try Self.checkAmount(method, intent) }
        if let owner = method.customer, owner != intent.customer {
            throw .refused(
                "The provided PaymentMethod (\(method.id)) belongs to the customer \(owner). You must provide that "
                    + "`customer` on the PaymentIntent to use it.",
                code: nil, param: "payment_method", intent: intents[intent.id] == nil ? nil : intent.id)
        }
        let redirects = intent.more["automatic_payment_methods"]?["allow_redirects"]?.text ?? "always"
        guard intent.hasAutomaticMethods, redirects == "always", call.parameters.text("return_url") == nil else {
            return
        }
        throw .refused(
            "This PaymentIntent is configured to accept payment methods that might redirect your customer off of your "
                + "page, so you must provide a `return_url`. If you don't want to accept redirect-based payment "
                + "methods, set `automatic_payment_methods[enabled]` to `true` and "
                + "`automatic_payment_methods[allow_redirects]` to `never` when creating the PaymentIntent.",
            code: nil, param: "return_url", intent: intents[intent.id] == nil ? nil : intent.id)
    }

    /// The chip's cryptogram covers the amount: an intent that was changed since needs the card again.
    static func checkAmount(_ method: PaymentMethodRow, _ intent: IntentRow) throws(APIFailure) {
        guard let read = method.reading, read.amount != intent.amount || read.currency != intent.currency else {
            return
        }
        throw .refused(
            "The card was read for \(ChargeLimits.text(read.amount, read.currency)) and the PaymentIntent is for "
                + "\(ChargeLimits.text(intent.amount, intent.currency)). Collect the payment method again.",
            code: "payment_intent_incompatible_payment_method", intent: intent.id)
    }

    /// Asks the customer where the card wants it, or the issuer at once.
    mutating func authorize(_ id: String, _ call: Call) throws(APIFailure) {
        guard let intent = intents[id], let method = intent.paymentMethod.flatMap({ paymentMethods[$0] }) else {
            return
        }
        guard wantsAuthentication(method, intent, call) else { return try charge(intent, method, call) }
        guard !call.isOffSession, call.parameters.boolean("error_on_requires_action") != true else {
            let refusal = Issuer.Decision.declined(
                code: "authentication_required", declineCode: "authentication_required")
            return try charge(intent, method, decision: refusal, call)
        }
        askForAuthentication(intent, call)
    }

    /// Asks the issuer for the attached card, and writes down what it says.
    ///
    /// - Parameter decision: what is known without asking.
    mutating func charge(
        _ intent: IntentRow, _ method: PaymentMethodRow, decision: Issuer.Decision? = nil, _ call: Call
    ) throws(APIFailure) {
        var (intent, method) = (intent, method)
        method.isUsed = true
        if method.type == .card { method.particulars.isChecked = true }
        put(method)
        var charge = ChargeRow(
            id: ids.make("ch"), account: call.account, intent: intent.id, paymentMethod: method.id, created: call.now,
            currency: intent.currency, methodType: method.type, card: method.card, details: intent.details,
            amount: intent.amount)
        charge.customer = intent.customer
        charge.more = chargeFields(intent, method)
        intent.latestCharge = charge.id
        intent.more["next_action"] = nil
        switch decide(charge, method, intent, known: decision, call) {
        case .declined(let code, let declineCode):
            throw decline(&charge, &intent, code: code, declineCode: declineCode, call)
        case .approved: approve(&charge, &intent, method, call)
        }
    }

    private func chargeFields(_ intent: IntentRow, _ method: PaymentMethodRow) -> [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        fields["billing_details"] = method.particulars.billing.map { Self.billingDetails($0) }
        fields["shipping"] = intent.more["shipping"]
        guard let card = method.cardOnFile else { return fields }
        fields["outcome"] = card.outcome
        fields["fingerprint"] = .optional(method.fingerprint)
        fields["checks"] = Self.checks(method)
        return fields
    }

    private mutating func decide(
        _ charge: ChargeRow, _ method: PaymentMethodRow, _ intent: IntentRow, known: Issuer.Decision?, _ call: Call
    ) -> Issuer.Decision {
        let card = method.presentedCard
        if let card, !card.issuer.capture.allows(intent.effectiveCaptureMethod) {
            // The scheme has no message that holds money, so that the issuer is never asked.
            return .declined(code: "card_declined", declineCode: "card_not_supported")
        }
        var request = Issuer.Request(
            reference: charge.id, paymentIntent: intent.id, card: card, hasPIN: method.hasPIN, amount: charge.amount,
            currency: charge.currency)
        request.decision = known ?? method.cardOnFile?.decision
        return withIssuer { $0.authorize(request, now: call.now) }
    }

    private mutating func approve(
        _ charge: inout ChargeRow, _ intent: inout IntentRow, _ method: PaymentMethodRow, _ call: Call
    ) {
        let code = ids.digits(6)
        charge.card.receipt?.authorizationCode = code
        if method.type == .card { charge.more["authorization_code"] = .string(code) }
        charge.card.receipt?.authorizationResponseCode = "3030"
        charge.card.amountAuthorized = charge.amount
        charge.card.overcaptureSupported = method.type == .cardPresent && Issuer.allowsOvercapture(method.card.brand)
        charge.isRaisable = intent.wantsRaisableHold(of: method)
        intent.lastError = nil
        keep(method, for: intent, &charge, call)
        let capturesAtOnce =
            method.presentedCard.map { $0.issuer.capture.capturesAtOnce(intent.effectiveCaptureMethod) }
            ?? (intent.onlineCaptureMethod != .manual)
        if capturesAtOnce {
            captureAtOnce(&charge, &intent, call)
        } else {
            charge.captureBefore = call.now + intent.holdLifetime(of: method)
            intent.amountCapturable = charge.amount
            intent.status = .requiresCapture
        }
        put(charge)
        put(intent)
        emit("charge.succeeded", charge, by: call, now: call.now)
        let isHeld = intent.status == .requiresCapture
        emit("payment_intent.\(isHeld ? "amount_capturable_updated" : "succeeded")", intent, by: call, now: call.now)
    }

    /// Saves the card for the customer, when that was asked for: of a card in a reader one that stands for it.
    private mutating func keep(
        _ method: PaymentMethodRow, for intent: IntentRow, _ charge: inout ChargeRow, _ call: Call
    ) {
        guard intent.setupFutureUsage != nil, let customer = intent.customer, method.customer == nil,
            method.type != .interacPresent
        else { return }
        var kept = method.type == .card ? method : generatedCard(of: method, from: charge.id, now: call.now)
        kept.isSetUp = true
        if method.type == .cardPresent { charge.more["generated_card"] = .string(kept.id) }
        _ = save(kept, for: customer, by: call, now: call.now)
    }

    private mutating func captureAtOnce(_ charge: inout ChargeRow, _ intent: inout IntentRow, _ call: Call) {
        let (id, amount) = (charge.id, charge.amount)
        guard withIssuer({ $0.capture(amount, of: id, now: call.now) }) else { return }
        book(amount, of: &charge, now: call.now)
        intent.amountReceived = amount
        intent.status = .succeeded
    }

    /// Writes down that a charge was captured, and what it brings the account.
    mutating func book(_ amount: Int64, of charge: inout ChargeRow, now: Int64) {
        charge.captured = true
        charge.amountCaptured = amount
        let isInstant = paymentMethods[charge.paymentMethod]?.cardOnFile?.behavior.isAvailableAtOnce ?? false
        charge.balanceTransaction =
            move(
                amount, fee: Fees.fee(on: amount, of: charge.methodType), charge.currency, .charge, source: charge.id,
                of: charge.account, description: charge.details.description,
                availableOn: isInstant ? now : now + Self.settlementDelay, now: now
            ).id
    }

    private mutating func decline(
        _ charge: inout ChargeRow, _ intent: inout IntentRow, code: String, declineCode: String, _ call: Call
    ) -> APIFailure {
        let decline = DeclineDetails(
            code: code, declineCode: declineCode, message: Self.message(code, declineCode), charge: charge.id,
            paymentMethod: charge.paymentMethod)
        charge.decline = decline
        charge.card.amountAuthorized = nil
        intent.lastError = decline
        intent.paymentMethod = nil
        intent.status = .requiresPaymentMethod
        put(charge)
        put(intent)
        emit("charge.failed", charge, by: call, now: call.now)
        emit("payment_intent.payment_failed", intent, by: call, now: call.now)
        return APIFailure(
            status: 402, kind: .card, message: decline.message, code: code, declineCode: declineCode,
            charge: charge.id, paymentIntent: intent.id, paymentMethod: charge.paymentMethod, isExecuted: true)
    }

    static func message(_ code: String, _ declineCode: String) -> String {
        switch (code, declineCode) {
        case ("expired_card", _): "Your card has expired."
        case ("incorrect_cvc", _): "Your card's security code is incorrect."
        case ("incorrect_number", _): "Your card number is incorrect."
        case ("processing_error", _): "An error occurred while processing your card. Try again in a little bit."
        case ("authentication_required", _):
            "Your card was declined. This transaction requires authentication."
        case (_, "insufficient_funds"): "Your card has insufficient funds."
        case (_, "card_velocity_exceeded"):
            "Your card was declined for making repeated attempts too frequently or exceeding its amount limit."
        case (_, "card_not_supported"): "Your card does not support this type of purchase."
        case (_, "test_mode_live_card"):
            "Your card was declined. Your request was in test mode, but used a non test card."
        default: "Your card was declined."
        }
    }
}

extension Call {
    /// Whether the customer is away, and cannot be asked.
    var isOffSession: Bool {
        guard let value = parameters["off_session"]?.text else { return false }
        return value != "false"
    }
}
