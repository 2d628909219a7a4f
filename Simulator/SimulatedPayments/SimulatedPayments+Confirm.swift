import SimulatedCard
import TenderModel

extension SimulatedPayments {
    private static let confirmParameters = methodParameters.union([
        "client_secret", "receipt_email", "setup_future_usage", "expand[*]",
    ])

    mutating func confirmIntent(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        try parameters.refuseUnknown(allowed: Self.confirmParameters)
        let expansion = try call.expansion(of: .paymentIntent)
        var intent = try findIntent(call)
        guard intent.status.isOpen else { throw Self.notConfirmable(intent) }
        try Self.readDetails(of: &intent.details, parameters)
        if let usage = try parameters.choice(FutureUsage.self, "setup_future_usage") { intent.setupFutureUsage = usage }
        let method = try attach(to: &intent, call)
        guard let id = intent.paymentMethod, let current = method ?? paymentMethods[id] else {
            throw Self.missingMethod(intent.id)
        }
        try Self.checkAmount(current, intent)
        put(intent)
        put(current)
        try authorize(intent.id, call)
        return .intent(intents[intent.id] ?? intent, expansion)
    }

    static func missingMethod(_ intent: String?) -> APIFailure {
        .refused(
            "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the "
                + "PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a "
                + "payment method.",
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

    /// The chip's cryptogram covers the amount: an intent that was changed since needs the card again.
    static func checkAmount(_ method: PaymentMethodRow, _ intent: IntentRow) throws(APIFailure) {
        guard method.amount != intent.amount || method.currency != intent.currency else { return }
        throw .refused(
            "The card was read for \(ChargeLimits.text(method.amount, method.currency)) and the PaymentIntent is for "
                + "\(ChargeLimits.text(intent.amount, intent.currency)). Collect the payment method again.",
            code: "payment_intent_incompatible_payment_method", intent: intent.id)
    }

    /// Asks the issuer for the attached card, and writes down what it says.
    mutating func authorize(_ id: String, _ call: Call) throws(APIFailure) {
        guard var intent = intents[id], var method = intent.paymentMethod.flatMap({ paymentMethods[$0] }) else {
            return
        }
        method.isUsed = true
        put(method)
        var charge = ChargeRow(
            id: ids.make("ch"), account: call.account, intent: intent.id, paymentMethod: method.id, created: call.now,
            currency: intent.currency, methodType: method.type, card: method.card, details: intent.details,
            amount: intent.amount)
        intent.latestCharge = charge.id
        switch decide(charge, method, intent, call) {
        case .declined(let code, let declineCode):
            throw decline(&charge, &intent, code: code, declineCode: declineCode)
        case .approved: approve(&charge, &intent, method, call)
        }
    }

    private mutating func decide(
        _ charge: ChargeRow, _ method: PaymentMethodRow, _ intent: IntentRow, _ call: Call
    ) -> Issuer.Decision {
        let card = method.testCard.flatMap { try? SimulatedCard.named($0) }
        if let card, !card.issuer.capture.allows(intent.effectiveCaptureMethod) {
            // The scheme has no message that holds money, so that the issuer is never asked.
            return .declined(code: "card_declined", declineCode: "card_not_supported")
        }
        let request = Issuer.Request(
            reference: charge.id, paymentIntent: intent.id, card: card, hasPIN: method.hasPIN, amount: charge.amount,
            currency: charge.currency)
        return withIssuer { $0.authorize(request, now: call.now) }
    }

    private mutating func approve(
        _ charge: inout ChargeRow, _ intent: inout IntentRow, _ method: PaymentMethodRow, _ call: Call
    ) {
        charge.card.receipt?.authorizationCode = ids.digits(6)
        charge.card.receipt?.authorizationResponseCode = "3030"
        charge.card.amountAuthorized = charge.amount
        charge.card.overcaptureSupported = method.type == .cardPresent && Issuer.allowsOvercapture(method.card.brand)
        intent.lastError = nil
        let card = method.testCard.flatMap { try? SimulatedCard.named($0) }
        if card?.issuer.capture.capturesAtOnce(intent.effectiveCaptureMethod) ?? true {
            captureAtOnce(&charge, &intent, call)
        } else {
            charge.captureBefore = call.now + Self.holdLifetime
            intent.amountCapturable = charge.amount
            intent.status = .requiresCapture
        }
        put(charge)
        put(intent)
    }

    private mutating func captureAtOnce(_ charge: inout ChargeRow, _ intent: inout IntentRow, _ call: Call) {
        let (id, amount) = (charge.id, charge.amount)
        guard withIssuer({ $0.capture(amount, of: id, now: call.now) }) else { return }
        charge.captured = true
        charge.amountCaptured = amount
        intent.amountReceived = amount
        intent.status = .succeeded
    }

    private mutating func decline(
        _ charge: inout ChargeRow, _ intent: inout IntentRow, code: String, declineCode: String
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
        return APIFailure(
            status: 402, kind: .card, message: decline.message, code: code, declineCode: declineCode,
            charge: charge.id, paymentIntent: intent.id, paymentMethod: charge.paymentMethod, isExecuted: true)
    }

    private static func message(_ code: String, _ declineCode: String) -> String {
        switch (code, declineCode) {
        case ("expired_card", _): "Your card has expired."
        case ("processing_error", _): "An error occurred while processing your card. Try again in a little bit."
        case (_, "insufficient_funds"): "Your card has insufficient funds."
        case (_, "card_not_supported"): "Your card does not support this type of purchase."
        case (_, "test_mode_live_card"):
            "Your card was declined. Your request was in test mode, but used a non test card."
        default: "Your card was declined."
        }
    }
}
