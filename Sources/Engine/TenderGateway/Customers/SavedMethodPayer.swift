public import TenderCheckout
public import TenderFlow
public import TenderModel

/// Pays checkouts with the secret key: creates and confirms one PaymentIntent for each, under the checkout's key.
///
/// An order that has a key of its own is looked for first among all of the customer's PaymentIntents, by
/// `metadata[tender_order]`: one that is paid, or may still be, is told, and nothing is sent. A request without an answer
/// is sent again under the same key; one that may have arrived is looked for by its key, which `metadata[tender_attempt]`
/// carries. What cannot be found out is told as unknown. Cancelling the task stops the repetitions, not what was sent.
public struct SavedMethodPayer: CheckoutPayer {
    /// How saved payment methods are charged.
    public struct Configuration: Sendable {
        /// When an approval is captured.
        public var captureMethod = CaptureMethod.automatic
        /// Whether the customer is absent, and can authenticate nothing.
        public var isOffSession = false
        /// The page to which the customer comes back from an authentication.
        public var returnURL: String?
        /// A text for people, kept with the payment.
        public var description: String?
        /// The caller's own keys and values, kept with the payment.
        public var metadata: [String: String] = [:]
        /// How often and after which pauses a request is repeated; exchanges end with the connection's own time.
        public var policy = PaymentPolicy(maximumSends: 3, maximumAsks: 2)
        /// The clock of the pauses.
        public var clock: any Clock<Duration> = ContinuousClock()
        /// Lets the customer do what `nextAction` names, and returns when they are back; nil tells the checkout.
        public var nextAction: (@Sendable (PaymentIntent) async -> Void)?

        /// Describes a till whose customer is present, whose payments are captured at once, and that shows no pages.
        public init() {}
    }

    private let client: PaymentsClient
    private let configuration: Configuration

    /// Makes a payer.
    public init(_ client: PaymentsClient, configuration: Configuration = Configuration()) {
        self.client = client
        self.configuration = configuration
    }

    /// Pays once.
    public func pay(_ payment: PaymentResult) async -> CheckoutCompletion {
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

    /// What is known of the order before anything is sent for it; nil when it can be paid.
    ///
    /// The order's key alone would not do: the gateway forgets it after 24 hours.
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

    private func send(_ payment: PaymentResult) async -> Result<Found?, GatewayError> {
        var parameters = PaymentIntentParameters(
            payment.amount, captureMethod: configuration.captureMethod, paymentMethodTypes: [.card],
            description: configuration.description, customer: payment.customer, metadata: configuration.metadata)
        parameters.metadata[PaymentIntent.attemptMetadata] = payment.key.rawValue
        if let order = payment.order { parameters.metadata[PaymentIntent.orderMetadata] = order }
        let method = SavedMethodPayment(
            paymentMethod: payment.paymentMethod.id, isOffSession: configuration.isOffSession,
            returnURL: configuration.returnURL, shipping: payment.shipping?.named(payment.paymentMethod))
        do throws(GatewayError) {
            let answer = try await client.pay(parameters, with: method, key: payment.key)
            return .success(try await newest(answer.intent, answer.isReplay, payment))
        } catch {
            return await judge(error, payment)
        }
    }

    /// The intent in an error is the truth: one that is not proved unpaid is no failure, whatever the error says.
    private func judge(_ error: GatewayError, _ payment: PaymentResult) async -> Result<Found?, GatewayError> {
        guard let told = error.intent, case .answered(400...499) = error.fate else { return .failure(error) }
        do throws(GatewayError) {
            let found = try await newest(told, error.isReplay, payment)
            var error = error
            error.intent = found.intent
            return error.provesNoCharge ? .failure(error) : .success(found)
        } catch { return .failure(error) }
    }

    /// A repeated answer is that of then: the intent may have gone on since, and is read.
    ///
    /// - Throws: `GatewayError` of unknown fate when it cannot be read, or is about something else.
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

    /// Looks for what became of the payment or its order: what is paid counts first, then what may still be.
    private func find(_ payment: PaymentResult) async -> Result<Found?, GatewayError> {
        do throws(GatewayError) {
            let all = try await ListPage.all { query throws(GatewayError) in
                try await client.listPaymentIntents(ofCustomer: payment.customer, query)
            }
            let own = all.filter { intent in
                payment.isKey(of: intent) || payment.order.map { $0 == intent.order } == true
            }
            guard let found = own.first(where: \.isPaid) ?? own.first(where: { !$0.hasEndedUnpaid }) else {
                // An attempt that ended may have been about another sum.
                return .success(own.first { payment.isKey(of: $0) }.map { Found(intent: $0, isOlder: true) })
            }
            if let mismatch = payment.mismatch(with: found) { throw mismatch }
            return .success(Found(intent: found, isOlder: true))
        } catch { return .failure(error) }
    }

    /// A repeated answer is that of then: the intent may have gone on since.
    private func read(_ intent: PaymentIntent, isOlder: Bool, _ payment: PaymentResult) async -> CheckoutCompletion {
        do throws(GatewayError) {
            return CheckoutCompletion(try await retrieve(intent, payment), isReplay: isOlder)
        } catch {
            return error.code == .answerMismatch ? .unknown(error) : .requiresAction(intent)
        }
    }

    /// What became of the payment after the customer was sent away: one who did nothing gave up.
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

/// An intent that the gateway told of.
private struct Found {
    let intent: PaymentIntent
    /// Whether it was there before the request that told of it.
    let isOlder: Bool
}

/// What the exchanges of one payment brought.
private struct Exchange {
    private var found: Found?
    private(set) var error: GatewayError?
    /// Whether a request of this payment may have been executed: what is found then may be its own work.
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
    /// Whether money is taken or held.
    fileprivate var isPaid: Bool {
        if case .success = CheckoutCompletion(self) { true } else { false }
    }

    /// Whether it is proved that it came to an end without money.
    fileprivate var hasEndedUnpaid: Bool {
        if case .failure = CheckoutCompletion(self) { true } else { false }
    }
}

extension ShippingDetails {
    /// The API wants a recipient: the cardholder, where nobody was named.
    fileprivate func named(_ method: PaymentMethod) -> ShippingDetails {
        var shipping = self
        shipping.name = name ?? method.billingDetails?.name
        return shipping
    }
}
