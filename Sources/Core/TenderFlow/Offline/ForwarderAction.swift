public import TenderModel

/// The actions that the forwarder requests: plain values, to be performed in order.
public enum ForwarderAction: Hashable, Sendable, Codable {
    /// Writes a record; answer with `recorded`, `recordFailed`, `keyTooOld` or `storedTooLongAgo`.
    case record(Serial, JournalEntry)
    /// Writes a record that nothing waits for.
    case note(JournalEntry)
    /// Reads the stored card data of a payment and keeps it; answer with `payloadRead`.
    case readPayload(Serial, String)
    /// Discards the card data that was read.
    case dropPayload
    /// Searches for the PaymentIntent that was created under this base key, at this moment (seconds since 1970) or
    /// later; answer with `found`.
    case find(Serial, base: String, from: Int64)
    /// Creates the PaymentIntent in a single exchange; answer with `created`.
    case create(Serial, PaymentIntentParameters, IdempotencyKey)
    /// Creates the SetupIntent in a single exchange; answer with `setupCreated`.
    case createSetup(Serial, SetupIntentParameters, IdempotencyKey)
    /// Confirms with the card data that was read; a payment machine does this, and its end is answered with
    /// `concluded`.
    case confirm(Serial, PaymentTerms)
    /// Saves the card whose data was read, under its one key; answer with `saved`, `sentBefore` or `concluded`.
    case save(Serial, CardSetup, IdempotencyKey)
    /// Determines the outcome of the requests of the PaymentIntent or SetupIntent; answer with `saved` or `concluded`.
    case follow(Serial, intentID: String)
    /// Starts a timer; answer with `timerFired` unless it is stopped.
    case startTimer(Serial, Duration)
    /// Stops a timer.
    case stopTimer(Serial)
    /// Gives a command on a payment its single answer.
    case finish(String, ForwarderAnswer)
    /// Notifies the application.
    case notify(ForwarderNotice)
    /// Reports an event that has no meaning now; nothing was changed.
    case reportUnexpected(ForwarderEvent)
}

/// The answer to a command on a stored payment.
public enum ForwarderAnswer: Hashable, Sendable, Codable {
    /// It is done and recorded.
    case done
    /// It is not possible in this state.
    case refused(Standing)
    /// The journal accepts no records.
    case notRecorded

    /// The reason that something is not possible.
    public enum Standing: String, Hashable, Sendable, Codable {
        /// There is no such payment, or no longer.
        case absent
        /// It is being forwarded at this moment.
        case underWay
        /// The issuer may have been asked, and the answer is still unknown.
        case outcomeUnknown
        /// It is not set aside.
        case notQuarantined
        /// It is already set aside.
        case quarantined
    }
}

/// An unsolicited notice to the application.
public enum ForwarderNotice: Hashable, Sendable, Codable {
    /// The outcome of a payment is known and recorded.
    case forwarded(String, OfflineResult)
    /// A payment was set aside.
    case quarantined(String, OfflinePayment.Quarantine)
    /// The outcome of a payment is still unknown; asking continues, and the next payment is forwarded.
    case outcomeUnknown(String, UnknownOutcome.Reason)
    /// Forwarding pauses because of this obstacle.
    case blocked(Obstacle)

    /// The obstacle to forwarding.
    public enum Obstacle: String, Hashable, Sendable, Codable {
        /// The gateway cannot be reached.
        case unreachable
        /// The gateway limits the rate, or fails.
        case gatewayBusy
        /// The credential is refused.
        case unauthorized
        /// The journal accepts no records, or cannot be read.
        case journal
    }
}
