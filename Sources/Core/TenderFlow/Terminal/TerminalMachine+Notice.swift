public import TenderModel

extension TerminalMachine {
    /// What a terminal tells all its subscribers, in facts; the shell adds the objects.
    public indirect enum Notice: Hashable, Sendable, Codable {
        /// The connection to the reader changed.
        case connectionStatus(ConnectionStatus)
        /// What the reader side is doing changed.
        case paymentStatus(PaymentStatus)
        /// The reader told something.
        case reader(ReaderEvent)
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
        /// A payment tells something; an outcome comes with what was known at that moment.
        case payment(PaymentNotice, intentID: String, outcome: PaymentAnswer?)
        /// A payment that an earlier process left without a result is being resolved.
        case recoveryStarted(intentID: String)
        /// There is nothing left to resolve of a payment that an earlier process left.
        case recoveryEnded(intentID: String)
        /// What is stored offline, or whether it can leave, changed.
        case offlineStatus(OfflineStatus)
        /// What became of a stored payment is known and recorded.
        case forwarded(OfflinePayment, OfflineResult)
        /// The forwarder tells something else.
        case forwarder(ForwarderNotice)
        /// Something that stands in the way and is told nowhere else, for the log.
        case diagnostic(String)
        /// Something that should not happen and changed nothing, for the log.
        case unexpected(String)
    }
}
