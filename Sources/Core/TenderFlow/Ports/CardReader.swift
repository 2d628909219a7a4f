public import TenderModel

/// A connected card reader, of whatever make.
///
/// One collection at a time: a second `collect` while one runs throws `readerBusy`.
public protocol CardReader: Sendable {
    /// What the reader is.
    var reader: Reader { get }

    /// What the reader tells while it is connected; ends after `.disconnected`. One consumer.
    var events: AsyncStream<ReaderEvent> { get }

    /// Waits for a card and reads it; returns when the reader is idle again.
    ///
    /// Cancelling the task stops the reader: the call then throws `.canceled` once the reader is idle, or returns the
    /// card that was read in the same instant.
    func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard

    /// Shows a text on the reader, or clears it with nil; a reader without a screen ignores it.
    func show(_ text: String?) async

    /// Shows what is bought; `show(nil)` clears it. A reader with one line of text shows the total.
    func show(_ cart: ReaderCart) async throws(ReaderError)

    /// Ends the connection; `events` then ends with `.disconnected(.disconnectRequested)`.
    func disconnect() async
}

extension CardReader {
    /// Shows the total.
    public func show(_ cart: ReaderCart) async throws(ReaderError) { await show("\(cart.total)") }
}

/// What a reader is asked to collect a card for.
public struct CollectRequest: Hashable, Sendable, Codable {
    /// The amount that the card will be asked for.
    public var amount: Amount
    /// The kinds of card that may pay.
    public var paymentMethodTypes: [PaymentMethodType]
    /// Whether the customer may cancel on the reader.
    public var customerCancellation: Bool
    /// The gateway's intent, for readers that the gateway drives; nil when the gateway does not know the payment.
    public var paymentIntent: String?

    /// Describes a collection.
    public init(
        amount: Amount, paymentMethodTypes: [PaymentMethodType] = [.cardPresent], customerCancellation: Bool = true,
        paymentIntent: String? = nil
    ) {
        self.amount = amount
        self.paymentMethodTypes = paymentMethodTypes
        self.customerCancellation = customerCancellation
        self.paymentIntent = paymentIntent
    }
}

/// A card that was read: what may be known of it, and the rest encrypted for the gateway.
public struct CollectedCard: Hashable, Sendable {
    /// Brand, last four digits, read method.
    public var card: CardDetails
    /// The card data, which only the gateway can open.
    public var payload: EncryptedPayload

    /// Wraps what a reader produced.
    public init(card: CardDetails, payload: EncryptedPayload) {
        self.card = card
        self.payload = payload
    }
}

/// What a reader tells beside the result of a collection.
public enum ReaderEvent: Hashable, Sendable, Codable {
    /// What the customer should do next.
    case displayMessage(ReaderDisplayMessage)
    /// The ways in which a card is taken now; empty when none is.
    case inputOptions(ReaderInputOptions)
    /// A card was put in.
    case cardInserted
    /// The card was taken out.
    case cardRemoved
    /// The charge of the battery, 0 to 100.
    case batteryLevel(Int)
    /// The reader is gone.
    case disconnected(DisconnectReason)
}

/// Why a collection gave no card.
public enum ReaderError: Error, Hashable, Sendable, Codable {
    /// It was stopped, by the application or on the reader.
    case canceled(by: CancelOrigin)
    /// The reader is gone.
    case disconnected(DisconnectReason)
    /// Another collection is running.
    case busy
    /// Nobody presented a card in the reader's own time.
    case timedOut
    /// The card could not be read.
    case cardNotRead(ReadFault)
    /// The reader refuses the card or the amount.
    case refused(String)
    /// The reader does not answer or answers nonsense.
    case communication(String)

    /// What was wrong with a read.
    public enum ReadFault: String, Hashable, Sendable, Codable {
        /// The chip does not answer.
        case insert
        /// The stripe is unreadable.
        case swipe
        /// The card left too early.
        case removed
        /// The kind of card cannot pay here.
        case notSupported
    }
}
