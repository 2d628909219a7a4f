import TenderModel

extension Due {
    /// A hold of a charge without an intent.
    static func heldCharge(_ id: String) -> Due { Due(id) { $0.expireCharge($1, now: $2) } }
}

/// Charges without an intent, as programs made them before there were PaymentIntents: a card, an amount, one request.
///
/// Nobody can be asked to authenticate, so a bank that requires it declines.
extension ResourceContext {
    mutating func createCharge(_ call: Call) throws(APIFailure) -> APIObject {
        // The terms are those of an intent, which is neither put nor shown.
        let terms = try newIntent(call)
        try checkParties(of: terms, call)
        var method = try chargedCard(call)
        method.isUsed = true
        method.particulars.isChecked = true
        var charge = ChargeRow(
            id: newID(.charges), account: call.account, intent: nil, paymentMethod: method.id, created: call.now,
            currency: terms.currency, methodType: .card, card: method.card, details: terms.details,
            amount: terms.amount)
        charge.details.useDescriptorAsSuffix()
        charge.customer = terms.customer
        charge.more = chargeFields(terms, method)
        charge.more["source"] = legacyCard(method)
        if terms.destination != nil, terms.details.transferGroup == nil {
            charge.details.transferGroup = "group_\(charge.id)"
        }
        put(method)
        switch askIssuer(for: charge, method, call) {
        case .declined(let code, let declineCode):
            throw decline(charge, code: code, declineCode: declineCode, call)
        case .approved: approve(&charge, isCaptured: call.parameters.boolean("capture") ?? true, call)
        }
        return .json(json(charges[charge.id] ?? charge))
    }

    private mutating func askIssuer(
        for charge: ChargeRow, _ method: PaymentMethodRow, _ call: Call
    ) -> Issuer.Decision {
        var request = Issuer.Request(
            reference: charge.id, paymentIntent: charge.id, card: nil, hasPIN: false, amount: charge.amount,
            currency: charge.currency)
        request.decision = method.decision
        // A card that was set up is charged as if its holder were off session.
        if method.cardOnFile?.wantsAuthentication(isSetUp: method.isSetUp, isOffSession: true, isRequested: false)
            == true
        {
            request.decision = .declined(
                code: "authentication_required", declineCode: "authentication_required")
        }
        return withIssuer { $0.authorize(request, now: call.now) }
    }

    private mutating func decline(
        _ declined: ChargeRow, code: String, declineCode: String, _ call: Call
    ) -> APIFailure {
        var charge = declined
        let decline = DeclineDetails(
            code: code, declineCode: declineCode, message: Self.message(code, declineCode), charge: charge.id,
            paymentMethod: charge.paymentMethod ?? "")
        charge.decline = decline
        put(charge)
        emit("charge.failed", charge, by: call, now: call.now)
        return APIFailure(
            status: 402, kind: .card, message: decline.message, code: code, declineCode: declineCode,
            charge: charge.id, isExecuted: true)
    }

    private mutating func approve(_ charge: inout ChargeRow, isCaptured: Bool, _ call: Call) {
        charge.more["authorization_code"] = .string(ids.digits(6))
        charge.card.amountAuthorized = charge.amount
        let (id, amount) = (charge.id, charge.amount)
        if isCaptured, withIssuer({ $0.capture(amount, of: id, now: call.now) }) {
            book(amount, of: &charge, call)
        } else {
            charge.captureBefore = call.now + Self.onlineHoldLifetime
        }
        put(charge)
        emit("charge.succeeded", charge, by: call, now: call.now)
        object(to: charge, call)
    }

    mutating func captureCharge(_ call: Call) throws(APIFailure) -> APIObject {
        var charge = try findCharge(call)
        try checkCapture(of: charge, call)
        let parameters = call.parameters
        try Self.readDetails(of: &charge.details, parameters)
        charge.details.useDescriptorAsSuffix()
        try readParts(of: &charge, call)
        let amount = parameters.integer("amount") ?? charge.amount
        guard ChargeLimits.isWhole(amount, charge.currency),
            withIssuer({ $0.capture(amount, of: call.id, now: call.now) })
        else { throw Self.tooMuchToCapture(param: "amount", intent: nil) }
        charge.amountReleased = charge.amount - amount
        book(amount, of: &charge, call)
        put(charge)
        emit("charge.captured", charge, by: call, now: call.now)
        object(to: charge, call)
        return .json(json(charges[charge.id] ?? charge))
    }

    private func checkCapture(of charge: ChargeRow, _ call: Call) throws(APIFailure) {
        if let intent = charge.intent {
            throw .refused(
                "Charge \(charge.id) was created by a PaymentIntent. Capture the PaymentIntent \(intent) instead.",
                code: nil, param: "charge")
        }
        guard charge.succeeded, !charge.isTransferred else {
            throw .refused("Charge \(charge.id) holds nothing that could be captured.", code: nil, param: "charge")
        }
        guard !charge.captured else {
            throw .refused("Charge \(charge.id) has already been captured.", code: "charge_already_captured")
        }
        guard charge.amountReleased > 0 else { return }
        guard refunds.ids(naming: charge.id).isEmpty else {
            throw .refused("Charge \(charge.id) has already been refunded.", code: "charge_already_refunded")
        }
        throw .refused(
            "Charge \(charge.id) can no longer be captured: its authorization has expired.",
            code: "charge_expired_for_capture")
    }

    /// Reads the shares of others, which may be set again at capture.
    private func readParts(of charge: inout ChargeRow, _ call: Call) throws(APIFailure) {
        guard var terms = IntentRow(termsOf: charge) else { return }
        try readSharing(of: &terms, call)
        for name in IntentRow.sharing { charge.more[name] = terms.more[name] }
    }

    /// Releases a hold that nobody captured in time.
    fileprivate mutating func expireCharge(_ id: String, now: Int64) {
        guard var charge = charges[id], !charge.captured, charge.amountReleased == 0,
            withIssuer({ $0.release(id, now: now) })
        else { return }
        charge.amountReleased = charge.amount
        put(charge)
        emit("charge.expired", charge, by: nil, now: now)
    }

    /// Releases a hold on request: a refund for which no money moves.
    mutating func releaseCharge(_ held: ChargeRow, _ call: Call) throws(APIFailure) -> RefundRow {
        var charge = held
        let parameters = call.parameters
        guard charge.amountReleased == 0 else {
            throw .refused("Charge \(charge.id) has already been refunded.", code: "charge_already_refunded")
        }
        guard (parameters.integer("amount") ?? charge.amount) == charge.amount else {
            throw .refused(
                "You cannot partially refund an uncaptured charge. Instead, capture the charge for an amount less than "
                    + "the original amount.", code: nil, param: "amount")
        }
        let metadata = try parameters.metadata()
        guard withIssuer({ $0.release(held.id, now: call.now) }) else { throw Self.notRefundable(charge) }
        charge.amountReleased = charge.amount
        let refund = RefundRow(
            id: newID(.refunds), account: call.account, created: call.now, amount: charge.amount,
            currency: charge.currency, charge: charge.id, intent: nil, paymentMethod: charge.paymentMethod,
            reason: parameters.choice(RefundCause.self, "reason"), metadata: metadata, status: .succeeded, change: nil)
        put(charge)
        put(refund)
        emit("refund.created", refund, by: call, now: call.now)
        emit("charge.refunded", charge, by: call, now: call.now)
        return refund
    }
}

// The card.
extension ResourceContext {
    /// Returns the card of `source`, or the customer's default card; the caller puts it.
    private mutating func chargedCard(_ call: Call) throws(APIFailure) -> PaymentMethodRow {
        guard let customer = call.parameters.text("customer") else {
            guard let entry = try sourceEntry(call) else {
                throw .invalid("Must provide source or customer.", code: "parameter_missing", param: "source")
            }
            return makeMethod(entry, prefix: "card", call)
        }
        let owner = try findDocument("customer", named: customer, param: "customer", call)
        guard let source = call.parameters["source"] else {
            guard let card = owner["default_source"]?.text.flatMap({ paymentMethods[$0] }) else {
                throw APIFailure(
                    status: 402, kind: .card, message: "Cannot charge a customer that has no active card",
                    code: "missing", param: "card", isExecuted: true)
            }
            return card
        }
        guard let id = source.text, let card = paymentMethods.find(id, account: call.account),
            card.customer == customer, card.type == .card
        else {
            throw .refused(
                "Customer \(customer) does not have a linked source with ID \(source.text ?? "").", code: "missing",
                param: "source")
        }
        return card
    }
}

extension SharedDetails {
    /// Uses the descriptor as the suffix on a card's statement if there is no suffix.
    fileprivate mutating func useDescriptorAsSuffix() {
        statementDescriptorSuffix = statementDescriptorSuffix ?? statementDescriptor
    }
}

extension IntentRow {
    /// Creates the terms of a charge that no intent made.
    fileprivate init?(termsOf charge: ChargeRow) {
        guard charge.intent == nil else { return nil }
        self.init(
            id: charge.id, account: charge.account, created: charge.created, clientSecret: "", amount: charge.amount,
            currency: charge.currency, status: .requiresCapture, captureMethod: .manual, methodTypes: [.card],
            hasAutomaticMethods: false)
        for name in Self.sharing { more[name] = charge.more[name] }
    }
}
