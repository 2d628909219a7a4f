import TenderModel

/// Holds that are raised before they are captured.
extension ResourceContext {
    private static let maximumIncrements = 10

    mutating func incrementIntent(_ call: Call) throws(APIFailure) -> APIObject {
        var intent = try findIntent(call)
        guard let amount = call.parameters.integer("amount") else { throw .missing("amount") }
        guard intent.status == .requiresCapture, var charge = intent.latestCharge.flatMap({ charges[$0] }) else {
            throw .unexpectedState(
                intent.id,
                "This PaymentIntent's authorization could not be incremented because it has a status of "
                    + "\(intent.status.rawValue). Only a PaymentIntent with one of the following statuses may be "
                    + "incremented: requires_capture.")
        }
        guard charge.isRaisable else {
            throw .refused(
                "This PaymentIntent does not support incremental authorizations.",
                code: "payment_intent_invalid_parameter", intent: intent.id)
        }
        guard amount > intent.amount, ChargeLimits.isWhole(amount, intent.currency) else {
            throw .refused(
                "The amount must be greater than the currently authorized amount of "
                    + "\(ChargeLimits.text(intent.amount, intent.currency)).",
                code: "payment_intent_invalid_parameter", param: "amount", intent: intent.id)
        }
        // The other parameters are checked before the issuer is asked, and kept only if it agrees.
        try Self.readDetails(of: &intent.details, call.parameters)
        Self.readDescription(of: &intent, call.parameters)
        intent.amount = amount
        try readSharing(of: &intent, call)
        let old = charge
        try raise(&charge, &intent, to: amount, call)
        for name in IntentRow.sharing { charge.more[name] = intent.more[name] }
        put(charge)
        put(intent)
        emit("payment_intent.amount_capturable_updated", intent, by: call, now: call.now)
        emit("charge.updated", charge, was: old, by: call)
        return .intent(intent)
    }

    /// Asks the issuer for a larger hold; after a decline the old one stays.
    mutating func raise(
        _ charge: inout ChargeRow, _ intent: inout IntentRow, to amount: Int64, _ call: Call
    ) throws(APIFailure) {
        guard intent.increments < Self.maximumIncrements else {
            throw .refused(
                "This PaymentIntent has reached the limit of \(Self.maximumIncrements) incremental authorizations.",
                code: "payment_intent_invalid_parameter", intent: intent.id)
        }
        intent.increments += 1
        if var stored = intents[intent.id] {
            stored.increments = intent.increments
            put(stored)
        }
        let method = method(of: charge)
        var request = Issuer.Request(
            reference: charge.id, paymentIntent: intent.id, card: method?.presentedCard,
            hasPIN: method?.hasPIN ?? false,
            amount: amount, currency: charge.currency)
        request.decision = method?.decision
        if case .declined(let code, let declineCode) = withIssuer({ $0.raise(request, now: call.now) }) {
            throw APIFailure(
                status: 402, kind: .card, message: Self.message(code, declineCode), code: code,
                declineCode: declineCode, charge: charge.id, paymentIntent: intent.id,
                paymentMethod: charge.paymentMethod, isExecuted: true)
        }
        charge.amount = amount
        charge.card.amountAuthorized = amount
        intent.amount = amount
        intent.amountCapturable = amount
    }
}
