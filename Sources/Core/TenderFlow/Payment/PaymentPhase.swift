import TenderModel

/// Where a payment stands.
public enum PaymentPhase: Hashable, Sendable, Codable {
    /// A card can be collected.
    case ready
    /// The attempt is being recorded; the reader is not started yet.
    case opening(record: Serial, inspect: Bool)
    /// The reader waits for a card.
    case collecting(inspect: Bool)
    /// A stop is being recorded or carried out.
    case stopping(Stop)
    /// A card is in hand; nothing of it has left.
    case collected
    /// A request is followed until its fate is known.
    case pursuing(Pursuit, Pursuit.Purpose)
    /// A result is being recorded; it is shown afterwards.
    case settling(record: Serial, Settlement)
    /// The payment is being stored offline, or its storing taken back.
    case storing(Storing)
    /// The payment is stored; what becomes of it is the forwarder's.
    case stored
    /// Approved: held or captured, as the facts say.
    case approved(IntentFacts)
    /// The intent is canceled: nothing is held.
    case canceled
    /// The approval was given back.
    case reversed(IntentFacts)

    /// The phases by name, for messages; a request that is followed is named by its purpose.
    public enum Name: String, Hashable, Sendable, Codable, CaseIterable {
        case ready, opening, collecting, stopping, inspecting, collected, confirming, canceling, capturing
        case refunding, settling, storing, stored, approved, canceled, reversed
    }

    /// The phase's name.
    public var name: Name {
        switch self {
        case .ready: .ready
        case .opening: .opening
        case .collecting: .collecting
        case .stopping: .stopping
        case .collected: .collected
        case .pursuing(_, let purpose): purpose.name
        case .settling: .settling
        case .storing: .storing
        case .stored: .stored
        case .approved: .approved
        case .canceled: .canceled
        case .reversed: .reversed
        }
    }
}

/// A stop on its way: journalled first, then carried out, then answered.
public struct Stop: Hashable, Sendable, Codable {
    /// The record of it, until it is on disk.
    var record: Serial?
    /// Who asked.
    var origin: CancelOrigin
    /// Whether the reader has still to become idle.
    var readerIsRunning: Bool
    /// Whether a confirmation ends that was recorded as leaving.
    var endsConfirm: Bool
    /// Whether the intent is to be canceled afterwards.
    var cancelsIntent: Bool
}

/// An offline payment on its way into the journal.
public struct Storing: Hashable, Sendable, Codable {
    /// The record of it.
    var record: Serial
    /// Whether the record takes the storing back.
    var isTakenBack: Bool
}

/// A result that is being recorded.
public struct Settlement: Hashable, Sendable, Codable {
    /// The request that came to its end.
    var request: PaymentRequest
    /// How it ended.
    var conclusion: Conclusion
    /// What follows once it is on disk.
    var next: Next

    /// What follows once it is on disk.
    enum Next: Hashable, Sendable, Codable {
        /// Show it as the outcome of the confirmation.
        case confirmation
        /// Show that the confirmation was stopped before anything was executed.
        case stopped(by: CancelOrigin, cancelsIntent: Bool)
        /// Show it as the end of the capture, and stand where the facts say; canceled without.
        case capture(IntentFacts?)
        /// Show it as the end of the intent's cancel; with facts, the approval won.
        case intentCancel(IntentFacts?)
        /// Show that the approval was given back: refunded with facts, a released hold without.
        case reversal(IntentFacts?)
        /// Show that the approval could not be given back, and stands.
        case failedReversal(IntentFacts)
    }

    /// Whether the outcome of a confirmation is what is being recorded.
    var endsConfirmation: Bool {
        switch next {
        case .confirmation, .stopped: true
        case .capture, .intentCancel, .reversal, .failedReversal: false
        }
    }
}
