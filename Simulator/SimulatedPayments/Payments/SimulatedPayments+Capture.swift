extension SimulatedPayments {
    mutating func captureIntent(_ call: Call) throws(APIFailure) -> APIObject {
        var intent = try findIntent(call)
        try Self.readDetails(of: &intent.details, call.parameters)
        guard intent.status == .requiresCapture, var charge = intent.latestCharge.flatMap({ charges[$0] }) else {
            throw Self.notCapturable(intent)
        }
        let amount = call.parameters.integer("amount_to_capture") ?? intent.amountCapturable
        guard ChargeLimits.isWhole(amount, intent.currency) else { throw Self.tooMuch(intent) }
        if !withIssuer({ $0.capture(amount, of: charge.id, now: call.now) }) {
            // More than may be taken: where the hold may be raised, the issuer is asked for the rest.
            guard charge.isRaisable, amount > charge.amount else { throw Self.tooMuch(intent) }
            try raise(&charge, &intent, to: amount, call)
            guard withIssuer({ $0.capture(amount, of: charge.id, now: call.now) }) else { throw Self.tooMuch(intent) }
        }
        charge.amountReleased = max(0, charge.amount - amount)
        charge.amount = max(charge.amount, amount)
        intent.amount = max(intent.amount, amount)
        intent.amountReceived = amount
        intent.amountCapturable = 0
        intent.status = .succeeded
        book(amount, of: &charge, now: call.now)
        put(charge)
        put(intent)
        emit("charge.captured", charge, by: call, now: call.now)
        emit("payment_intent.succeeded", intent, by: call, now: call.now)
        return .intent(intent)
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
        let reason = call.parameters.choice(CancelReason.self, "cancellation_reason")
        var intent = try findIntent(call)
        guard intent.status.isOpen || intent.status == .requiresCapture else {
            throw .unexpectedState(
                intent.id,
                "You cannot cancel this PaymentIntent because it has a status of \(intent.status.rawValue). Only a "
                    + "PaymentIntent with one of the following statuses may be canceled: requires_payment_method, "
                    + "requires_capture, requires_confirmation, requires_action, processing.")
        }
        let charge = intent.status == .requiresCapture ? release(&intent, now: call.now) : nil
        intent.status = .canceled
        intent.canceledAt = call.now
        intent.cancellationReason = reason?.rawValue
        intent.more["next_action"] = nil
        put(intent)
        if let charge { emit("charge.refunded", charge, by: call, now: call.now) }
        emit("payment_intent.canceled", intent, by: call, now: call.now)
        return .intent(intent)
    }
}
