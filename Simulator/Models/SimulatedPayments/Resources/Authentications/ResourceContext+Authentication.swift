import TenderModel

/// Customers who are asked by their bank to authenticate.
extension ResourceContext {
    func wantsAuthentication(_ method: PaymentMethodRow, _ intent: IntentRow, _ call: Call) -> Bool {
        guard intent.authenticatedMethod != method.id else { return false }
        guard !method.type.redirects else { return true }
        guard let card = method.cardOnFile, !intent.isMailOrTelephoneOrder, !intent.isAuthenticatedElsewhere else {
            return false
        }
        let request = intent.more["payment_method_options"]?["card"]?["request_three_d_secure"]?.text
        return card.wantsAuthentication(
            isSetUp: method.isSetUp, isOffSession: call.isOffSession,
            isRequested: request == "any" || request == "challenge")
    }

    mutating func askForAuthentication(_ intent: IntentRow, _ method: PaymentMethodRow, _ call: Call) {
        var intent = intent
        intent.status = .requiresAction
        intent.lastError = nil
        intent.more["next_action"] = authenticationAction(
            of: intent.id, with: method,
            returningTo: method.type.redirects ? call.parameters.text("return_url") : call.returnAddress,
            call)
        put(intent)
        emit("payment_intent.requires_action", intent, by: call, now: call.now)
    }

    /// Applies the bank's result: the payment continues, or the card is declined.
    mutating func authenticate(_ intent: IntentRow, succeeds: Bool, _ call: Call) throws(APIFailure) -> APIObject {
        guard intent.status == .requiresAction, let method = intent.paymentMethod.flatMap({ paymentMethods[$0] }) else {
            throw .unexpectedState(
                intent.id,
                "This PaymentIntent waits for no authentication: it has a status of \(intent.status.rawValue)."
            )
        }
        try checkUse(of: method, for: intent)
        try proceed(intent, method, succeeds: succeeds, call)
        let answered = intents[intent.id] ?? intent
        noteAnswer(intent.more["next_action"], succeeded: succeeds, status: answered.status.rawValue)
        return .intent(answered)
    }

    private mutating func proceed(
        _ intent: IntentRow, _ method: PaymentMethodRow, succeeds: Bool, _ call: Call
    ) throws(APIFailure) {
        guard succeeds else { return refuseAuthentication(intent, method, call) }
        guard !intent.isConfirmedByServer else { return awaitConfirmation(intent) }
        do throws(APIFailure) {
            try charge(intent, method, isAuthenticated: true, call)
        } catch {
            // A decline is the intent's new state here, not the failure of this request.
            guard error.status == 402 else { throw error }
        }
    }

    /// Waits for the merchant's server to confirm once more, without another authentication.
    private mutating func awaitConfirmation(_ intent: IntentRow) {
        var intent = intent
        intent.authenticatedMethod = intent.paymentMethod
        intent.askAgain()
        put(intent)
    }

    private mutating func refuseAuthentication(_ intent: IntentRow, _ method: PaymentMethodRow, _ call: Call) {
        var intent = intent
        intent.lastError = DeclineDetails(
            code: "payment_intent_authentication_failure", declineCode: nil,
            message: "We are unable to authenticate your payment method. Please choose a different payment method and "
                + "try again.",
            charge: nil, paymentMethod: method.id)
        intent.paymentMethod = nil
        intent.status = .requiresPaymentMethod
        intent.more["next_action"] = nil
        put(intent)
        emit("payment_intent.payment_failed", intent, by: call, now: call.now)
    }
}

extension Call {
    /// The address that the customer's browser returns to after authentication; `nil` where the page stays open.
    var returnAddress: String? { parameters.boolean("use_stripe_sdk") == true ? nil : parameters.text("return_url") }
}
