import TenderFlow
import TenderModel

extension CheckoutMachine {
    mutating func set(_ amount: Amount, _ items: [PaymentSummaryItem]) -> [Action] {
        if let refusal = lock ?? refusalOfPaid { return [.refuse(refusal)] }
        guard amount.minorUnits > 0 else { return [.refuse(.invalidAmount)] }
        state.amount = amount
        state.items = items
        return []
    }

    mutating func set(_ items: [PaymentSummaryItem]) -> [Action] {
        guard let first = items.first else { return [.refuse(.invalidAmount)] }
        do throws(AmountError) {
            var sum = first.amount
            for item in items.dropFirst() { sum = try sum.adding(item.amount) }
            return set(sum, items)
        } catch { return [.refuse(.invalidAmount)] }
    }

    private var refusalOfPaid: CheckoutRefusal? {
        if case .paid = state.payment { return .alreadyPaid }
        return nil
    }

    /// Requests a payment; one with an unknown outcome is requested again as it was: the same content under the same
    /// key.
    mutating func requestPayment() -> [Action] {
        switch state.payment {
        case .inFlight: [.refuse(.paymentInFlight)]
        case .paid: [.refuse(.alreadyPaid)]
        case .actionRequired(let payment, _), .unknown(let payment, _): repeatPayment(payment)
        case .none: beginPayment()
        }
    }

    private mutating func repeatPayment(_ payment: PaymentResult) -> [Action] {
        var repeated = payment
        repeated.number = nextNumber()
        repeated.isRepetition = true
        state.payment = .inFlight(repeated)
        return [.pay(repeated)]
    }

    private mutating func beginPayment() -> [Action] {
        guard state.loading == .loaded, let customer = state.customer else { return [.refuse(.notLoaded)] }
        guard change == nil, judgment == nil else { return [.refuse(.busy)] }
        guard let method = state.selectedMethod else { return [.refuse(.noPaymentMethod)] }
        guard configuration.requiredShipping.isEmpty || state.shipping != nil else {
            return [.refuse(.shippingMissing)]
        }
        guard let total = state.total, total.minorUnits > 0 else { return [.refuse(.invalidAmount)] }
        passedOver = 0
        return handOut(
            PaymentResult(
                number: 0, key: IdempotencyKey(orderKey), order: isOwnOrder ? orderKey : nil, amount: total,
                customer: customer, paymentMethod: method, shipping: state.shipping,
                shippingMethod: state.selectedShippingMethod))
    }

    /// Issues a payment under the key of the attempt.
    private mutating func handOut(_ payment: PaymentResult) -> [Action] {
        var payment = payment
        payment.number = nextNumber()
        payment.key = IdempotencyKey(base: orderKey, attempt: attempt, verb: "pay")
        state.payment = .inFlight(payment)
        return [.pay(payment)]
    }

    mutating func take(_ completion: CheckoutCompletion, _ number: Int) -> [Action] {
        guard case .inFlight(let payment) = state.payment, payment.number == number else { return [] }
        switch completion.proved(for: payment) {
        case .success(let intent): return end(payment, .paid(payment, intent), .success, intent)
        case .alreadyPaid(let intent):
            state.payment = .paid(payment, intent)
            return [.tell(.finished(CheckoutFinish(.success, payment, intent: intent, wasPaidBefore: true)))]
        case .failure(let error): return fail(payment, error)
        case .userCancellation: return end(payment, .none, .userCancellation)
        case .requiresAction(let intent):
            return end(payment, .actionRequired(payment, intent), .requiresAction, intent)
        case .unknown(let error): return end(payment, .unknown(payment, error), .unknown, error?.intent, error)
        }
    }

    /// Handles a failure: only the proven end of an attempt starts another one; a refused request goes out again under
    /// the same key.
    ///
    /// An attempt that ended before this payment was requested does not answer it: the next one does.
    private mutating func fail(_ payment: PaymentResult, _ error: GatewayError) -> [Action] {
        guard error.endsPayment else { return end(payment, .none, .error, error.intent, error) }
        attempt += 1
        guard error.isReplay, !payment.isRepetition, passedOver < Self.maximumPassedOver else {
            return end(payment, .none, .error, error.intent, error)
        }
        passedOver += 1
        return handOut(payment)
    }

    /// The most ended attempts that a gateway may report before it is no longer trusted to stop.
    private static var maximumPassedOver: Int { 100 }

    mutating func settle(_ settlement: CheckoutSettlement) -> [Action] {
        switch (state.payment, settlement) {
        case (.actionRequired(let payment, _), .paid(let intent)), (.unknown(let payment, _), .paid(let intent)):
            return end(payment, .paid(payment, intent), .success, intent)
        case (.actionRequired(let payment, _), .notCharged), (.unknown(let payment, _), .notCharged):
            return end(payment, .none, .userCancellation)
        case (.inFlight, _): return [.refuse(.paymentInFlight)]
        case (.none, _), (.paid, _): return [.refuse(.nothingToSettle)]
        }
    }

    private mutating func end(
        _ payment: PaymentResult, _ next: CheckoutState.Payment, _ status: CheckoutFinish.Status,
        _ intent: PaymentIntent? = nil, _ error: GatewayError? = nil
    ) -> [Action] {
        state.payment = next
        return [.tell(.finished(CheckoutFinish(status, payment, intent: intent, error: error)))]
    }

    mutating func beginOrder(_ amount: Amount, _ key: String) -> [Action] {
        if let lock { return [.refuse(lock)] }
        guard key != orderKey else { return [.refuse(.orderKeyReused)] }
        guard amount.minorUnits > 0 else { return [.refuse(.invalidAmount)] }
        (orderKey, isOwnOrder, attempt) = (key, true, 1)
        state.payment = .none
        state.amount = amount
        state.items = []
        return []
    }
}
