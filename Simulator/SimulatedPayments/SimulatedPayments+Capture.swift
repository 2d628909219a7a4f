extension SimulatedPayments {
    mutating func captureIntent(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        try parameters.refuseUnknown(allowed: [
            "amount_to_capture", "metadata", "metadata[*]", "statement_descriptor", "statement_descriptor_suffix",
            "expand[*]",
        ])
        let expansion = try call.expansion(of: .paymentIntent)
        let asked = try parameters.positiveInteger("amount_to_capture")
        var intent = try findIntent(call)
        try Self.readDetails(of: &intent.details, parameters)
        guard intent.status == .requiresCapture, var charge = intent.latestCharge.flatMap({ charges[$0] }) else {
            throw Self.notCapturable(intent)
        }
        let amount = asked ?? intent.amountCapturable
        guard ChargeLimits.isWhole(amount, intent.currency),
            withIssuer({ $0.capture(amount, of: charge.id, now: call.now) })
        else { throw Self.tooMuch(intent) }
        charge.captured = true
        charge.amountCaptured = amount
        charge.amountReleased = max(0, charge.amount - amount)
        charge.amount = max(charge.amount, amount)
        intent.amount = max(intent.amount, amount)
        intent.amountReceived = amount
        intent.amountCapturable = 0
        intent.status = .succeeded
        put(charge)
        put(intent)
        return .intent(intent, expansion)
    }

    private static func notCapturable(_ intent: IntentRow) -> APIFailure {
        guard intent.status != .succeeded else {
            return .unexpectedState(
                intent.id, "This PaymentIntent could not be captured because it has already been captured.")
        }
        return .unexpectedState(
            intent.id,
            "This PaymentIntent could not be captured because it has a status of \(intent.status.rawValue). Only a "
                + "PaymentIntent with one of the following statuses may be captured: requires_capture.")
    }

    private static func tooMuch(_ intent: IntentRow) -> APIFailure {
        .refused(
            "The requested capture amount cannot be taken from the authorized amount of "
                + "\(ChargeLimits.text(intent.amountCapturable, intent.currency)).",
            code: "amount_too_large", param: "amount_to_capture", intent: intent.id)
    }

    mutating func cancelIntent(_ call: Call) throws(APIFailure) -> APIObject {
        try call.parameters.refuseUnknown(allowed: ["cancellation_reason", "expand[*]"])
        let expansion = try call.expansion(of: .paymentIntent)
        let reason = try call.parameters.choice(CancelReason.self, "cancellation_reason")
        var intent = try findIntent(call)
        guard intent.status.isOpen || intent.status == .requiresCapture else {
            throw .unexpectedState(
                intent.id,
                "You cannot cancel this PaymentIntent because it has a status of \(intent.status.rawValue). Only a "
                    + "PaymentIntent with one of the following statuses may be canceled: requires_payment_method, "
                    + "requires_capture, requires_confirmation, requires_action, processing.")
        }
        if intent.status == .requiresCapture { release(&intent, now: call.now) }
        intent.status = .canceled
        intent.canceledAt = call.now
        intent.cancellationReason = reason?.rawValue
        put(intent)
        return .intent(intent, expansion)
    }
}
