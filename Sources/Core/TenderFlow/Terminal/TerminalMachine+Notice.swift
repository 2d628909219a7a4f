public import TenderModel

extension TerminalMachine {
    /// A notice to all subscribers of a terminal, as facts; the shell adds the objects.
    public indirect enum Notice: Hashable, Sendable, Codable {
        /// The connection to the reader changed.
        case connectionStatus(ConnectionStatus)
        /// The activity of the reader side changed.
        case paymentStatus(PaymentStatus)
        /// The reader sent an event.
        case reader(ReaderEvent)
        /// The reader that was connected offers an update.
        case updateAvailable(ReaderSoftwareUpdate)
        /// The reader begins to install its update.
        case updateStarted(ReaderSoftwareUpdate)
        /// So many percent of the update are installed.
        case updateProgress(Int)
        /// The update is installed, or not for this reason; neither if there was none.
        case updateFinished(ReaderSoftwareUpdate?, CollectionFailure?)
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
        /// A payment sends a notice; an outcome comes with what was known at that moment.
        case payment(PaymentNotice, intentID: String, outcome: PaymentAnswer?)
        /// Resolving a payment that an earlier process left without a result has begun.
        case recoveryStarted(intentID: String)
        /// Nothing is left to resolve of a payment that an earlier process left.
        case recoveryEnded(intentID: String)
        /// What became of a refund, of a card to be saved, or of a call is known and recorded, which was told as unknown
        /// or pending, or left by an earlier process.
        case requestResolved(IdempotencyKey, intentID: String)
        /// The stored offline payments, or whether they can be forwarded, changed.
        case offlineStatus(OfflineStatus)
        /// The outcome of a stored payment is known and recorded.
        case forwarded(OfflinePayment, OfflineResult)
        /// What became of a stored card that was to be saved is known and recorded.
        case setupForwarded(OfflineSetup)
        /// The forwarder sends another notice.
        case forwarder(ForwarderNotice)
        /// A hold ends soon, or has ended.
        case holdAlarm(HoldAlarm)
        /// What became of a hold that the policy decided to finish.
        case holdFinished(FinishedHold)
        /// An obstacle that is reported nowhere else, for the log.
        case diagnostic(String)
        /// Something unexpected that changed nothing, for the log.
        case unexpected(String)
    }
}
