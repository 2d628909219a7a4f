public import TenderModel

/// A connected card reader of any make.
///
/// One collection at a time: a second `collect` while one runs throws `readerBusy`.
public protocol CardReader: Sendable {
    /// The reader's properties.
    var reader: Reader { get }

    /// The events of the reader while it is connected, for a single consumer; ends after `.disconnected`.
    var events: AsyncStream<ReaderEvent> { get }

    /// Waits for a card and reads it; returns when the reader is idle again.
    ///
    /// Canceling the task stops the reader: the call then throws `.canceled` once the reader is idle, or returns a card
    /// that was read at that moment.
    func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard

    /// Tells the card that waits since `collect` returned it with `awaitsIssuer` what the issuer said, and returns its
    /// last word once the reader is idle.
    ///
    /// Canceling the task releases the card: the call then throws `.canceled` once the reader is idle.
    ///
    /// - Throws: `.cardNotRead(.removed)` if the card was pulled out; other errors if it has not given its word either.
    func conclude(_ answer: IssuerAnswer) async throws(ReaderError) -> CardConclusion

    /// Shows a text on the reader, or clears it if `nil`; a reader without a screen ignores it.
    func show(_ text: String?) async

    /// Shows the purchase, which `show(nil)` clears; a reader with a single line of text shows the total.
    func show(_ cart: ReaderCart) async throws(ReaderError)

    /// Asks the customer a question; returns when the reader is idle again.
    ///
    /// Canceling the task stops the reader: the call then returns `.failed` or an answer that was given at that moment.
    func askConsent(_ request: ConsentRequest) async -> ConsentAnswer

    /// Ends the connection; `events` then ends with `.disconnected(.disconnectRequested)`.
    func disconnect() async
}

extension CardReader {
    /// Returns at once that the card has nothing to say: this reader ends with its cards by itself.
    public func conclude(_ answer: IssuerAnswer) async throws(ReaderError) -> CardConclusion {
        CardConclusion(.nothing)
    }

    /// Shows the total.
    public func show(_ cart: ReaderCart) async throws(ReaderError) { await show("\(cart.total)") }

    /// Returns `.unsupported`.
    public func askConsent(_ request: ConsentRequest) async -> ConsentAnswer { .unsupported }
}

/// The request to collect a card.
public struct CollectRequest: Hashable, Sendable, Codable {
    /// What a card is collected for.
    public enum Purpose: String, Hashable, Sendable, Codable, CaseIterable {
        /// The card pays the amount.
        case payment
        /// The amount goes back to the card; no reader asks for a tip.
        case refund
        /// The card is saved for later payments; the amount is zero, and no reader asks for a tip.
        case setup
    }

    /// What the card is collected for.
    public var purpose: Purpose
    /// The amount that the card will be charged, or that goes back to it; zero if the card is only saved.
    public var amount: Amount
    /// The types of card that may pay.
    public var paymentMethodTypes: [PaymentMethodType]
    /// Whether the customer may cancel on the reader.
    public var customerCancellation: Bool
    /// What the reader may ask the customer as a tip, `nil` for nothing; a reader that cannot ask ignores it.
    public var tipping: TippingConfiguration?
    /// What the reader shows about a surcharge before a card is read; a reader without a screen ignores it.
    public var surchargeNotice: String?
    /// The gateway's intent, for readers that the gateway drives; `nil` if the gateway does not know the payment.
    public var paymentIntent: String?
    /// The keyed entry of the card's number, for a `KeyedEntryReader` only; `nil` for a card that is presented.
    public var moto: MotoConfiguration?
    /// The customer's consent to be shown the card again, for a payment that saves it.
    public var allowRedisplay: AllowRedisplay

    /// Creates a request; `tipping` counts for a payment only.
    public init(
        _ purpose: Purpose = .payment, amount: Amount, paymentMethodTypes: [PaymentMethodType] = [.cardPresent],
        customerCancellation: Bool = true, tipping: TippingConfiguration? = nil, paymentIntent: String? = nil,
        surchargeNotice: String? = nil, moto: MotoConfiguration? = nil, allowRedisplay: AllowRedisplay = .unspecified
    ) {
        self.purpose = purpose
        self.surchargeNotice = surchargeNotice
        self.amount = amount
        self.paymentMethodTypes = paymentMethodTypes
        self.customerCancellation = customerCancellation
        self.tipping = purpose == .payment ? tipping : nil
        self.paymentIntent = paymentIntent
        self.moto = moto
        self.allowRedisplay = allowRedisplay
    }
}

/// A card that was read: the details that may be known, and the rest encrypted for the gateway.
public struct CollectedCard: Hashable, Sendable {
    /// The details: brand, last four digits, read method.
    public var card: CardDetails
    /// The card data, which only the gateway can open, with the tip that the customer added.
    public var payload: EncryptedPayload
    /// Whether the card waits in the reader for the issuer's answer, which `CardReader.conclude` tells it; only a card
    /// that pays waits.
    public var awaitsIssuer: Bool

    /// Creates a card from what a reader produced.
    public init(card: CardDetails, payload: EncryptedPayload, awaitsIssuer: Bool = false) {
        self.card = card
        self.payload = payload
        self.awaitsIssuer = awaitsIssuer
    }
}

/// An event of a reader, apart from the result of a collection.
public enum ReaderEvent: Hashable, Sendable, Codable {
    /// What the customer should do next.
    case displayMessage(ReaderDisplayMessage)
    /// The currently accepted ways to present a card; empty if there is none.
    case inputOptions(ReaderInputOptions)
    /// A card was inserted.
    case cardInserted
    /// The card was removed.
    case cardRemoved
    /// The charge of the battery, 0 to 100.
    case batteryLevel(Int)
    /// The reader is gone.
    case disconnected(DisconnectReason)
}

/// The reason that a collection ended without a card.
public enum ReaderError: Error, Hashable, Sendable, Codable {
    /// It was stopped, by the application or on the reader.
    case canceled(by: CancelOrigin)
    /// The reader is gone.
    case disconnected(DisconnectReason)
    /// Another collection is running.
    case busy
    /// Nobody presented a card within the reader's own time limit.
    case timedOut
    /// The card could not be read.
    case cardNotRead(ReadFault)
    /// The reader refuses the card or the amount.
    case refused(String)
    /// The reader does not answer or answers nonsense.
    case communication(String)
    /// The reader failed, and said why.
    case failed(Fault, String)

    /// The reason that a card could not be read.
    public enum ReadFault: String, Hashable, Sendable, Codable {
        /// The chip does not answer.
        case insert
        /// The stripe is unreadable.
        case swipe
        /// The card was removed too early.
        case removed
        /// This type of card cannot pay here.
        case notSupported
    }
}
