import SimulatedCard
import TenderModel

extension ResourceContext {
    /// The lifetime of the hold on a card that is not present, in seconds.
    static let onlineHoldLifetime: Int64 = 7 * 24 * 3600

    mutating func confirmIntent(_ given: Call) throws(APIFailure) -> APIObject {
        var intent = try findIntent(given)
        guard intent.status.isOpen else { throw Self.notConfirmable(intent) }
        let (call, token) = try redeeming(given)
        let parameters = call.parameters
        try Self.checkPublishable(intent, call)
        try Self.readDetails(of: &intent, parameters)
        try Self.readTerms(of: &intent, call)
        try Self.checkAmountToConfirm(intent, parameters)
        let method = try attach(to: &intent, call)
        guard let id = intent.paymentMethod, var current = method ?? paymentMethods[id] else {
            throw Self.missingMethod(intent, isStored: true)
        }
        try Self.addSurcharge(of: current, to: &intent, parameters)
        try Self.convert(&current, of: intent, call)
        try checkConfirmation(of: intent, current, call)
        put(intent)
        put(current)
        spend(token, on: intent.id, "payment_intent")
        try authorize(intent.id, call)
        return .intent(intents[intent.id] ?? intent)
    }

    static func missingMethod(_ intent: IntentRow, isStored: Bool) -> APIFailure {
        func message(_ customer: String?) -> String {
            let remedy =
                customer.map { customer in
                    "To confirm the PaymentIntent with \(customer), specify a payment method attached to this customer "
                        + "along with the customer ID."
                }
                ?? "You can either update the PaymentIntent with a payment method and then confirm it again, or confirm "
                + "it again directly with a payment method or ConfirmationToken."
            return "You cannot confirm this PaymentIntent because it's missing a payment method. " + remedy
        }
        return .refused(
            message(intent.customer), code: "payment_intent_unexpected_state", intent: isStored ? intent.id : nil
        ).telling(devices: message(intent.customer.map { _ in "its customer" }))
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

    /// Refuses what a customer's device may not decide.
    private static func checkPublishable(_ intent: IntentRow, _ call: Call) throws(APIFailure) {
        guard call.credential.isPublishable else { return }
        guard !intent.isConfirmedByServer else {
            throw .refused(
                "This PaymentIntent \(intent.id) cannot be confirmed using your publishable key because its "
                    + "`confirmation_method` is set to `manual`. Please use your secret key instead, or create a "
                    + "PaymentIntent with `confirmation_method` set to `automatic`.",
                code: "payment_intent_invalid_parameter", intent: intent.id)
        }
        guard !call.isOffSession else {
            throw secretOnly(
                "off_session", "You cannot confirm with `off_session=true` when using a publishable API key.")
        }
        for name in ["allowed_payment_method_types", "excluded_payment_method_types"]
        where call.parameters.contains(name) {
            throw secretOnly(name, "You cannot pass `\(name)` when using a publishable API key.")
        }
        guard let usage = call.parameters["setup_future_usage"], let old = intent.setupFutureUsage else { return }
        guard usage.text == old.rawValue || usage.text == FutureUsage.offSession.rawValue else {
            throw secretOnly(
                "setup_future_usage",
                "With a publishable API key `setup_future_usage` can only be changed from on_session to off_session.")
        }
    }

    private static func secretOnly(_ param: String, _ message: String) -> APIFailure {
        .invalid(message, code: "payment_intent_invalid_parameter", param: param)
    }

    private static func checkAmountToConfirm(_ intent: IntentRow, _ parameters: Parameters) throws(APIFailure) {
        guard let amount = parameters.integer("amount_to_confirm"), amount != intent.amount else { return }
        throw .refused(
            "The amount_to_confirm must be the amount of the PaymentIntent, "
                + "\(ChargeLimits.text(intent.amount, intent.currency)).",
            code: "payment_intent_invalid_parameter", param: "amount_to_confirm", intent: intent.id)
    }

    /// Checks what must be valid before the card's bank is asked.
    func checkConfirmation(
        of intent: IntentRow, _ method: PaymentMethodRow, _ call: Call
    ) throws(APIFailure) {
        try checkUse(of: method, for: intent)
        try checkParties(of: intent, call)
        let known = intents.contains(intent.id) ? intent.id : nil
        guard !call.isOffSession || intent.setupFutureUsage == nil else {
            throw .refused(
                "You cannot confirm with the `off_session` parameter when `setup_future_usage` is also set on the "
                    + "PaymentIntent because you cannot set up future usages when processing payments off-session.",
                code: "payment_intent_invalid_parameter", param: "off_session", intent: known)
        }
        guard intent.details.statementDescriptor == nil || !method.type.isCard else {
            throw .cardDescriptor(intent: known)
        }
        if let mandate = call.parameters.text("mandate") {
            _ = try findDocument(Self.mandateObject, named: mandate, param: "mandate", call)
        }
        guard !method.type.isPresent else { return try Self.checkAmount(method, intent) }
        if method.type != .card { try checkBank(intent, method, call) }
        let redirects = intent.more["automatic_payment_methods"]?["allow_redirects"]?.text ?? "always"
        guard intent.hasAutomaticMethods, redirects == "always", call.parameters.text("return_url") == nil,
            call.parameters.boolean("use_stripe_sdk") != true, !call.isOffSession
        else { return }
        throw .refused(
            "This PaymentIntent is configured to accept payment methods that might redirect your customer off of your "
                + "page, so you must provide a `return_url`. If you don't want to accept redirect-based payment "
                + "methods, set `automatic_payment_methods[enabled]` to `true` and "
                + "`automatic_payment_methods[allow_redirects]` to `never` when creating the PaymentIntent.",
            code: nil, param: "return_url", intent: known)
    }

    /// Checks that the amount is unchanged: the chip's cryptogram covers it, so an intent that was changed since needs
    /// the card again.
    static func checkAmount(_ method: PaymentMethodRow, _ intent: IntentRow) throws(APIFailure) {
        // A surcharge depends on the card, and so comes after it was read.
        let amount = intent.amount - intent.surcharge
        guard let read = method.reading, read.amount != amount || read.currency != intent.currency else {
            return
        }
        throw .refused(
            "The card was read for \(ChargeLimits.text(read.amount, read.currency)) and the PaymentIntent is for "
                + "\(ChargeLimits.text(intent.amount, intent.currency)). Collect the payment method again.",
            code: "payment_intent_incompatible_payment_method", intent: intent.id)
    }

    /// Asks the customer to authenticate if the card requires it, or the issuer at once.
    mutating func authorize(_ id: String, _ call: Call) throws(APIFailure) {
        guard let intent = intents[id], let method = intent.paymentMethod.flatMap({ paymentMethods[$0] }) else {
            return
        }
        if method.type == .sepaDebit { return startDebit(intent, method, call) }
        guard wantsAuthentication(method, intent, call) else { return try charge(intent, method, call) }
        guard !method.behavior.cannotAuthenticate else {
            let decline = CardDecline.failedLookup
            let refusal = Issuer.Decision.declined(code: decline.code, declineCode: decline.declineCode)
            return try charge(intent, method, decision: refusal, call)
        }
        guard !call.isOffSession, call.parameters.boolean("error_on_requires_action") != true else {
            let refusal = Issuer.Decision.declined(
                code: "authentication_required", declineCode: "authentication_required")
            return try charge(intent, method, decision: refusal, call)
        }
        askForAuthentication(intent, method, call)
    }

    /// Asks the issuer about the attached card, and records its answer.
    ///
    /// - Parameters:
    ///   - decision: A decision known without asking.
    ///   - isAuthenticated: Whether the customer has just authenticated.
    mutating func charge(
        _ intent: IntentRow, _ method: PaymentMethodRow, decision: Issuer.Decision? = nil,
        isAuthenticated: Bool = false, _ call: Call
    ) throws(APIFailure) {
        var (intent, method) = (intent, method)
        var charge = makeCharge(&intent, &method, call)
        if method.type == .card,
            isAuthenticated || intent.isAuthenticatedElsewhere || intent.authenticatedMethod == method.id
        {
            charge.more["is_authenticated"] = true
        }
        intent.authenticatedMethod = nil
        let asked = intent.amount
        let part = intent.approvedPart(of: method)
        if let part { charge.amount = part }
        let verdict = chipVerdict(of: method, for: charge, of: intent, isPart: part != nil)
        let refusal = verdict?.refusal.map {
            Issuer.Decision.declined(code: $0.code, declineCode: $0.declineCode)
        }
        let request = request(for: charge, method, intent, decision: decision ?? refusal)
        switch decide(request, intent, call) {
        case .declined(let code, let declineCode):
            tellCard(verdict, refusal: declineCode, call)
            throw decline(&charge, &intent, code: code, declineCode: declineCode, call)
        case .approved:
            if let part, part < asked {
                intent.amount = part
                intent.more["amount_requested"] = .integer(asked)
            }
            tellCard(verdict, call)
            charge.card.overcaptureSupported = request.allowsOvercapture
            approve(&charge, &intent, method, call)
        }
    }

    /// Creates the charge of an attempt, without putting it; marks the method as used, and puts it.
    mutating func makeCharge(
        _ intent: inout IntentRow, _ method: inout PaymentMethodRow, _ call: Call
    ) -> ChargeRow {
        method.isUsed = true
        if method.type == .card { method.particulars.isChecked = true }
        put(method)
        var charge = ChargeRow(
            id: newID(.charges), account: call.account, intent: intent.id, paymentMethod: method.id, created: call.now,
            currency: intent.currency, methodType: method.type, card: method.card, details: intent.details,
            amount: intent.amount)
        charge.customer = intent.customer
        charge.more = chargeFields(intent, method)
        if intent.destination != nil { nameGroup(of: &intent, &charge) }
        intent.latestCharge = charge.id
        intent.more["next_action"] = nil
        return charge
    }

    mutating func chargeFields(_ intent: IntentRow, _ method: PaymentMethodRow) -> [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        if !method.type.isCard { fields["payment_method_details"] = bankDetails(of: method, mandate: nil) }
        fields["billing_details"] = method.particulars.billing.map { Self.billingDetails($0) }
        for (name, value) in intent.more where name == "shipping" || IntentRow.sharing.contains(name) {
            fields[name] = value
        }
        if method.type.isCard { fields["fingerprint"] = chargedFingerprint(of: method).map(JSONValue.string) }
        fields["location"] = method.particulars.location.map(JSONValue.string)
        fields["reader"] = method.particulars.reader.map(JSONValue.string)
        fields["dynamic_currency_conversion"] = method.particulars.conversion?.json
        guard method.type == .card else { return fields }
        fields["outcome"] = method.cardOnFile?.outcome
        if intent.isMailOrTelephoneOrder { fields["moto"] = true }
        fields["checks"] = Self.checks(method)
        return fields
    }

    private func request(
        for charge: ChargeRow, _ method: PaymentMethodRow, _ intent: IntentRow, decision: Issuer.Decision?
    ) -> Issuer.Request {
        Issuer.Request(
            reference: charge.id, paymentIntent: intent.id, card: method.presentedCard, hasPIN: method.hasPIN,
            amount: charge.amount, currency: charge.currency, isPart: intent.approvedPart(of: method) != nil,
            isConverted: method.isConverted, decision: decision ?? method.decision)
    }

    private mutating func decide(_ request: Issuer.Request, _ intent: IntentRow, _ call: Call) -> Issuer.Decision {
        if let card = request.card, !card.issuer.capture.allows(intent.effectiveCaptureMethod) {
            // The scheme has no message for holds, so the issuer is never asked.
            return .declined(code: "card_declined", declineCode: "card_not_supported")
        }
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
        charge.isRaisable = !method.isConverted && intent.wantsRaisableHold(of: method)
        intent.lastError = nil
        keep(method, for: intent, &charge, call)
        let capturesAtOnce =
            method.presentedCard.map { $0.issuer.capture.capturesAtOnce(intent.effectiveCaptureMethod) }
            ?? (intent.onlineCaptureMethod(of: method.type) != .manual)
        if capturesAtOnce {
            captureAtOnce(&charge, &intent, call)
        } else {
            charge.captureBefore = call.now + intent.holdLifetime(of: method)
            intent.amountCapturable = charge.amount
            intent.status = .requiresCapture
        }
        let putCharge = put(charge)
        let putIntent = put(intent)
        let isBookedLater =
            method.type == .card && capturesAtOnce && intent.onlineCaptureMethod(of: .card) == .automaticAsync
        var first = charge
        if isBookedLater { first.balanceTransaction = nil }
        emit("charge.succeeded", isBookedLater ? Edition(first) : putCharge, by: call, now: call.now)
        let isHeld = intent.status == .requiresCapture
        let type = isHeld ? "payment_intent.amount_capturable_updated" : "payment_intent.succeeded"
        emit(type, putIntent, by: call, now: call.now)
        if isBookedLater { emit("charge.updated", charge, was: first, by: call) }
        object(to: charge, call)
    }

    /// Saves the method for the customer if requested: for a presented card, one that stands for it.
    ///
    /// Without a customer it can be attached to one later.
    mutating func keep(
        _ method: PaymentMethodRow, for intent: IntentRow, _ charge: inout ChargeRow, _ call: Call
    ) {
        guard intent.futureUsage(of: method.type) != nil, method.canBeSaved else { return }
        var kept = method.type.isPresent ? generatedCard(of: method, from: charge.id, now: call.now) : method
        kept.isSetUp = true
        if method.type.isPresent { charge.more["generated_card"] = .string(kept.id) }
        guard let customer = intent.customer, method.customer == nil else { return put(kept) }
        _ = save(kept, for: customer, by: call, now: call.now)
    }

    mutating func captureAtOnce(_ charge: inout ChargeRow, _ intent: inout IntentRow, _ call: Call) {
        let (id, amount) = (charge.id, charge.amount)
        guard withIssuer({ $0.capture(amount, of: id, now: call.now) }) else { return }
        book(amount, of: &charge, call)
        intent.amountReceived = amount
        intent.status = .succeeded
    }

    /// Records the capture of a charge, the account's gain, and the shares of others.
    mutating func book(_ amount: Int64, of charge: inout ChargeRow, _ call: Call) {
        charge.captured = true
        charge.amountCaptured = amount
        let isInstant = method(of: charge)?.cardOnFile?.behavior.isAvailableAtOnce ?? false
        let fee = Fees.fee(on: amount, of: charge.methodType)
        let isBilledElsewhere = billsPlatform(forChargesOf: charge.account)
        let movement = move(
            amount, fee: isBilledElsewhere ? 0 : fee, applicationFee: directFee(on: amount, of: charge),
            charge.currency, .charge, source: charge.id, of: charge.account, description: charge.details.description,
            availableOn: isInstant ? call.now : call.now + settlementDelay(of: charge.account), now: call.now)
        charge.balanceTransaction = movement.id
        if isBilledElsewhere { billPlatform(fee, for: charge, movement, call) }
        share(amount, of: &charge, movement, call)
    }

    /// Applies what the cardholder and the issuer do about a charge that was captured and reported.
    mutating func object(to charge: ChargeRow, _ call: Call) {
        guard charge.captured, let behavior = method(of: charge)?.behavior,
            behavior.dispute != nil || behavior.hasEarlyFraudWarning
        else { return }
        var charge = charge
        contest(&charge, call)
        put(charge)
        warn(of: charge, call)
    }

    private mutating func decline(
        _ charge: inout ChargeRow, _ intent: inout IntentRow, code: String, declineCode: String, _ call: Call
    ) -> APIFailure {
        let decline = DeclineDetails(
            code: code, declineCode: declineCode, message: Self.message(code, declineCode), charge: charge.id,
            paymentMethod: charge.paymentMethod ?? "")
        charge.decline = decline
        charge.card.amountAuthorized = nil
        intent.lastError = decline
        // The next customer, or the same one, chooses again.
        intent.setTip(0)
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
    /// Whether the customer is away, and cannot authenticate.
    var isOffSession: Bool {
        guard let value = parameters["off_session"]?.text else { return false }
        return value != "false"
    }
}
