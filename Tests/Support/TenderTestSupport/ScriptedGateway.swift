import FoundationEssentials
import TenderBytes
public import TenderFlow
public import TenderModel

/// A gateway in this process for tests: intents, keys, a ledger, and a script of faults.
///
/// Each call takes the next scripted behavior for its verb; without one it simply works.
public final class ScriptedGateway: Gateway {
    /// The names of requests.
    public enum Verb: String, Hashable, Sendable, CaseIterable {
        case token, create, edit, retrieve, list, update, confirm, capture, cancel, refund, listRefunds, perform, find
        case createSetup, retrieveSetup, confirmSetup, cancelSetup
    }

    /// The handling of one request.
    public enum Behavior: Sendable {
        /// It never arrives.
        case loseRequest
        /// It is executed and its answer never arrives.
        case loseAnswer
        /// It is executed, and its answer waits for `release(_:)`.
        case holdAnswer
        /// It waits on its way for `release(_:)`, and is executed then.
        case holdRequest
        /// It does not leave this machine.
        case refuseConnection
        /// It is answered with this error and not executed.
        case fail(GatewayError)
        /// It is executed, and the answer is changed on its way.
        case change(@Sendable (inout PaymentIntent) -> Void)

        /// Whether it waits for `release(_:)`.
        fileprivate var waits: Bool {
            switch self {
            case .holdAnswer, .holdRequest: true
            case .loseAnswer, .loseRequest, .refuseConnection, .fail, .change: false
            }
        }

        /// Whether it is executed on arrival.
        fileprivate var executesAtOnce: Bool {
            switch self {
            case .loseAnswer, .holdAnswer, .change: true
            case .loseRequest, .holdRequest, .refuseConnection, .fail: false
            }
        }
    }

    /// What happens to a saved card that a checkout charges; without one it is charged.
    public enum CheckoutStep: Sendable {
        /// The issuer declines it.
        case decline
        /// The customer must authenticate.
        case challenge
    }

    /// One request as it arrived.
    public struct Call: Hashable, Sendable {
        /// The verb.
        public var verb: Verb
        /// The idempotency key.
        public var key: IdempotencyKey?
    }

    fileprivate struct State {
        var otherSurcharge: Amount?
        var otherConversion: Amount?
        var convertsNothing = false
        var conversions: [ConversionChoice] = []
        var intents: [String: PaymentIntent] = [:]
        var order: [String] = []
        var refunds: [Refund] = []
        var refundStatus = RefundStatus.succeeded
        /// The card that each refund came with.
        var refundCards: [IdempotencyKey: EncryptedPayload?] = [:]
        var setups: [String: SetupIntent] = [:]
        var setupAnswers: [IdempotencyKey: Result<SetupIntent, GatewayError>] = [:]
        var savedCards: [EncryptedPayload] = []
        var made: [IdempotencyKey: MoneyObject] = [:]
        /// The payments of checkouts, what happens to the next ones, and how often a card was charged.
        var checkouts: [IdempotencyKey: PaymentIntent] = [:]
        var checkoutSteps: [CheckoutStep] = []
        var charges = 0
        var interceptor: (@Sendable (Verb) -> Behavior?)?
        /// Whether the objects made are among the newest hundred of their kind.
        var isListed = true
        var stored: [IdempotencyKey: Result<PaymentIntent, GatewayError>] = [:]
        var scripts: [Verb: [Behavior]] = [:]
        var defaults: [Verb: Behavior] = [:]
        var calls: [Call] = []
        var approvals: [String: Int] = [:]
        var payloads: [String: EncryptedPayload] = [:]
        var held: [Verb: [CheckedContinuation<Void, Never>]] = [:]
        /// The requests, by verb, that have arrived and are about to wait; `letGo` counts those already released.
        var aboutToWait: [Verb: Int] = [:]
        var letGo: [Verb: Int] = [:]
        var watchers: [(verb: Verb, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var declines: [String] = []
        var nextID = 1

        /// Takes a request, and executes it at the same moment: whoever waits for its arrival finds it executed.
        fileprivate mutating func arrive<Value: Sendable>(
            _ verb: Verb, _ key: IdempotencyKey?, _ execute: (inout State) -> Result<Value, GatewayError>
        ) -> Arrival<Value> {
            calls.append(Call(verb: verb, key: key))
            let count = calls.count { $0.verb == verb }
            let reached = watchers.filter { $0.verb == verb && $0.count <= count }.map(\.continuation)
            watchers.removeAll { $0.verb == verb && $0.count <= count }
            let isScripted = scripts[verb]?.isEmpty == false
            let behavior = interceptor?(verb) ?? (isScripted ? scripts[verb]?.removeFirst() : defaults[verb])
            if behavior?.waits == true { aboutToWait[verb, default: 0] += 1 }
            let result = behavior?.executesAtOnce == false ? nil : execute(&self)
            return Arrival(behavior: behavior, result: result, reached: reached)
        }
    }

    fileprivate struct Arrival<Value: Sendable>: Sendable {
        var behavior: Behavior?
        var result: Result<Value, GatewayError>?
        var reached: [CheckedContinuation<Void, Never>]
    }

    private let state = Guarded(State())

    /// The cards that were saved.
    public var savedCards: [EncryptedPayload] { state.withLock { $0.savedCards } }

    /// Creates a gateway without intents.
    public init() {}

    /// The name in messages.
    public var name: String { "scripted" }

    // MARK: - The script and the ledger

    /// Adds behaviors for the next requests of a verb.
    public func script(_ verb: Verb, _ behaviors: Behavior...) {
        state.withLock { $0.scripts[verb, default: []] += behaviors }
    }

    /// Sets the behavior of a verb once its script is used up; `nil` for success.
    public func always(_ verb: Verb, _ behavior: Behavior?) {
        state.withLock { $0.defaults[verb] = behavior }
    }

    /// Asks what happens to each request, before the script does; `nil` asks no more.
    public func intercept(_ interceptor: (@Sendable (Verb) -> Behavior?)?) {
        state.withLock { $0.interceptor = interceptor }
    }

    /// Sets what happens to the next saved cards that are charged.
    public func checkoutSteps(_ steps: [CheckoutStep]) { state.withLock { $0.checkoutSteps = steps } }

    /// Lets every customer authenticate who was asked to.
    public func customerActs() {
        state.withLock { state in
            for key in state.checkouts.keys where state.checkouts[key]?.status == .requiresAction {
                state.settleCheckout(key)
            }
        }
    }

    /// The number of times that checkouts charged a card.
    public var chargeCount: Int { state.withLock { $0.charges } }

    /// Lets the issuer decline the next cards with these reasons.
    public func decline(_ reasons: String...) {
        state.withLock { $0.declines += reasons }
    }

    /// Releases the held answers of a verb.
    public func release(_ verb: Verb) {
        let held = state.withLock { state in
            // Whoever waits for its arrival may get here before it waits.
            state.letGo[verb, default: 0] += state.aboutToWait.removeValue(forKey: verb) ?? 0
            return state.held.removeValue(forKey: verb) ?? []
        }
        for continuation in held { continuation.resume() }
    }

    /// Waits until a number of requests of a verb have arrived.
    public func waitForCalls(_ verb: Verb, _ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.calls.count(where: { $0.verb == verb }) >= count { return true }
                state.watchers.append((verb, count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Returns the requests of a verb in the order of their arrival.
    public func calls(_ verb: Verb) -> [Call] { state.withLock { $0.calls.filter { $0.verb == verb } } }

    /// Returns the number of the issuer's approvals of an intent.
    public func approvals(_ id: String) -> Int { state.withLock { $0.approvals[id] ?? 0 } }

    /// Returns the card data that an intent was confirmed with.
    public func payload(_ id: String) -> EncryptedPayload? { state.withLock { $0.payloads[id] } }

    /// Returns the intent as the gateway has it.
    public func intent(_ id: String) -> PaymentIntent? { state.withLock { $0.intents[id] } }

    /// The number of intents created.
    public var intentCount: Int { state.withLock { $0.intents.count } }

    /// The refunds made.
    public var refunds: [Refund] { state.withLock { $0.refunds } }

    /// The number of refunds that came with a card.
    public var refundCardCount: Int { state.withLock { $0.refundCards.values.count { $0 != nil } } }

    /// Gives every refund a status: existing ones, and those to come.
    public func setRefunds(_ status: RefundStatus) {
        state.withLock { state in
            state.refundStatus = status
            for index in state.refunds.indices { state.refunds[index].status = status }
        }
    }

    /// Simulates so many further objects that earlier ones are in no list any more.
    public func pushOutOfLists() { state.withLock { $0.isListed = false } }

    /// The number of calls made that move money.
    public var madeCount: Int { state.withLock { $0.made.count } }

    // MARK: - One exchange

    private func exchange<Value: Sendable>(
        _ verb: Verb, _ key: IdempotencyKey?, _ execute: (inout State) -> Result<Value, GatewayError>
    ) async throws(GatewayError) -> Value {
        let arrival = state.withLock { $0.arrive(verb, key, execute) }
        for continuation in arrival.reached { continuation.resume() }
        switch arrival.behavior {
        case .loseRequest, .loseAnswer: throw Self.lost
        case .refuseConnection:
            throw GatewayError(.notConnectedToGateway, fate: .notSent, message: "connection refused")
        case .fail(let error): throw error
        case .holdRequest:
            await waitForRelease(verb)
            return try state.withLock { execute(&$0) }.get()
        case .holdAnswer: await waitForRelease(verb)
        case .change(let change):
            if let value = try arrival.result?.get(), var intent = value as? PaymentIntent {
                change(&intent)
                return intent as? Value ?? value
            }
        case nil: break
        }
        guard let result = arrival.result else { throw Self.lost }
        return try result.get()
    }

    private func waitForRelease(_ verb: Verb) async {
        await withCheckedContinuation { continuation in
            let isLetGo = state.withLock { state in
                if let count = state.letGo[verb], count > 0 {
                    state.letGo[verb] = count - 1
                    return true
                }
                state.aboutToWait[verb, default: 0] -= 1
                state.held[verb, default: []].append(continuation)
                return false
            }
            if isLetGo { continuation.resume() }
        }
    }

    private static let lost = GatewayError(.gatewayConnectionLost, fate: .unknown, message: "the answer was lost")

    private func keyed(
        _ verb: Verb, _ key: IdempotencyKey, _ execute: (inout State) -> Result<PaymentIntent, GatewayError>
    ) async throws(GatewayError) -> PaymentIntent {
        try await exchange(verb, key) { state in
            if let stored = state.stored[key] { return stored }
            let result = execute(&state)
            state.stored[key] = result
            return result
        }
    }

    private static func missing(_ id: String) -> GatewayError {
        GatewayError(.resourceMissing, fate: .answered(status: 404), message: "No such payment_intent: '\(id)'")
    }

    private static func wrongState(_ intent: PaymentIntent) -> GatewayError {
        GatewayError(
            .unexpectedState, fate: .answered(status: 400), message: "not possible: its status is \(intent.status)",
            apiError: APIError(type: .invalidRequestError, code: "payment_intent_unexpected_state"), intent: intent
        )
    }

    private static func edit(
        _ id: String, _ state: inout State, _ change: (inout PaymentIntent, inout State) -> GatewayError?
    ) -> Result<PaymentIntent, GatewayError> {
        guard var intent = state.intents[id] else { return .failure(missing(id)) }
        let error = change(&intent, &state)
        state.intents[id] = intent
        return error.map(Result.failure) ?? .success(intent)
    }

    // MARK: - Gateway

    public func createConnectionToken() async throws(GatewayError) -> ConnectionToken {
        try await exchange(.token, nil) { _ in .success(ConnectionToken(secret: SecretBytes(utf8: "pst_test_1"))) }
    }

    public func createPaymentIntent(
        _ parameters: PaymentIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await keyed(.create, key) { state in
            let id = "pi_\(state.nextID)"
            state.nextID += 1
            let intent = PaymentIntent(
                id: id, amount: parameters.amount, status: .requiresPaymentMethod,
                captureMethod: parameters.captureMethod, clientSecret: ClientSecret("\(id)_secret_x"),
                metadata: parameters.metadata, paymentMethodTypes: parameters.paymentMethodTypes
            )
            state.intents[id] = intent
            state.order.append(id)
            return .success(intent)
        }
    }

    public func retrievePaymentIntent(_ intent: PaymentIntentReference) async throws(GatewayError) -> PaymentIntent {
        try await exchange(.retrieve, nil) { state in
            state.intents[intent.id].map(Result.success) ?? .failure(Self.missing(intent.id))
        }
    }

    public func listPaymentIntents(_ query: ListQuery) async throws(GatewayError) -> ListPage<PaymentIntent> {
        try await exchange(.list, nil) { state in
            let intents = state.order.reversed().compactMap { state.intents[$0] }
            return .success(ListPage(data: Array(intents.prefix(query.limit)), hasMore: intents.count > query.limit))
        }
    }

    public func editPaymentIntent(
        _ intent: PaymentIntentReference, _ changes: PaymentIntentChanges, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await keyed(.edit, key) { state in
            Self.edit(intent.id, &state) { intent, _ in
                guard intent.status == .requiresPaymentMethod || intent.status == .requiresConfirmation else {
                    return Self.wrongState(intent)
                }
                intent.amount = changes.amount ?? intent.amount
                if let description = changes.description { intent.description = description.value }
                if let fee = changes.applicationFeeAmount { intent.applicationFeeAmount = fee.value }
                for (name, change) in changes.metadata { intent.metadata[name] = change.value }
                return nil
            }
        }
    }

    public func updatePaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await keyed(.update, key) { state in
            Self.edit(intent.id, &state) { intent, _ in
                intent.status = .requiresConfirmation
                intent.paymentMethod = .id("pm_1")
                intent.amountDetails = AmountDetails(
                    surcharge: AmountDetails.Surcharge(
                        status: .available, maximumAmount: Amount(minorUnits: 30, currency: intent.amount.currency)))
                return nil
            }
        }
    }

    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await keyed(.confirm, key) { state in
            state.payloads[intent.id] = payload
            return Self.edit(intent.id, &state) { intent, state in
                if let tip = payload?.tip, let sum = try? intent.amount.adding(tip) {
                    intent.amount = sum
                    intent.amountTip = tip
                }
                return Self.authorize(&intent, &state)
            }
        }
    }

    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, surcharge: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await keyed(.confirm, key) { state in
            Self.edit(intent.id, &state) { intent, state in
                let base = intent
                let charged = state.otherSurcharge ?? surcharge
                if let sum = try? intent.amount.adding(charged) {
                    intent.amount = sum
                    intent.amountDetails?.surcharge?.amount = charged
                }
                let error = Self.authorize(&intent, &state)
                if error != nil { (intent.amount, intent.amountDetails) = (base.amount, base.amountDetails) }
                return error
            }
        }
    }

    /// Charges another surcharge than the one that is asked for.
    public func charge(otherSurcharge: Amount) { state.withLock { $0.otherSurcharge = otherSurcharge } }

    public func requestCurrencyConversion(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await keyed(.update, key) { state in
            Self.edit(intent.id, &state) { intent, state in
                guard !state.convertsNothing else {
                    let reason = APIError(
                        type: .invalidRequestError, message: "no conversion",
                        param: "payment_method_options[card_present][request_dynamic_currency_conversion]")
                    return GatewayError(
                        .invalidParameter, fate: .answered(status: 400), message: "no conversion", apiError: reason)
                }
                let converted = Amount(minorUnits: intent.amount.minorUnits / 5 * 6, currency: .usd)
                var card = CardDetails()
                card.preferredLocales = ["de"]
                card.dynamicCurrencyConversion = .offer(intent.amount, as: converted)
                intent.status = .requiresConfirmation
                intent.paymentMethod = .object(PaymentMethod(id: "pm_1", type: .cardPresent, cardPresent: card))
                return nil
            }
        }
    }

    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, conversion: ConversionChoice, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await keyed(.confirm, key) { state in
            state.conversions.append(conversion)
            return Self.edit(intent.id, &state) { intent, state in
                let error = Self.authorize(&intent, &state)
                guard error == nil, let charge = intent.latestCharge?.id else { return error }
                var told = DynamicCurrencyConversion()
                told.status = .declined
                if case .accepted(let amount) = conversion {
                    told = .offer(intent.amount, as: state.otherConversion ?? amount)
                    told.status = .accepted
                }
                var card = CardDetails()
                card.dynamicCurrencyConversion = told
                let none = Amount(minorUnits: 0, currency: intent.amount.currency)
                intent.latestCharge = .object(
                    Charge(
                        id: charge, amount: intent.amount, amountCaptured: intent.amountReceived ?? none,
                        amountRefunded: none, captured: intent.status == .succeeded, refunded: false,
                        status: .succeeded, paymentMethodDetails: .init(type: .cardPresent, cardPresent: card)))
                return nil
            }
        }
    }

    /// Refuses every wish for a conversion.
    public func convertNothing() { state.withLock { $0.convertsNothing = true } }

    /// Converts into another amount than the customer chose.
    public func charge(otherConversion: Amount) { state.withLock { $0.otherConversion = otherConversion } }

    /// The choices of customers that confirmations carried out, in their order.
    public var conversions: [ConversionChoice] { state.withLock { $0.conversions } }

    private static func authorize(_ intent: inout PaymentIntent, _ state: inout State) -> GatewayError? {
        guard intent.status == .requiresPaymentMethod || intent.status == .requiresConfirmation else {
            return wrongState(intent)
        }
        intent.latestCharge = .id("ch_\(state.nextID)")
        state.nextID += 1
        guard state.declines.isEmpty else {
            let reason = APIError(type: .cardError, code: "card_declined", declineCode: state.declines.removeFirst())
            intent.status = .requiresPaymentMethod
            intent.lastPaymentError = reason
            return GatewayError(
                .declinedByIssuer, fate: .answered(status: 402), message: "declined", apiError: reason, intent: intent
            )
        }
        state.approvals[intent.id, default: 0] += 1
        intent.lastPaymentError = nil
        intent.status = intent.captureMethod == .manual ? .requiresCapture : .succeeded
        if intent.captureMethod == .manual {
            intent.amountCapturable = intent.amount
        } else {
            intent.amountReceived = intent.amount
        }
        return nil
    }

    public func capturePaymentIntent(
        _ intent: PaymentIntentReference, amount: Amount?, applicationFee: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await keyed(.capture, key) { state in
            Self.edit(intent.id, &state) { intent, _ in
                guard intent.status == .requiresCapture else { return Self.wrongState(intent) }
                intent.amountReceived = amount ?? intent.amountCapturable
                intent.applicationFeeAmount = applicationFee ?? intent.applicationFeeAmount
                intent.amountCapturable = Amount(minorUnits: 0, currency: intent.amount.currency)
                intent.status = .succeeded
                return nil
            }
        }
    }

    public func cancelPaymentIntent(
        _ intent: PaymentIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await keyed(.cancel, key) { state in
            Self.edit(intent.id, &state) { intent, _ in
                guard intent.status != .succeeded, intent.status != .canceled else { return Self.wrongState(intent) }
                intent.amountCapturable = Amount(minorUnits: 0, currency: intent.amount.currency)
                intent.status = .canceled
                return nil
            }
        }
    }

    public func createRefund(
        _ parameters: RefundParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> Refund {
        try await refund(parameters, nil, key)
    }

    public func createRefund(
        _ parameters: RefundParameters, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> Refund {
        try await refund(parameters, payload, key)
    }

    private func refund(
        _ parameters: RefundParameters, _ payload: EncryptedPayload?, _ key: IdempotencyKey
    ) async throws(GatewayError) -> Refund {
        try await exchange(.refund, key) { state in
            if let sent = state.refundCards[key], sent != payload {
                return .failure(
                    GatewayError(.idempotencyMismatch, fate: .answered(status: 400), message: "another body"))
            }
            state.refundCards[key] = .some(payload)
            if let made = state.refunds.first(where: { $0.metadata["tender_attempt"] == key.rawValue }) {
                return .success(made)
            }
            guard let intent = state.intents[parameters.subject], intent.status == .succeeded else {
                return .failure(Self.missing(parameters.subject))
            }
            let refund = Refund(
                id: "re_\(state.nextID)", amount: parameters.amount ?? intent.amountReceived ?? intent.amount,
                status: state.refundStatus, paymentIntent: intent.id, metadata: parameters.metadata
            )
            state.nextID += 1
            state.refunds.append(refund)
            return .success(refund)
        }
    }

    public func retrieveRefund(_ id: String) async throws(GatewayError) -> Refund {
        try await exchange(.listRefunds, nil) { state in
            state.refunds.first { $0.id == id }.map(Result.success) ?? .failure(Self.missing(id))
        }
    }

    public func listRefunds(
        paymentIntent: String?, _ query: ListQuery
    ) async throws(GatewayError) -> ListPage<Refund> {
        try await exchange(.listRefunds, nil) { state in
            let refunds = state.refunds.filter { paymentIntent == nil || $0.paymentIntent == paymentIntent }
            return .success(ListPage(data: refunds.reversed(), hasMore: false))
        }
    }

    public func perform(_ call: MoneyCall, key: IdempotencyKey) async throws(GatewayError) -> MoneyObject {
        try await exchange(.perform, key) { state in
            guard call.kind != .checkoutPayment else {
                state.beginCheckout(call, key)
                return state.checkout(key, isDecline: true)
            }
            let object =
                state.made[key] ?? MoneyObject(id: "tr_\(state.made.count + 1)", amount: call.amount, json: [])
            state.made[key] = object
            return .success(object)
        }
    }

    public func find(
        _ call: MoneyCall, key: IdempotencyKey, object: String?
    ) async throws(GatewayError) -> MoneyObject? {
        try await exchange(.find, nil) { state in
            guard call.kind != .checkoutPayment else {
                guard state.checkouts[key] != nil else { return .success(nil) }
                return state.checkout(key, isDecline: false).map { $0 }
            }
            let made = state.made[key]
            return .success(state.isListed || object == made?.id ? made : nil)
        }
    }
}

extension ScriptedGateway.State {
    fileprivate mutating func beginCheckout(_ call: MoneyCall, _ key: IdempotencyKey) {
        guard checkouts[key] == nil else { return }
        checkouts[key] = PaymentIntent(
            id: "pi_c\(checkouts.count + 1)", amount: call.amount ?? Amount(minorUnits: 0, currency: .eur),
            status: .requiresAction, captureMethod: .automatic, clientSecret: nil,
            metadata: [PaymentIntent.attemptMetadata: key.rawValue], paymentMethodTypes: [.card])
        settleCheckout(key)
    }

    fileprivate mutating func settleCheckout(_ key: IdempotencyKey) {
        switch checkoutSteps.isEmpty ? nil : checkoutSteps.removeFirst() {
        case .challenge: checkouts[key]?.status = .requiresAction
        case .decline:
            checkouts[key]?.status = .requiresPaymentMethod
            checkouts[key]?.lastPaymentError = APIError(type: .cardError, code: "card_declined")
        case nil:
            checkouts[key]?.status = .succeeded
            charges += 1
        }
    }

    /// What the gateway's client makes of the payment; a decline is answered as one, or found as an end.
    fileprivate func checkout(_ key: IdempotencyKey, isDecline: Bool) -> Result<MoneyObject, GatewayError> {
        guard let intent = checkouts[key], let json = try? JSONEncoder().encode(intent) else {
            return .failure(GatewayError(.apiError, fate: .unknown, message: "no such payment"))
        }
        guard intent.status == .requiresPaymentMethod else {
            return .success(
                MoneyObject(
                    id: intent.id, amount: intent.amount, json: Array(json),
                    isPending: intent.status == .requiresAction))
        }
        return .failure(
            GatewayError(
                .declinedByIssuer, fate: isDecline ? .answered(status: 402) : .precluded, message: "declined",
                apiError: intent.lastPaymentError, intent: intent, isUnderKey: isDecline))
    }
}

/// SetupIntents.
extension ScriptedGateway {
    private func keyedSetup(
        _ verb: Verb, _ key: IdempotencyKey, _ execute: (inout State) -> Result<SetupIntent, GatewayError>
    ) async throws(GatewayError) -> SetupIntent {
        try await exchange(verb, key) { state in
            if let stored = state.setupAnswers[key] { return stored }
            let result = execute(&state)
            state.setupAnswers[key] = result
            return result
        }
    }

    private static func open(_ id: String, _ state: State) -> Result<SetupIntent, GatewayError> {
        guard let intent = state.setups[id] else { return .failure(missing(id)) }
        guard intent.status == .requiresPaymentMethod else {
            var error = GatewayError(
                .unexpectedState, fate: .answered(status: 400), message: "its status is \(intent.status)",
                apiError: APIError(type: .invalidRequestError, code: "setup_intent_unexpected_state"))
            error.setupIntent = intent
            return .failure(error)
        }
        return .success(intent)
    }

    public func createSetupIntent(
        _ parameters: SetupIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try await keyedSetup(.createSetup, key) { state in
            let id = "seti_\(state.nextID)"
            state.nextID += 1
            let intent = SetupIntent(
                id: id, status: .requiresPaymentMethod, clientSecret: ClientSecret("\(id)_secret_x"),
                customer: parameters.customer, metadata: parameters.metadata,
                paymentMethodTypes: parameters.paymentMethodTypes)
            state.setups[id] = intent
            return .success(intent)
        }
    }

    public func retrieveSetupIntent(_ intent: SetupIntentReference) async throws(GatewayError) -> SetupIntent {
        try await exchange(.retrieveSetup, nil) { state in
            state.setups[intent.id].map(Result.success) ?? .failure(Self.missing(intent.id))
        }
    }

    public func confirmSetupIntent(
        _ intent: SetupIntentReference, payload: EncryptedPayload, allowRedisplay: AllowRedisplay, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try await keyedSetup(.confirmSetup, key) { state in
            Self.open(intent.id, state).flatMap { Self.save($0, payload, &state) }
        }
    }

    private static func save(
        _ intent: SetupIntent, _ payload: EncryptedPayload, _ state: inout State
    ) -> Result<SetupIntent, GatewayError> {
        var intent = intent
        defer { state.setups[intent.id] = intent }
        guard state.declines.isEmpty else {
            let reason = APIError(type: .cardError, code: "card_declined", declineCode: state.declines.removeFirst())
            intent.lastSetupError = reason
            var error = GatewayError(
                .declinedByIssuer, fate: .answered(status: 402), message: "declined", apiError: reason, isUnderKey: true
            )
            error.setupIntent = intent
            return .failure(error)
        }
        state.savedCards.append(payload)
        intent.status = .succeeded
        let details = SetupAttempt.Details(
            type: .cardPresent,
            cardPresent: SetupAttemptCardPresentDetails(generatedCard: "pm_\(state.savedCards.count)"))
        intent.latestAttempt = .object(
            SetupAttempt(id: "setatt_1", status: "succeeded", paymentMethodDetails: details))
        return .success(intent)
    }

    public func cancelSetupIntent(
        _ intent: SetupIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try await keyedSetup(.cancelSetup, key) { state in
            Self.open(intent.id, state).map { found in
                var canceled = found
                canceled.status = .canceled
                state.setups[found.id] = canceled
                return canceled
            }
        }
    }
}
