public import TenderFlow
public import TenderMessages
public import TenderModel

/// An event that a terminal sends to all its subscribers.
public struct TerminalEvent: Hashable, Sendable {
    /// A number that grows by one with each event of the terminal; a gap shows that a slow subscriber lost some.
    public let sequence: UInt64
    /// What happened.
    public let kind: Kind
    /// The language for the customer at the reader: the card's, once it is known, else the till's.
    public let language: Language

    /// Creates an event.
    public init(sequence: UInt64, kind: Kind, language: Language = .english) {
        self.sequence = sequence
        self.kind = kind
        self.language = language
    }

    /// What a display message or the input options say to the customer, in `language`; `nil` for any other event.
    public var customerMessage: LocalizedMessage? {
        switch kind {
        case .displayMessage(let message): LocalizedMessage(message, in: language)
        case .inputOptions(let options): LocalizedMessage(options, in: language)
        default: nil
        }
    }

    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// The connection to the reader changed.
        case connectionStatus(ConnectionStatus)
        /// The activity of the reader side changed.
        case paymentStatus(PaymentStatus)
        /// The customer should do something.
        case displayMessage(ReaderDisplayMessage)
        /// The accepted ways to present a card changed; empty if there is none.
        case inputOptions(ReaderInputOptions)
        /// A card was inserted.
        case cardInserted
        /// The card was removed.
        case cardRemoved
        /// The charge of the reader's battery, 0 to 100.
        case batteryLevel(Int)
        /// The reader that was connected offers an update.
        case updateAvailable(ReaderSoftwareUpdate)
        /// The reader begins to install its update.
        case updateStarted(ReaderSoftwareUpdate)
        /// So much of the update is installed, in percent.
        case updateProgress(Int)
        /// The update is installed, or not for this reason; neither if there was none.
        case updateFinished(ReaderSoftwareUpdate?, TenderError?)
        /// The reader was lost and is being looked for.
        case reconnectStarted(DisconnectReason)
        /// The reader is back.
        case reconnectSucceeded
        /// The reader did not come back in time.
        case reconnectFailed(DisconnectReason)
        /// No reader is connected any more.
        case disconnected(DisconnectReason)
        /// A card was collected for the intent.
        case cardCollected(CardDetails, intentID: String)
        /// An inspected card was not confirmed in time and was discarded.
        case collectionExpired(intentID: String)
        /// The same request is being sent again under the same key; `send` is the ordinal of the sending, from 2.
        case sendingAgain(intentID: String, send: Int)
        /// The gateway is being asked for the outcome of a request; `ask` is the ordinal of the query, from 1.
        case asking(intentID: String, ask: Int)
        /// Resolving a payment that an earlier process left without a result has begun.
        case recoveryStarted(intentID: String)
        /// Nothing is left to resolve of a payment that an earlier process left.
        case recoveryEnded(intentID: String)
        /// An outcome is known that was reported as unknown, or that an earlier process left unknown.
        case outcomeResolved(PaymentOutcome, intentID: String)
        /// What became of a refund or of a card to be saved is known and recorded, which was reported as unknown or
        /// pending, or left by an earlier process; with the PaymentIntent, charge or SetupIntent. Of another call the ID
        /// is its key.
        case requestResolved(intentID: String)
        /// An approval was reversed after its cancellation had been answered.
        case reversed(intentID: String)
        /// The stored offline payments, or whether they can be forwarded, changed.
        case offlineStatus(OfflineStatus)
        /// The outcome of a payment that was accepted offline is known and recorded.
        case paymentForwarded(OfflinePayment, PaymentOutcome)
        /// What became of a card that was accepted offline to be saved is known and recorded; its state says whether it
        /// is saved.
        case setupForwarded(OfflineSetup)
        /// Something prevents forwarding: of one payment if its local ID is given, otherwise of all.
        case forwardingError(TenderError, offlineID: String?)
        /// A hold ends soon, or has ended: capture it or release it.
        case holdAlarm(HoldAlarm)
        /// What became of a hold that the policy decided to finish.
        case holdFinished(FinishedHold)
        /// Something unexpected that changed nothing, for the log.
        case diagnostic(String)
    }
}
