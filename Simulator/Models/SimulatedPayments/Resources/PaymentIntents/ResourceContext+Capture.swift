extension ResourceContext {
    mutating func captureIntent(_ call: Call) throws(APIFailure) -> APIObject {
        var intent = try findIntent(call)
        try Self.readDetails(of: &intent.details, call.parameters)
        Self.readDescription(of: &intent, call.parameters)
        guard intent.status == .requiresCapture, var charge = intent.latestCharge.flatMap({ charges[$0] }) else {
            throw Self.notCapturable(intent)
        }
        guard intent.details.statementDescriptor == nil else { throw .cardDescriptor(intent: intent.id) }
        charge.details.statementDescriptorSuffix = intent.details.statementDescriptorSuffix
        let amount = call.parameters.integer("amount_to_capture") ?? intent.amountCapturable
        guard ChargeLimits.isWhole(amount, intent.currency) else {
            throw Self.tooMuchToCapture(param: "amount_to_capture", intent: intent.id)
        }
        guard call.parameters.boolean("final_capture") != false else { throw Self.notCapturedInParts(intent) }
        try readSharing(of: &intent, call)
        for name in IntentRow.sharing { charge.more[name] = intent.more[name] }
        if !withIssuer({ $0.capture(amount, of: charge.id, now: call.now) }) {
            // More than may be captured: for a presented card whose hold may be raised, the issuer is asked for the
            // rest.
            guard charge.isRaisable, charge.methodType == .cardPresent, amount > charge.amount else {
                throw Self.tooMuchToCapture(param: "amount_to_capture", intent: intent.id)
            }
            try raise(&charge, &intent, to: amount, call)
            guard withIssuer({ $0.capture(amount, of: charge.id, now: call.now) }) else {
                throw Self.tooMuchToCapture(param: "amount_to_capture", intent: intent.id)
            }
        }
        charge.amountReleased = max(0, charge.amount - amount)
        charge.amount = max(charge.amount, amount)
        intent.amount = max(intent.amount, amount)
        intent.amountReceived = amount
        intent.amountCapturable = 0
        intent.status = .succeeded
        book(amount, of: &charge, call)
        let putCharge = put(charge)
        let putIntent = put(intent)
        emit("charge.captured", putCharge, by: call, now: call.now)
        emit("payment_intent.succeeded", putIntent, by: call, now: call.now)
        object(to: charge, call)
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

    static func tooMuchToCapture(param: String, intent: String?) -> APIFailure {
        .refused(
            "The payment could not be captured because the requested capture amount is greater than the amount you can "
                + "capture for this charge.",
            code: "amount_too_large", param: param, intent: intent)
    }

    /// Returns the failure of a capture that is not final: the rest is released, since no hold here can be
    /// captured more than once.
    private static func notCapturedInParts(_ intent: IntentRow) -> APIFailure {
        .refused(
            "This PaymentIntent cannot be captured more than once, so `final_capture` cannot be false: its charge says "
                + "that multicapture is unavailable.",
            code: "payment_intent_invalid_parameter", param: "final_capture", intent: intent.id)
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
        try checkCheckout(of: intent)
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
