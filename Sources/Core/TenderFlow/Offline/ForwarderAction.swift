public import TenderModel

/// What the forwarder asks of the world; plain values, carried out in the order given.
public enum ForwarderAction: Hashable, Sendable, Codable {
    /// Write a record; answer with `recorded`, `recordFailed`, `keyTooOld` or `storedTooLongAgo`.
    case record(Serial, JournalEntry)
    /// Write a record that nothing waits for.
    case note(JournalEntry)
    /// Read the stored card data of a payment and keep it; answer with `payloadRead`.
    case readPayload(Serial, String)
    /// Forget the card data that was read.
    case dropPayload
    /// Look for the PaymentIntent that was made under this base key, among those of this moment (seconds since 1970) and
    /// later; answer with `found`.
    case find(Serial, base: String, from: Int64)
    /// Make the PaymentIntent, in one exchange; answer with `created`.
    case create(Serial, PaymentIntentParameters, IdempotencyKey)
    /// Confirm with the card data that was read; a payment machine does it, and its end is answered with `concluded`.
    case confirm(Serial, PaymentTerms)
    /// Let a payment machine find out what became of the PaymentIntent's requests; answer with `concluded`.
    case follow(Serial, intentID: String)
    /// Start a timer; answer with `timerFired` unless it is stopped.
    case startTimer(Serial, Duration)
    /// Stop a timer.
    case stopTimer(Serial)
    /// Give a command on a payment its one answer.
    case finish(String, ForwarderAnswer)
    /// Tell the application.
    case notify(ForwarderNotice)
    /// Report an event that has no meaning now; nothing was changed.
    case reportUnexpected(ForwarderEvent)
}

/// How a command on a stored payment ended.
public enum ForwarderAnswer: Hashable, Sendable, Codable {
    /// It is done, and recorded.
    case done
    /// It is not possible in this state.
    case refused(Standing)
    /// The journal takes no records.
    case notRecorded

    /// Why something is not possible.
    public enum Standing: String, Hashable, Sendable, Codable {
        /// There is no such payment, or not any more.
        case absent
        /// It is being forwarded at this moment.
        case underWay
        /// The issuer may have been asked, and nobody knows the answer yet.
        case outcomeUnknown
        /// It is not set aside.
        case notQuarantined
        /// It is set aside already.
        case quarantined
    }
}

/// What the application is told without having asked.
public enum ForwarderNotice: Hashable, Sendable, Codable {
    /// What became of a payment is known and recorded.
    case forwarded(String, OfflineResult)
    /// A payment was set aside.
    case quarantined(String, OfflinePayment.Quarantine)
    /// Nobody can say yet what became of a payment; asking goes on, and the next one is forwarded.
    case outcomeUnknown(String, UnknownOutcome.Reason)
    /// Forwarding pauses, since this stands in its way.
    case blocked(Obstacle)

    /// What stands in the way.
    public enum Obstacle: String, Hashable, Sendable, Codable {
        /// The gateway cannot be reached.
        case unreachable
        /// The gateway asks to slow down, or fails.
        case gatewayBusy
        /// The credential is refused.
        case unauthorized
        /// The journal takes no records, or cannot be read.
        case journal
    }
}
