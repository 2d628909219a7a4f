public import TenderFlow
public import TenderModel

/// Pays checkouts with the secret key: creates and confirms one PaymentIntent for each, under the checkout's key.
///
/// A request without an answer is sent again under the same key; one that may have arrived is looked for among the
/// customer's PaymentIntents by its key, which `metadata[tender_attempt]` carries. What cannot be found out is told as
/// unknown. Cancelling the task stops the repetitions, not what was sent.
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
        var completion = await charge(payment)
        if case .requiresAction(let intent) = completion { completion = await read(intent) }
        guard case .requiresAction(let intent) = completion, let act = configuration.nextAction else {
            return completion
        }
        await act(intent)
        return await conclude(intent, payment)
    }

    private func charge(_ payment: PaymentResult) async -> CheckoutCompletion {
        var machine = RequestMachine(.create, policy: configuration.policy, resuming: payment.isRepetition ? 1 : 0)
        var exchange = Exchange()
        var next = machine.handle(.started)
        while let action = next {
            let event: RequestMachine.Event
            switch action {
            case .send:
                event = .answered(exchange.take(await send(payment)), Self.jitter())
            case .ask:
                event = .answered(exchange.take(await find(payment), isFound: true), Self.jitter())
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

    private func send(_ payment: PaymentResult) async -> Result<PaymentIntent?, GatewayError> {
        var parameters = PaymentIntentParameters(
            payment.amount, captureMethod: configuration.captureMethod, paymentMethodTypes: [.card],
            description: configuration.description, customer: payment.customer, metadata: configuration.metadata)
        parameters.metadata[PaymentIntent.attemptMetadata] = payment.key.rawValue
        let method = SavedMethodPayment(
            paymentMethod: payment.paymentMethod.id, isOffSession: configuration.isOffSession,
            returnURL: configuration.returnURL, shipping: payment.shipping?.named(payment.paymentMethod))
        do throws(GatewayError) {
            return .success(try await client.createPaymentIntent(parameters, paidWith: method, key: payment.key))
        } catch { return .failure(error) }
    }

    private func find(_ payment: PaymentResult) async -> Result<PaymentIntent?, GatewayError> {
        do throws(GatewayError) {
            let page = try await client.listPaymentIntents(ofCustomer: payment.customer, ListQuery(limit: 100))
            let key = payment.key.rawValue
            let found = page.data.first { $0.metadata[PaymentIntent.attemptMetadata] == key }
            if let found, found.amount != payment.amount || found.customer != payment.customer {
                throw .other(found, payment)
            }
            return .success(found)
        } catch { return .failure(error) }
    }

    /// A repeated answer is that of then: the intent may have gone on since.
    private func read(_ intent: PaymentIntent) async -> CheckoutCompletion {
        do throws(GatewayError) {
            return CheckoutCompletion(try await client.retrievePaymentIntent(PaymentIntentReference(intent)))
        } catch { return .requiresAction(intent) }
    }

    /// What became of the payment after the customer was sent away: one who did nothing gave up.
    private func conclude(_ intent: PaymentIntent, _ payment: PaymentResult) async -> CheckoutCompletion {
        let reference = PaymentIntentReference(intent)
        do throws(GatewayError) {
            let now = CheckoutCompletion(try await client.retrievePaymentIntent(reference))
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

/// What the exchanges of one payment brought.
private struct Exchange {
    var intent: PaymentIntent?
    var error: GatewayError?
    private var isFound = false

    mutating func take(
        _ result: Result<PaymentIntent?, GatewayError>, isFound: Bool = false
    ) -> RequestMachine.Reply {
        self.isFound = isFound
        switch result {
        case .success(let intent?):
            self.intent = intent
            return .succeeded
        case .success(nil): return .notFound
        case .failure(let error):
            self.error = error
            return RequestMachine.Reply(error)
        }
    }

    func completion(_ result: RequestMachine.Result) -> CheckoutCompletion {
        switch result {
        case .succeeded: intent.map { CheckoutCompletion($0, isReplay: isFound) } ?? .unknown(error)
        case .notExecuted: error.map { CheckoutCompletion($0) } ?? .unknown(nil)
        case .unknown, .journalUnavailable: .unknown(error)
        }
    }
}

extension GatewayError {
    /// The key was used for something else: what became of that is no answer to what is asked.
    fileprivate static func other(_ found: PaymentIntent, _ payment: PaymentResult) -> GatewayError {
        GatewayError(
            .answerMismatch, fate: .unknown,
            message: "under the key of this payment of \(payment.amount) stands \(found.id) of \(found.amount)")
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
