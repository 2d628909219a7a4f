import SimulatedCard
import TenderModel

/// The attempts of confirmed SetupIntents.
extension ResourceContext {
    /// Tries to set up a payment method for later; puts and emits all the results.
    ///
    /// - Returns: The intent, succeeded or waiting for the cardholder.
    /// - Throws: A decline.
    mutating func attemptSetup(
        _ given: Document, with wanted: PaymentMethodRow, _ call: Call
    ) throws(APIFailure) -> Document {
        var intent = given
        var method = wanted
        // A presented card is used once; the card that is generated from it is the reusable one.
        if method.type.isPresent { method.isUsed = true }
        endAttempt(of: intent, "abandoned")
        put(method)
        let attempt = makeAttempt(of: intent, with: method, call)
        intent["latest_attempt"] = .string(attempt.id)
        intent["payment_method"] = .string(method.id)
        intent["next_action"] = nil as JSONValue
        intent["last_setup_error"] = nil as JSONValue
        if let decline = refusal(of: method) { throw failSetup(intent, with: method, decline, call) }
        guard !Self.mustAuthenticate(method, intent) else {
            guard !method.behavior.cannotAuthenticate else {
                throw failSetup(intent, with: method, .failedLookup, call)
            }
            return askCardholder(intent, method, call)
        }
        return completeSetup(intent, with: method, call)
    }

    private mutating func makeAttempt(
        of intent: Document, with method: PaymentMethodRow, _ call: Call
    ) -> Document {
        makeDocument(
            .setupAttempts,
            [
                "application": intent["application"] ?? nil, "created": .integer(call.now),
                "customer": intent["customer"] ?? nil, "customer_account": nil, "flow_directions": nil,
                "livemode": false, "on_behalf_of": intent["on_behalf_of"] ?? nil,
                "payment_method": .string(method.id), "payment_method_details": attemptDetails(method),
                "setup_error": nil, "setup_intent": .string(intent.id), "status": "requires_confirmation",
                "usage": intent["usage"] ?? nil,
            ], call)
    }

    private func attemptDetails(_ method: PaymentMethodRow) -> JSONValue {
        guard method.type != .sepaDebit else { return ["type": "sepa_debit", "sepa_debit": [:]] }
        guard method.type == .card else {
            return ["type": .string(method.type.rawValue), "card_present": ["generated_card": nil, "offline": nil]]
        }
        let card = method.card
        return [
            "type": "card",
            "card": [
                "brand": .optional(card.brand?.rawValue), "checks": Self.checks(method),
                "country": .optional(card.country), "exp_month": .optional(card.expMonth.map(Int64.init)),
                "exp_year": .optional(card.expYear.map(Int64.init)), "fingerprint": .optional(fingerprint(of: method)),
                "funding": .optional(card.funding?.rawValue), "last4": .optional(card.last4),
                "network": .optional(card.network), "three_d_secure": nil, "wallet": nil,
            ],
        ]
    }

    /// Returns the reason that the issuer does not let the card be saved.
    private mutating func refusal(of method: PaymentMethodRow) -> CardDecline? {
        guard method.type.isPresent else { return method.behavior.verification }
        let code = chipRefusal(ofSaved: method)?.declineCode ?? Self.refusal(ofPresented: method)
        return code.map { CardDecline(code: "setup_intent_authentication_failure", declineCode: $0) }
    }

    private static func refusal(ofPresented method: PaymentMethodRow) -> String? {
        guard let card = method.testCard.flatMap({ try? SimulatedCard.named($0) }) else { return "test_mode_live_card" }
        guard case .decline(_, let code) = card.issuer.charge else { return nil }
        return code
    }

    private static func mustAuthenticate(_ method: PaymentMethodRow, _ intent: Document) -> Bool {
        guard method.type == .card, intent.hidden["moto"] != true, intent.hidden["three_d_secure"] == nil else {
            return false
        }
        switch method.behavior.authentication {
        case .never: return false
        case .always, .onSession: return true
        case .unlessSetUp: return !method.isSetUp
        case .optional:
            let request = intent["payment_method_options"]?["card"]?["request_three_d_secure"]
            return request == "any" || request == "challenge"
        }
    }

    private mutating func askCardholder(
        _ given: Document, _ method: PaymentMethodRow, _ call: Call
    ) -> Document {
        var intent = given
        endAttempt(of: intent, "requires_action")
        intent["status"] = "requires_action"
        intent["next_action"] = authenticationAction(
            of: intent.id, with: method, returningTo: call.returnAddress, call)
        put(intent)
        emit("setup_intent.requires_action", intent, by: call, now: call.now)
        return intent
    }

    private mutating func completeSetup(
        _ given: Document, with method: PaymentMethodRow, _ call: Call
    ) -> Document {
        var intent = given
        endAttempt(of: intent, "succeeded")
        intent["status"] = "succeeded"
        intent["next_action"] = nil as JSONValue
        if method.type == .sepaDebit, call.parameters["mandate_data"] != nil {
            intent["mandate"] = .string(makeMandate(of: method, call))
        }
        put(intent)
        var ready = method
        if method.type.isPresent { ready = makeGeneratedCard(of: method, intent, call) }
        ready.isSetUp = true
        put(ready)
        emit("setup_intent.succeeded", intent, by: call, now: call.now)
        if let customer = intent["customer"]?.text, ready.customer == nil {
            _ = save(ready, for: customer, by: call, now: call.now)
        }
        noteInCheckout(setup: intent, by: call, now: call.now)
        return intent
    }

    /// Records in the attempt whether the cardholder authenticated.
    private mutating func noteAuthentication(of intent: Document, _ hasSucceeded: Bool) {
        guard var attempt = intent["latest_attempt"]?.text.flatMap({ documents[$0] }) else { return }
        var shown = Self.authenticated.members?.filter { !$0.key.hasPrefix("exemption_") } ?? [:]
        if !hasSucceeded {
            shown.merge(["electronic_commerce_indicator": nil, "result": "failed", "result_reason": "rejected"]) { $1 }
        }
        attempt["payment_method_details"] = Self.merged(
            ["card": ["three_d_secure": .object(shown)]], into: attempt["payment_method_details"])
        put(attempt)
    }

    /// Creates the card to be saved for a presented card, named in the attempt.
    private mutating func makeGeneratedCard(
        of method: PaymentMethodRow, _ intent: Document, _ call: Call
    ) -> PaymentMethodRow {
        guard var attempt = intent["latest_attempt"]?.text.flatMap({ documents[$0] }) else { return method }
        let card = generatedCard(of: method, from: attempt.id, now: call.now)
        attempt["payment_method_details"] = [
            "type": .string(method.type.rawValue),
            "card_present": ["generated_card": .string(card.id), "offline": nil],
        ]
        put(attempt)
        return card
    }

    private mutating func failSetup(
        _ given: Document, with method: PaymentMethodRow, _ decline: CardDecline, _ call: Call
    ) -> APIFailure {
        var failure = APIFailure.declined(decline, method: method.id)
        failure.setupIntent = given.id
        noteFailure(of: given, failure, call)
        return failure
    }

    /// Puts the intent as it is after a failed attempt.
    @discardableResult
    private mutating func noteFailure(of given: Document, _ failure: APIFailure, _ call: Call) -> Document {
        var intent = given
        let error = setupError(failure)
        endAttempt(of: intent, "failed", error: error)
        intent["last_setup_error"] = error
        intent["payment_method"] = nil as JSONValue
        intent["next_action"] = nil as JSONValue
        intent["status"] = "requires_payment_method"
        put(intent)
        emit("setup_intent.setup_failed", intent, by: call, now: call.now)
        return intent
    }

    private func setupError(_ failure: APIFailure) -> JSONValue {
        var error: [String: JSONValue] = [
            "message": .string(failure.message), "type": .string(failure.kind.rawValue),
        ]
        error["code"] = failure.code.map(JSONValue.string)
        error["decline_code"] = failure.declineCode.map(JSONValue.string)
        error.merge(failure.advice.members) { $1 }
        error["doc_url"] = failure.code.map { .string(Self.documentation(of: $0)) }
        error["payment_method"] = failure.paymentMethod.flatMap { paymentMethods[$0] }.map(json)
        return .object(error)
    }

    /// Puts the state of the intent's latest attempt; one that is over stays as it is.
    mutating func endAttempt(of intent: Document, _ status: String, error: JSONValue? = nil) {
        guard var attempt = intent["latest_attempt"]?.text.flatMap({ documents[$0] }),
            !["succeeded", "failed", "abandoned"].contains(attempt.status)
        else { return }
        attempt["status"] = .string(status)
        attempt["setup_error"] = error ?? .null
        put(attempt)
    }
}

// The cardholder's answer.
extension ResourceContext {
    /// Plays what happens on the page of `next_action`: our own endpoint, since the API has nothing like it.
    mutating func authenticate(_ call: Call) throws(APIFailure) -> APIObject {
        let id = call.parameters.text("intent") ?? ""
        let hasSucceeded = call.parameters.text("outcome") == "succeed"
        switch id.prefix(while: { $0 != "_" }) {
        case "pi":
            guard let intent = intents.find(id, account: call.account) else {
                throw .unknown("payment_intent", id, param: "intent", isParameter: true)
            }
            try Self.checkSecret(
                intent.clientSecret, of: "PaymentIntent", code: "payment_intent_invalid_parameter", call)
            return try authenticate(intent, succeeds: hasSucceeded, call)
        case "seti": return .json(try authenticateSetup(id, hasSucceeded, call).json)
        default: throw .unknown("intent", id, param: "intent", isParameter: true)
        }
    }

    mutating func authenticateSetup(
        _ id: String, _ hasSucceeded: Bool, _ call: Call
    ) throws(APIFailure) -> Document {
        let intent = try findDocument("setup_intent", named: id, param: "intent", call)
        try Self.checkSecret(
            intent["client_secret"]?.text, of: "SetupIntent", code: "setup_intent_invalid_parameter", call)
        guard intent.status == "requires_action",
            let method = intent["payment_method"]?.text.flatMap({ paymentMethods[$0] })
        else {
            throw .unexpectedSetupState(
                intent.id, "This SetupIntent does not wait for its cardholder: it has a status of \(intent.status).")
        }
        try Self.check(method, fits: intent, isStored: true)
        let answered = conclude(intent, with: method, hasSucceeded, call)
        noteAnswer(intent["next_action"], succeeded: hasSucceeded, status: answered.status)
        return answered
    }

    private mutating func conclude(
        _ intent: Document, with method: PaymentMethodRow, _ hasSucceeded: Bool, _ call: Call
    ) -> Document {
        noteAuthentication(of: intent, hasSucceeded)
        guard !hasSucceeded else { return completeSetup(intent, with: method, call) }
        var failure = APIFailure.invalid(
            "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
            code: "setup_intent_authentication_failure")
        failure.paymentMethod = method.id
        return noteFailure(of: intent, failure, call)
    }
}
