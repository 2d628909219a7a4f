import SimulatedCard

extension SimulatedPayments {
    mutating func createRefund(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        try parameters.refuseUnknown(allowed: [
            "charge", "payment_intent", "amount", "reason", "metadata", "metadata[*]", "expand[*]",
        ])
        let expansion = try call.expansion(of: .refund)
        let asked = try parameters.positiveInteger("amount")
        let reason = try parameters.choice(RefundCause.self, "reason")
        let metadata = try parameters.metadata()
        var charge = try refundedCharge(call)
        try Self.checkRefund(asked, of: charge)
        let amount = asked ?? charge.refundable
        guard withIssuer({ $0.refund(amount, of: charge.id, now: call.now) }) else { throw Self.notRefundable(charge) }
        charge.amountRefunded += amount
        let refund = RefundRow(
            id: ids.make("re"), account: call.account, created: call.now, amount: amount, currency: charge.currency,
            charge: charge.id, intent: charge.intent, paymentMethod: charge.paymentMethod, reason: reason,
            metadata: metadata, status: .succeeded, failure: failure(of: charge, now: call.now))
        put(charge)
        put(refund)
        return .refund(refund, expansion)
    }

    private func refundedCharge(_ call: Call) throws(APIFailure) -> ChargeRow {
        switch (try call.parameters.text("charge"), try call.parameters.text("payment_intent")) {
        case (let id?, nil):
            guard let charge = charges.find(id, account: call.account) else {
                throw .unknown("charge", id, param: "charge", isParameter: true)
            }
            guard charge.succeeded, charge.captured else { throw Self.notRefundable(charge) }
            return charge
        case (nil, let id?):
            guard let intent = intents.find(id, account: call.account) else {
                throw .unknown("payment_intent", id, param: "payment_intent", isParameter: true)
            }
            guard let charge = intent.latestCharge.flatMap({ charges[$0] }), charge.succeeded, charge.captured else {
                throw .refused(
                    "This PaymentIntent (\(id)) does not have a successful charge to refund.", code: nil,
                    param: "payment_intent", intent: id)
            }
            return charge
        case (nil, nil):
            throw .invalid(
                "One of the following params should be provided for this request: payment_intent or charge.",
                code: "parameter_missing")
        default:
            throw .invalid(
                "You may only specify one of these parameters: charge, payment_intent.", code: "parameters_exclusive",
                param: "charge")
        }
    }

    private static func checkRefund(_ amount: Int64?, of charge: ChargeRow) throws(APIFailure) {
        guard charge.methodType == .cardPresent else { throw notRefundable(charge) }
        guard charge.refundable > 0 else {
            throw .refused("Charge \(charge.id) has already been refunded.", code: "charge_already_refunded")
        }
        guard let amount else { return }
        guard amount <= charge.refundable else {
            throw .refused(
                "Refund amount (\(ChargeLimits.text(amount, charge.currency))) is greater than unrefunded amount on "
                    + "charge (\(ChargeLimits.text(charge.refundable, charge.currency)))",
                code: nil, param: "amount")
        }
        guard ChargeLimits.isWhole(amount, charge.currency) else {
            throw .refused("Invalid amount: \(amount)", code: "invalid_charge_amount", param: "amount")
        }
    }

    private static func notRefundable(_ charge: ChargeRow) -> APIFailure {
        guard charge.methodType == .cardPresent else {
            return .refused(
                "Charge \(charge.id) was paid with interac_present and can only be refunded in person, with the card.",
                code: "charge_not_refundable", param: "charge")
        }
        return .refused(
            "Charge \(charge.id) was not captured and cannot be refunded.", code: "charge_not_refundable",
            param: "charge")
    }

    private func failure(of charge: ChargeRow, now: Int64) -> RefundRow.Failure? {
        let name = paymentMethods[charge.paymentMethod]?.testCard
        guard let card = name.flatMap({ try? SimulatedCard.named($0) }),
            case .failLater(let reason) = card.issuer.refund
        else { return nil }
        return RefundRow.Failure(at: now + Self.refundFailureDelay, reason: reason)
    }

    mutating func retrieveRefund(_ call: Call) throws(APIFailure) -> APIObject {
        try call.parameters.refuseUnknown(allowed: ["expand[*]"])
        let expansion = try call.expansion(of: .refund)
        guard let refund = refunds.find(call.route.id, account: call.account) else {
            throw .unknown("refund", call.route.id, param: "refund")
        }
        return .refund(refund, expansion)
    }
}
