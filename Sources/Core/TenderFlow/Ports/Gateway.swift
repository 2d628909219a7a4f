public import TenderModel

/// The payments API, one method a request.
///
/// One call is one exchange over the network: nothing is repeated here, since only the payment machine knows whether
/// a repetition is safe. Cancelling the task stops the exchange, and throws `.unknown` when bytes may have left; it does
/// so soon, since the terminal's deadlines rely on it.
public protocol Gateway: Sendable {
    /// Names the gateway for people and journals, such as its address; without secrets.
    var name: String { get }

    /// Fetches the short-lived secret with which a reader is connected.
    func createConnectionToken() async throws(GatewayError) -> ConnectionToken

    /// Makes a PaymentIntent, once per key.
    func createPaymentIntent(
        _ parameters: PaymentIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Reads a PaymentIntent.
    func retrievePaymentIntent(_ intent: PaymentIntentReference) async throws(GatewayError) -> PaymentIntent

    /// Lists PaymentIntents, newest first.
    func listPaymentIntents(_ query: ListQuery) async throws(GatewayError) -> ListPage<PaymentIntent>

    /// Attaches the presented card, so that it can be inspected before it is confirmed.
    func updatePaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Asks for the authorisation; without a payload the attached payment method is used.
    func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Captures a held approval: all of it when `amount` is nil.
    func capturePaymentIntent(
        _ intent: PaymentIntentReference, amount: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Cancels an intent and gives up what it holds.
    func cancelPaymentIntent(
        _ intent: PaymentIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Gives money back, once per key.
    func createRefund(_ parameters: RefundParameters, key: IdempotencyKey) async throws(GatewayError) -> Refund

    /// Reads a refund.
    func retrieveRefund(_ id: String) async throws(GatewayError) -> Refund

    /// Lists refunds, newest first.
    func listRefunds(paymentIntent: String?, _ query: ListQuery) async throws(GatewayError) -> ListPage<Refund>

    /// Makes a call that moves money, once per key; what it makes carries the key in its metadata.
    func perform(_ call: MoneyCall, key: IdempotencyKey) async throws(GatewayError) -> MoneyObject

    /// Looks for what a call made under a key; nil when there is nothing.
    ///
    /// - Parameter object: the id of what it made, where that is known: then no list is needed.
    /// - Throws: `GatewayError` with `.answerMismatch` for something else under that key; of the fate `.precluded` when
    ///   what the call was to end has ended otherwise.
    func find(_ call: MoneyCall, key: IdempotencyKey, object: String?) async throws(GatewayError) -> MoneyObject?
}

/// Gateways that know payments alone.
extension Gateway {
    /// Throws `.notAvailable`.
    public func perform(_ call: MoneyCall, key: IdempotencyKey) async throws(GatewayError) -> MoneyObject {
        throw Self.notAvailable(call)
    }

    /// Throws `.notAvailable`.
    public func find(
        _ call: MoneyCall, key: IdempotencyKey, object: String?
    ) async throws(GatewayError) -> MoneyObject? {
        throw Self.notAvailable(call)
    }

    private static func notAvailable(_ call: MoneyCall) -> GatewayError {
        GatewayError(
            .notAvailable, fate: .notSent,
            message: "this gateway knows payments alone: it makes no \(call.kind.rawValue)")
    }
}

/// Names an intent to the gateway: the id, and the secret where only a publishable key is held.
public struct PaymentIntentReference: Hashable, Sendable {
    /// The intent's id.
    public var id: String
    /// The intent's secret, when it is known.
    public var clientSecret: ClientSecret?

    /// Names an intent.
    public init(id: String, clientSecret: ClientSecret? = nil) {
        self.id = id
        self.clientSecret = clientSecret
    }

    /// Names an intent by its value.
    public init(_ intent: PaymentIntent) {
        self.init(id: intent.id, clientSecret: intent.clientSecret)
    }
}

/// Which part of a list is wanted.
public struct ListQuery: Hashable, Sendable {
    /// The number of objects, 1 to 100.
    public var limit: Int
    /// The id after which the page begins.
    public var startingAfter: String?
    /// The earliest creation, seconds since 1970.
    public var createdFrom: Int64?
    /// The latest creation, seconds since 1970.
    public var createdTo: Int64?

    /// Asks for a page.
    public init(limit: Int = 10, startingAfter: String? = nil, createdFrom: Int64? = nil, createdTo: Int64? = nil) {
        self.limit = limit
        self.startingAfter = startingAfter
        self.createdFrom = createdFrom
        self.createdTo = createdTo
    }
}

/// One page of a list.
public struct ListPage<Element: Sendable & Hashable>: Hashable, Sendable {
    /// The objects, newest first.
    public var data: [Element]
    /// Whether older ones follow.
    public var hasMore: Bool

    /// Makes a page.
    public init(data: [Element], hasMore: Bool) {
        self.data = data
        self.hasMore = hasMore
    }
}
