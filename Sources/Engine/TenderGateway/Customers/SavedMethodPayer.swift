public import TenderCheckout
public import TenderFlow
public import TenderModel

/// A payer of checkouts that uses the secret key to create and confirm one PaymentIntent for each, under the checkout's
/// key.
///
/// If an order has its own key, all of the customer's PaymentIntents are first searched for it by
/// `metadata[tender_order]`: one that is paid, or may still be, is returned, and nothing is sent. A request without a
/// response is sent again under the same key; one that may have arrived is searched for by its key, which is in
/// `metadata[tender_attempt]`. What cannot be determined is reported as unknown. Canceling the task stops the
/// repetitions, but does not withdraw what was sent.
public struct SavedMethodPayer: CheckoutPayer {
    /// The way in which saved payment methods are charged.
    public struct Configuration: Sendable {
        /// When to capture an approval.
        public var captureMethod = CaptureMethod.automatic
        /// Whether the customer is absent, and so cannot authenticate.
        public var isOffSession = false
        /// The page to which the customer returns after an authentication.
        public var returnURL: String?
        /// A text for people, stored with the payment.
        public var description: String?
        /// The caller's own keys and values, stored with the payment.
        public var metadata: [String: String] = [:]
        /// The number of repetitions of a request and the pauses between them; the connection limits the time of each
        /// exchange.
        public var policy = PaymentPolicy(maximumSends: 3, maximumAsks: 2)
        /// The clock that measures the pauses.
        public var clock: any Clock<Duration> = ContinuousClock()
        /// Lets the customer do what `nextAction` requires, and returns when they are back; `nil` leaves that to the
        /// checkout.
        public var nextAction: (@Sendable (PaymentIntent) async -> Void)?

        /// Creates the configuration of a till whose customer is present, that captures immediately, and that shows no
        /// pages.
        public init() {}
    }

    private let client: PaymentsClient
    private let configuration: Configuration
    private let charger: (any CheckoutCharger)?

    /// Creates a payer.
    ///
    /// - Parameter charger: Whoever records the payments, such as the terminal; `nil` records nothing, and a payment
    ///   without an order's key is then lost with this process.
    public init(
        _ client: PaymentsClient, configuration: Configuration = Configuration(),
        charger: (any CheckoutCharger)? = nil
    ) {
        self.client = client
        self.configuration = configuration
        self.charger = charger
    }

    /// Pays once.
    public func pay(_ payment: PaymentResult) async -> CheckoutCompletion {
        if let charger { return await pay(payment, charger) }
        let known = await known(payment)
        var completion = if let known { known } else { await charge(payment) }
        if case .requiresAction(let intent) = completion {
            completion = await read(intent, isOlder: known != nil, payment)
        }
        guard case .requiresAction(let intent) = completion, let act = configuration.nextAction else {
            return completion
        }
        await act(intent)
        return await conclude(intent, payment)
    }

    /// Returns what is known about the order before anything is sent for it; `nil` if it can be paid.
    ///
    /// The order's key alone would not suffice, because the gateway forgets it after 24 hours.
    private func known(_ payment: PaymentResult) async -> CheckoutCompletion? {
        guard payment.order != nil, !payment.isRepetition else { return nil }
        switch await find(payment) {
        case .success(let found): return found.map { CheckoutCompletion($0.intent, isReplay: true) }
        case .failure(let error): return .unknown(error)
        }
    }

    private func charge(_ payment: PaymentResult) async -> CheckoutCompletion {
        var machine = RequestMachine(.create, policy: configuration.policy, resuming: payment.isRepetition ? 1 : 0)
        var exchange = Exchange(mayHaveArrived: payment.isRepetition)
        var next = machine.handle(.started)
        while let action = next {
            let event: RequestMachine.Event
            switch action {
            case .send:
                event = .answered(exchange.take(await send(payment)), Self.jitter())
            case .ask:
                event = .answered(exchange.take(await find(payment)), Self.jitter())
            case .pause(let pause):
                guard (try? await configuration.clock.sleep(for: pause)) != nil else {
                    return .unknown(exchange.error)
                }
                event = .pauseEnded
            case .recordLeaving, .recordSettled: event = .recorded
            case .finish(let result): return exchange.completion(result)
            }
            next = machine.handle(event)
        }
        return .unknown(exchange.error)
    }

    private func parameters(_ payment: PaymentResult) -> PaymentIntentParameters {
        var parameters = PaymentIntentParameters(
            payment.amount, captureMethod: configuration.captureMethod, paymentMethodTypes: [.card],
            description: configuration.description, customer: payment.customer, metadata: configuration.metadata)
        if let order = payment.order { parameters.metadata[PaymentIntent.orderMetadata] = order }
        return parameters
    }

    private func method(_ payment: PaymentResult) -> SavedMethodPayment {
        SavedMethodPayment(
            paymentMethod: payment.paymentMethod.id, isOffSession: configuration.isOffSession,
            returnURL: configuration.returnURL, shipping: payment.shipping?.named(payment.paymentMethod))
    }

    private func send(_ payment: PaymentResult) async -> Result<Found?, GatewayError> {
        var parameters = parameters(payment)
        parameters.metadata[PaymentIntent.attemptMetadata] = payment.key.rawValue
        let method = method(payment)
        do throws(GatewayError) {
            let answer = try await client.pay(parameters, with: method, key: payment.key)
            return .success(try await newest(answer.intent, answer.isReplay, payment))
        } catch {
            return await judge(error, payment)
        }
    }

    /// Judges an error by its intent: one that is not proved unpaid is not a failure, whatever the error says.
    private func judge(_ error: GatewayError, _ payment: PaymentResult) async -> Result<Found?, GatewayError> {
        guard let told = error.intent, case .answered(400...499) = error.fate else { return .failure(error) }
        do throws(GatewayError) {
            let found = try await newest(told, error.isReplay, payment)
            var error = error
            error.intent = found.intent
            return error.provesNoCharge ? .failure(error) : .success(found)
        } catch { return .failure(error) }
    }

    /// Returns the newest state; a replayed response is out of date, because the intent may have changed since, so it
    /// is retrieved.
    ///
    /// - Throws: `GatewayError` of unknown fate if it cannot be retrieved, or is about something else.
    private func newest(
        _ intent: PaymentIntent, _ isReplay: Bool, _ payment: PaymentResult
    ) async throws(GatewayError) -> Found {
        guard isReplay else {
            if let mismatch = payment.mismatch(with: intent) { throw mismatch }
            return Found(intent: intent, isOlder: false)
        }
        do throws(GatewayError) {
            return Found(intent: try await retrieve(intent, payment), isOlder: true)
        } catch {
            throw GatewayError(
                error.code, fate: .unknown,
                message: "the answer is an older one, and '\(intent.id)' cannot be read: "
                    + error.message, intent: intent, requestID: error.requestID)
        }
    }

    private func retrieve(_ intent: PaymentIntent, _ payment: PaymentResult) async throws(GatewayError) -> PaymentIntent
    {
        let now = try await client.retrievePaymentIntent(PaymentIntentReference(intent))
        if let mismatch = payment.mismatch(with: now) { throw mismatch }
        return now
    }

    /// Searches for the result of the payment or its order: one that is paid comes first, then one that may still be.
    private func find(_ payment: PaymentResult) async -> Result<Found?, GatewayError> {
        do throws(GatewayError) {
            let all = try await ListPage.all { query throws(GatewayError) in
                try await client.listPaymentIntents(ofCustomer: payment.customer, query)
            }
            let own = all.filter { intent in
                payment.isKey(of: intent) || payment.order.map { $0 == intent.order } == true
            }
            guard let found = own.first(where: \.isPaid) ?? own.first(where: { !$0.hasEndedUnpaid }) else {
                // An attempt that ended may have been for a different amount.
                return .success(own.first { payment.isKey(of: $0) }.map { Found(intent: $0, isOlder: true) })
            }
            if let mismatch = payment.mismatch(with: found) { throw mismatch }
            return .success(Found(intent: found, isOlder: true))
        } catch { return .failure(error) }
    }

    /// Retrieves the intent after a replayed response, because it may have changed since.
    private func read(_ intent: PaymentIntent, isOlder: Bool, _ payment: PaymentResult) async -> CheckoutCompletion {
        do throws(GatewayError) {
            return CheckoutCompletion(try await retrieve(intent, payment), isReplay: isOlder)
        } catch {
            return error.code == .answerMismatch ? .unknown(error) : .requiresAction(intent)
        }
    }

    /// Concludes a payment after the customer was sent to a page; a customer who did nothing has given up.
    private func conclude(_ intent: PaymentIntent, _ payment: PaymentResult) async -> CheckoutCompletion {
        let reference = PaymentIntentReference(intent)
        do throws(GatewayError) {
            let now = CheckoutCompletion(try await retrieve(intent, payment))
            guard case .requiresAction = now else { return now }
            let key = IdempotencyKey(payment.key.rawValue + "/cancel")
            let canceled = try await client.cancelPaymentIntent(reference, reason: .abandoned, key: key)
            return canceled.status == .canceled ? .userCancellation : CheckoutCompletion(canceled)
        } catch {
            return error.intent.map { CheckoutCompletion($0) } ?? .unknown(error)
        }
    }

    private static func jitter() -> Jitter { Jitter(permille: Int.random(in: 0...1000)) }
}

// MARK: - Under a journal

extension SavedMethodPayer {
    /// Pays once, recorded before it leaves and before it is told: an earlier process's payment goes on.
    private func pay(_ payment: PaymentResult, _ charger: any CheckoutCharger) async -> CheckoutCompletion {
        let call: MoneyCall
        var open: KeyedRequest<MoneyCall>?
        let key = payment.order == nil ? nil : payment.key
        do throws(GatewayError) {
            call = try .checkoutPayment(parameters(payment), with: method(payment))
            open = try await charger.openCheckoutPayment(call, key: key)
        } catch { return CheckoutCompletion(error) }
        if open?.isOpen != true, let known = await known(payment) { return known }
        let wasMade = open?.isUntold ?? false
        let (told, used) = await charge(call, key, wasMade, charger)
        guard case .requiresAction(let intent) = told else { return told }
        let end = await afterAction(intent, payment)
        switch end {
        case .success, .alreadyPaid, .failure, .userCancellation:
            // The journal learns the end that the customer has just brought about, of this payment and no other: without
            // its key, the call would be a new payment if another checkout of the same has told the journal before.
            if let used = key ?? used { _ = await charge(call, used, wasMade, charger) }
        case .requiresAction, .unknown: break
        }
        return end
    }

    private func afterAction(_ intent: PaymentIntent, _ payment: PaymentResult) async -> CheckoutCompletion {
        let completion = await read(intent, isOlder: false, payment)
        guard case .requiresAction(let intent) = completion, let act = configuration.nextAction else {
            return completion
        }
        await act(intent)
        return await conclude(intent, payment)
    }

    /// Charges; returns what became of it, and the key of a payment that the customer has yet to see to.
    private func charge(
        _ call: MoneyCall, _ key: IdempotencyKey?, _ wasMade: Bool, _ charger: any CheckoutCharger
    ) async -> (CheckoutCompletion, IdempotencyKey?) {
        do throws(GatewayError) {
            switch try await charger.chargeCheckout(call, key: key) {
            case .succeeded(let object, _) where object.json.isEmpty: return (.success(nil), nil)
            case .succeeded(let object, _): return (CheckoutCompletion(try object.decode(), isReplay: wasMade), nil)
            case .pending(let object, let key): return (CheckoutCompletion(try object.decode()), key)
            case .unknown(let key):
                let error = GatewayError(
                    .outcomeUnknown, fate: .unknown,
                    message: "what became of the payment under the key \(key) is not known; the same payment goes on")
                return (.unknown(error), nil)
            }
        } catch {
            // The end of the payment itself counts, and not what the last question was answered.
            if error.fate == .precluded, let intent = error.intent { return (CheckoutCompletion(intent), nil) }
            return (CheckoutCompletion(error), nil)
        }
    }
}

/// An intent that the gateway reported.
private struct Found {
    let intent: PaymentIntent
    /// Whether it existed before the request that reported it.
    let isOlder: Bool
}

/// The results of one payment's exchanges.
private struct Exchange {
    private var found: Found?
    private(set) var error: GatewayError?
    /// Whether a request of this payment may have been executed, so that what is found afterwards may be its own
    /// result.
    private var mayHaveArrived: Bool

    init(mayHaveArrived: Bool) { self.mayHaveArrived = mayHaveArrived }

    mutating func take(_ result: Result<Found?, GatewayError>) -> RequestMachine.Reply {
        switch result {
        case .success(let found?):
            self.found = found
            return .succeeded
        case .success(nil): return .notFound
        case .failure(var error):
            if error.isReplay, mayHaveArrived { error.isReplay = false }
            self.error = error
            let reply = RequestMachine.Reply(error)
            if reply == .lost || reply == .missing { mayHaveArrived = true }
            return reply
        }
    }

    func completion(_ result: RequestMachine.Result) -> CheckoutCompletion {
        switch result {
        case .succeeded:
            found.map { CheckoutCompletion($0.intent, isReplay: $0.isOlder && !mayHaveArrived) } ?? .unknown(error)
        case .notExecuted: error.map { CheckoutCompletion($0) } ?? .unknown(nil)
        case .unknown, .journalUnavailable: .unknown(error)
        }
    }
}

extension PaymentIntent {
    /// Whether money is captured or held.
    fileprivate var isPaid: Bool {
        if case .success = CheckoutCompletion(self) { true } else { false }
    }

    /// Whether it has provably ended without money.
    fileprivate var hasEndedUnpaid: Bool {
        if case .failure = CheckoutCompletion(self) { true } else { false }
    }
}

extension ShippingDetails {
    /// Returns shipping details with the recipient that the API requires: the cardholder, if nobody was named.
    fileprivate func named(_ method: PaymentMethod) -> ShippingDetails {
        var shipping = self
        shipping.name = name ?? method.billingDetails?.name
        return shipping
    }
}
