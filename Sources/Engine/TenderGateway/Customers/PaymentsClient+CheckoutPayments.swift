import FoundationEssentials
import TenderFlow
import TenderHTTP
import TenderModel

/// The payments of checkouts, as recorded: what the intent says counts, and only if it carries the payment's key.
extension PaymentsClient {
    /// Creates and confirms the intent, once per key.
    ///
    /// - Throws: `GatewayError`; of unknown fate for an answer that is not about this payment, or that decides nothing.
    func charge(_ call: MoneyCall, _ key: IdempotencyKey) async throws(GatewayError) -> MoneyObject {
        guard call.subject == nil else {
            throw .notSent(.notAvailable, "a payment sheet's confirmation is sent by the sheet itself")
        }
        var form = call.form(key)
        form.add("expand", list: ["latest_charge", "payment_method"])
        let answer = try await transport.send(
            APIRequest(method: .post, path: "/v1/payment_intents", parameters: form, key: key))
        let told: PaymentIntent
        do throws(GatewayError) {
            told = try answer.decode(PaymentIntent.self, kind: "payment_intent")
        } catch {
            return try await charge(refused: error, call, key)
        }
        // A stored answer shows the past: the intent may have changed since.
        return try call.paid(by: answer.isReplay ? try await retrieved(told.id) : told, key)
    }

    /// Returns what an error leaves open: an intent that came with it counts for more than the error.
    private func charge(
        refused error: GatewayError, _ call: MoneyCall, _ key: IdempotencyKey
    ) async throws(GatewayError) -> MoneyObject {
        guard case .answered(let status) = error.fate, (400...499).contains(status) else { throw error }
        guard let told = error.intent else {
            // Whose decline it is, nobody says: an answer of an earlier payment proves nothing.
            guard status != 402 || error.isUnderKey else { throw error.provingNothing("it names no payment") }
            throw error
        }
        let intent = error.isReplay ? try await retrieved(told.id) : told
        do throws(GatewayError) {
            return try call.paid(by: intent, key)
        } catch {
            guard error.fate == .precluded else { throw error }
        }
        // The decline as the gateway worded it, with the intent that proves it.
        var proved = error
        proved.intent = intent
        throw proved
    }

    private func retrieved(_ id: String) async throws(GatewayError) -> PaymentIntent {
        do throws(GatewayError) {
            return try await retrievePaymentIntent(PaymentIntentReference(id: id))
        } catch {
            throw error.provingNothing("the answer is an older one, and '\(id)' cannot be read")
        }
    }

    /// Searches for the payment that was made under a key: by its ID if that is known, or among the newest hundred of
    /// the customer; `nil` if there is none.
    ///
    /// - Throws: `GatewayError`; that it is precluded, with the intent, for a payment that has ended unpaid.
    func findCharge(
        _ call: MoneyCall, _ key: IdempotencyKey, _ object: String?
    ) async throws(GatewayError) -> MoneyObject? {
        if let subject = call.subject {
            // The intent's own end decides; while it can be confirmed, nobody can say what became of one confirmation.
            let intent = try await retrievePaymentIntent(PaymentIntentReference(id: subject.checkedID()))
            let isOpen = intent.status == .requiresPaymentMethod || intent.status == .requiresConfirmation
            return isOpen ? nil : try call.paid(by: intent, key)
        }
        if let object {
            return try call.paid(by: try await retrievePaymentIntent(PaymentIntentReference(id: object)), key)
        }
        let query = ListQuery(limit: 100)
        let page =
            if let customer = call.customer {
                try await listPaymentIntents(ofCustomer: customer, query)
            } else {
                try await listPaymentIntents(query)
            }
        let found = page.data.first { $0.metadata[PaymentIntent.attemptMetadata] == key.rawValue }
        return try found.map { intent throws(GatewayError) in try call.paid(by: intent, key) }
    }
}

extension MoneyCall {
    /// Returns the payment that an intent is: paid, held, or accepted and not decided yet.
    ///
    /// - Throws: `GatewayError`: precluded if it has ended unpaid; of unknown fate if it may still be confirmed, or is
    ///   another payment.
    fileprivate func paid(by intent: PaymentIntent, _ key: IdempotencyKey) throws(GatewayError) -> MoneyObject {
        if let difference = difference(from: intent, key) {
            throw GatewayError(.answerMismatch, fate: .unknown, message: "'\(intent.id)': \(difference)")
        }
        switch intent.status {
        case .succeeded, .requiresCapture: return try object(intent, isPending: false)
        case .requiresAction, .processing: return try object(intent, isPending: true)
        case .canceled: throw .ended(intent, .canceled)
        case .requiresPaymentMethod where intent.lastPaymentError != nil: throw .ended(intent, .declinedByIssuer)
        case .requiresPaymentMethod, .requiresConfirmation, .requiresReauthorization, .unknown:
            throw GatewayError(
                .unexpectedState, fate: .unknown,
                message: "the payment \(intent.id) is \(intent.status): it may still be paid", intent: intent)
        }
    }

    /// Returns how an intent differs from this payment; `nil` if it does not.
    private func difference(from intent: PaymentIntent, _ key: IdempotencyKey) -> String? {
        if let amount, intent.amount != amount { return "\(amount) was asked for, the answer says \(intent.amount)" }
        if let customer, let told = intent.customer, told != customer {
            return "a payment of '\(customer)' was asked for, the answer says '\(told)'"
        }
        // The intent of a payment sheet was made by the app's server, and is known by its ID.
        if let subject { return intent.id == subject ? nil : "it is not '\(subject)'" }
        guard intent.metadata[PaymentIntent.attemptMetadata] == key.rawValue else {
            return "it is nothing that was asked for here"
        }
        return nil
    }

    private func object(_ intent: PaymentIntent, isPending: Bool) throws(GatewayError) -> MoneyObject {
        guard let json = try? JSONEncoder().encode(intent) else {
            throw GatewayError(
                .responseNotUnderstood, fate: .unknown, message: "'\(intent.id)' cannot be written down")
        }
        return MoneyObject(id: intent.id, amount: intent.amount, json: Array(json), isPending: isPending)
    }
}

extension GatewayError {
    /// Returns the error for a payment that has ended unpaid, so that its request cannot be executed any more.
    fileprivate static func ended(_ intent: PaymentIntent, _ code: TenderError.Code) -> GatewayError {
        GatewayError(
            code, fate: .precluded,
            message: intent.lastPaymentError?.message
                ?? "the payment \(intent.id) is \(intent.status): nothing was charged",
            apiError: intent.lastPaymentError, intent: intent)
    }

    /// Returns the error without what it claims.
    fileprivate func provingNothing(_ reason: String) -> GatewayError {
        GatewayError(code, fate: .unknown, message: "\(reason): \(message)", intent: intent, requestID: requestID)
    }
}
