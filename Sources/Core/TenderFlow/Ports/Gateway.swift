public import TenderModel

/// The payments API, with one method per request.
///
/// One call is one exchange over the network: nothing is repeated here, because only the payment machine knows whether
/// a repetition is safe. Canceling the task stops the exchange promptly, because the terminal's deadlines rely on that,
/// and throws `.unknown` if bytes may have left.
public protocol Gateway: Sendable {
    /// The gateway's name for people and journals, such as its address, without secrets.
    var name: String { get }

    /// Requests the short-lived secret for connecting a reader.
    func createConnectionToken() async throws(GatewayError) -> ConnectionToken

    /// Creates a PaymentIntent, once per key.
    func createPaymentIntent(
        _ parameters: PaymentIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Retrieves a PaymentIntent.
    func retrievePaymentIntent(_ intent: PaymentIntentReference) async throws(GatewayError) -> PaymentIntent

    /// Lists PaymentIntents, newest first.
    func listPaymentIntents(_ query: ListQuery) async throws(GatewayError) -> ListPage<PaymentIntent>

    /// Changes an intent that nobody has paid yet, once per key.
    func editPaymentIntent(
        _ intent: PaymentIntentReference, _ changes: PaymentIntentChanges, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Attaches the presented card, so that it can be inspected before it is confirmed.
    func updatePaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Attaches the presented card as `updatePaymentIntent` does, and asks for an offer to convert the amount into its
    /// currency.
    func requestCurrencyConversion(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Requests the authorization; without a payload, the attached payment method is used.
    func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Requests the authorization of the amount with a surcharge on top, which the gateway allows for the attached card.
    func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, surcharge: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Requests the authorization in the currency that the customer chose, for a card that an offer was made for.
    func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, conversion: ConversionChoice, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Requests the authorization with a card that waits in the reader, and the issuer's data for it.
    func confirmPaymentIntent(
        _ intent: PaymentIntentReference, waitingCard confirmation: CardConfirmation, key: IdempotencyKey
    ) async -> CardConfirmation.Answer

    /// Captures a held approval; all of it if `amount` is `nil`, and with the intent's own fee if `applicationFee` is.
    func capturePaymentIntent(
        _ intent: PaymentIntentReference, amount: Amount?, applicationFee: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Raises a held approval to a larger total, once per key.
    func incrementAuthorization(
        _ intent: PaymentIntentReference, amount: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Cancels an intent and releases what it holds.
    func cancelPaymentIntent(
        _ intent: PaymentIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Refunds money, once per key.
    func createRefund(_ parameters: RefundParameters, key: IdempotencyKey) async throws(GatewayError) -> Refund

    /// Refunds to the card that was presented at a reader, once per key.
    func createRefund(
        _ parameters: RefundParameters, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> Refund

    /// Retrieves a refund.
    func retrieveRefund(_ id: String) async throws(GatewayError) -> Refund

    /// Lists refunds, newest first.
    func listRefunds(paymentIntent: String?, _ query: ListQuery) async throws(GatewayError) -> ListPage<Refund>

    /// Makes a call that moves money, once per key; the object that it creates has the key in its metadata.
    func perform(_ call: MoneyCall, key: IdempotencyKey) async throws(GatewayError) -> MoneyObject

    /// Searches for what a call created under a key; `nil` if there is nothing.
    ///
    /// - Parameter object: The ID of what it created, if known, in which case no list is needed.
    /// - Throws: `GatewayError` with `.answerMismatch` for something else under that key; with the fate `.precluded` if
    ///   what the call was to end has ended otherwise.
    func find(_ call: MoneyCall, key: IdempotencyKey, object: String?) async throws(GatewayError) -> MoneyObject?

    /// Creates a SetupIntent, once per key.
    func createSetupIntent(
        _ parameters: SetupIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent

    /// Retrieves a SetupIntent, with its newest attempt.
    func retrieveSetupIntent(_ intent: SetupIntentReference) async throws(GatewayError) -> SetupIntent

    /// Has the presented card verified and saved, once per key; a decline throws `.declinedByIssuer`.
    func confirmSetupIntent(
        _ intent: SetupIntentReference, payload: EncryptedPayload, allowRedisplay: AllowRedisplay, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent

    /// Cancels a SetupIntent, so that no card is saved with it any more.
    func cancelSetupIntent(
        _ intent: SetupIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent
}

/// The defaults for gateways that save no cards.
extension Gateway {
    /// Throws `.notAvailable`.
    public func createSetupIntent(
        _ parameters: SetupIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        throw .savesNoCards
    }

    /// Throws `.notAvailable`.
    public func retrieveSetupIntent(_ intent: SetupIntentReference) async throws(GatewayError) -> SetupIntent {
        throw .savesNoCards
    }

    /// Throws `.notAvailable`.
    public func confirmSetupIntent(
        _ intent: SetupIntentReference, payload: EncryptedPayload, allowRedisplay: AllowRedisplay, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        throw .savesNoCards
    }

    /// Throws `.notAvailable`.
    public func cancelSetupIntent(
        _ intent: SetupIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        throw .savesNoCards
    }
}

extension GatewayError {
    /// The refusal of a conversion by our own side.
    static var convertsNoCurrency: GatewayError {
        let message = "this gateway converts no currency: collect without it"
        return GatewayError(
            .notAvailable, fate: .notSent, message: message,
            apiError: APIError(
                type: .invalidRequestError, message: message,
                param: "payment_method_options[card_present][request_dynamic_currency_conversion]"))
    }

    fileprivate static var savesNoCards: GatewayError {
        GatewayError(.notAvailable, fate: .notSent, message: "this gateway saves no cards")
    }
}

/// The defaults for gateways that support only payments.
extension Gateway {
    /// Throws `.notAvailable`.
    public func createRefund(
        _ parameters: RefundParameters, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> Refund {
        throw GatewayError(
            .notAvailable, fate: .notSent, message: "this gateway does not refund to a card that is presented")
    }

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

    /// Throws `.notAvailable`.
    public func editPaymentIntent(
        _ intent: PaymentIntentReference, _ changes: PaymentIntentChanges, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        throw GatewayError(
            .notAvailable, fate: .notSent, message: "this gateway does not edit a PaymentIntent: create another one")
    }

    /// Throws `.notAvailable`.
    public func incrementAuthorization(
        _ intent: PaymentIntentReference, amount: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        throw GatewayError(
            .notAvailable, fate: .notSent, message: "this gateway does not raise a hold: take another payment")
    }

    /// Throws `.notAvailable`.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, surcharge: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        throw GatewayError(
            .notAvailable, fate: .notSent, message: "this gateway charges no surcharge: confirm without one")
    }

    /// Throws `.notAvailable`.
    public func requestCurrencyConversion(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        throw .convertsNoCurrency
    }

    /// Throws `.notAvailable`.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, conversion: ConversionChoice, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        throw .convertsNoCurrency
    }

    private static func notAvailable(_ call: MoneyCall) -> GatewayError {
        GatewayError(
            .notAvailable, fate: .notSent,
            message: "this gateway supports payments only: it makes no \(call.kind.rawValue)")
    }
}

extension Gateway {
    /// Retrieves the PaymentIntent that a client secret opens.
    ///
    /// - Throws: `GatewayError` with `.invalidClientSecret` if it opens none.
    public func retrievePaymentIntent(clientSecret: ClientSecret) async throws(GatewayError) -> PaymentIntent {
        let reference = try PaymentIntentReference(clientSecret: clientSecret)
        let intent = try await retrievePaymentIntent(reference)
        try reference.check(intent)
        return intent
    }
}

extension Gateway {
    /// Captures a held approval with the intent's own fee; all of it if `amount` is `nil`.
    public func capturePaymentIntent(
        _ intent: PaymentIntentReference, amount: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await capturePaymentIntent(intent, amount: amount, applicationFee: nil, key: key)
    }
}

/// A reference to an intent: the ID, and the secret if only a publishable key is available.
public struct PaymentIntentReference: Hashable, Sendable {
    /// The intent's ID.
    public var id: String
    /// The intent's secret, if known.
    public var clientSecret: ClientSecret?

    /// Creates a reference.
    public init(id: String, clientSecret: ClientSecret? = nil) {
        self.id = id
        self.clientSecret = clientSecret
    }

    /// Creates a reference to an intent.
    public init(_ intent: PaymentIntent) {
        self.init(id: intent.id, clientSecret: intent.clientSecret)
    }

    /// Creates a reference to the intent that a secret opens, whose ID is a part of it.
    ///
    /// - Throws: `GatewayError` with `.invalidClientSecret` if it is the secret of no PaymentIntent.
    public init(clientSecret: ClientSecret) throws(GatewayError) {
        guard let id = clientSecret.paymentIntentID else {
            throw GatewayError(
                .invalidClientSecret, fate: .notSent, message: "this is the client secret of no PaymentIntent")
        }
        self.init(id: id, clientSecret: clientSecret)
    }

    /// Checks an answer: whoever gives a secret must know it, also where a secret key opens every intent.
    ///
    /// - Throws: `GatewayError` with `.invalidClientSecret` for an intent with another secret.
    package func check(_ intent: PaymentIntent) throws(GatewayError) {
        guard let clientSecret, let told = intent.clientSecret, told != clientSecret else { return }
        throw GatewayError(
            .invalidClientSecret, fate: .answered(status: 400), message: "the client secret is not that of \(id)")
    }
}

/// The part of a list to return.
public struct ListQuery: Hashable, Sendable {
    /// The maximum number of objects, 1 to 100.
    public var limit: Int
    /// The ID of the object after which the page begins.
    public var startingAfter: String?
    /// The ID of the object before which the page ends: the objects that are just newer.
    public var endingBefore: String?
    /// The earliest time of creation, in seconds since 1970.
    public var createdFrom: Int64?
    /// The latest time of creation, in seconds since 1970.
    public var createdTo: Int64?
    /// What the objects have in common; which filters a list has, its call says.
    public var filters: [ListFilter: String]

    /// Creates a query.
    public init(
        limit: Int = 10, startingAfter: String? = nil, createdFrom: Int64? = nil, createdTo: Int64? = nil,
        endingBefore: String? = nil, filters: [ListFilter: String] = [:]
    ) {
        self.limit = limit
        self.startingAfter = startingAfter
        self.createdFrom = createdFrom
        self.createdTo = createdTo
        self.endingBefore = endingBefore
        self.filters = filters
    }
}

/// One page of a list.
public struct ListPage<Element: Sendable & Hashable>: Hashable, Sendable {
    /// The objects, newest first.
    public var data: [Element]
    /// Whether more, older objects follow.
    public var hasMore: Bool

    /// Creates a page.
    public init(data: [Element], hasMore: Bool) {
        self.data = data
        self.hasMore = hasMore
    }
}
