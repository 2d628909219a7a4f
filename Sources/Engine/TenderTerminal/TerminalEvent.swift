public import TenderModel

/// Something that a terminal tells all its subscribers.
public struct TerminalEvent: Hashable, Sendable {
    /// Grows by one with each event of the terminal; a gap shows that a slow subscriber lost some.
    public let sequence: UInt64
    /// What happened.
    public let kind: Kind

    /// Makes an event.
    public init(sequence: UInt64, kind: Kind) {
        self.sequence = sequence
        self.kind = kind
    }

    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// The connection to the reader changed.
        case connectionStatus(ConnectionStatus)
        /// What the reader side is doing changed.
        case paymentStatus(PaymentStatus)
        /// The customer should do something.
        case displayMessage(ReaderDisplayMessage)
        /// The ways in which a card is taken changed; empty when none is.
        case inputOptions(ReaderInputOptions)
        /// A card was put in.
        case cardInserted
        /// The card was taken out.
        case cardRemoved
        /// The charge of the reader's battery, 0 to 100.
        case batteryLevel(Int)
        /// The reader was lost and is being looked for.
        case reconnectStarted(DisconnectReason)
        /// The reader is back.
        case reconnectSucceeded
        /// The reader did not come back in time.
        case reconnectFailed(DisconnectReason)
        /// There is no reader any more.
        case disconnected(DisconnectReason)
        /// A card is in hand for the intent.
        case cardCollected(CardDetails, intentID: String)
        /// An inspected card was not confirmed in time and was forgotten.
        case collectionExpired(intentID: String)
        /// The same request is sent again under the same key; the number of the send, from 2.
        case sendingAgain(intentID: String, send: Int)
        /// The gateway is asked what became of a request; the number of the question, from 1.
        case asking(intentID: String, ask: Int)
        /// A payment that an earlier process left without a result is being resolved.
        case recoveryStarted(intentID: String)
        /// There is nothing left to resolve of a payment that an earlier process left.
        case recoveryEnded(intentID: String)
        /// An outcome that was told as unknown, or that an earlier process left unknown, is known.
        case outcomeResolved(PaymentOutcome, intentID: String)
        /// An approval was given back after its cancel had been answered.
        case reversed(intentID: String)
        /// What is stored offline, or whether it can leave, changed.
        case offlineStatus(OfflineStatus)
        /// What became of a payment that was accepted offline is known and recorded.
        case paymentForwarded(OfflinePayment, PaymentOutcome)
        /// Something stands in the way of forwarding; of one payment when its local id is there, of all otherwise.
        case forwardingError(TenderError, offlineID: String?)
        /// Something that should not happen and changed nothing, for the log.
        case diagnostic(String)
    }
}
