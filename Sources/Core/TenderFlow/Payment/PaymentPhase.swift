import TenderModel

/// The state of a payment.
public enum PaymentPhase: Hashable, Sendable, Codable {
    /// A card can be collected.
    case ready
    /// The attempt is being recorded; the reader is not started yet.
    case opening(record: Serial, inspect: Bool)
    /// The reader waits for a card.
    case collecting(inspect: Bool)
    /// A stop is being recorded or carried out.
    case stopping(Stop)
    /// There is a card; nothing of it was sent.
    case collected
    /// A request is being pursued until its fate is known.
    case pursuing(Pursuit, Pursuit.Purpose)
    /// The issuer approved, and the card that waits in the reader has the last word.
    indirect case concluding(Concluding)
    /// A result is being recorded, and shown afterwards.
    case settling(record: Serial, Settlement)
    /// The payment is being stored offline, or its storing reverted.
    case storing(Storing)
    /// The payment is stored; the forwarder handles the rest.
    case stored
    /// The payment is approved: held or captured, according to the facts.
    case approved(IntentFacts)
    /// The intent is canceled: nothing is held.
    case canceled
    /// The approval was reversed.
    case reversed(IntentFacts)

    /// The names of the phases, for messages; a request that is being pursued is named by its purpose.
    public enum Name: String, Hashable, Sendable, Codable, CaseIterable {
        case ready, opening, collecting, stopping, inspecting, collected, confirming, canceling, capturing
        case incrementing, refunding, concluding, settling, storing, stored, approved, canceled, reversed
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
        case .concluding: .concluding
        case .settling: .settling
        case .storing: .storing
        case .stored: .stored
        case .approved: .approved
        case .canceled: .canceled
        case .reversed: .reversed
        }
    }
}

/// A stop in progress: first recorded, then carried out, then answered.
public struct Stop: Hashable, Sendable, Codable {
    /// The record of the stop, until it is on disk.
    var record: Serial?
    /// The requester.
    var origin: CancelOrigin
    /// Whether the reader has yet to become idle.
    var readerIsRunning: Bool
    /// Whether it ends a confirmation that was recorded as leaving.
    var endsConfirm: Bool
    /// Whether the intent is to be canceled afterwards.
    var cancelsIntent: Bool
}

/// An approval that stands once its card agrees: first recorded, then told to the card.
public struct Concluding: Hashable, Sendable, Codable {
    /// What it waits for.
    enum Stage: Hashable, Sendable, Codable {
        /// The record of the approval: without it the card is told nothing (money rule 2).
        case recording(Serial)
        /// The card's word.
        case asking(Serial)

        var isAsking: Bool { if case .asking = self { true } else { false } }
    }

    var stage: Stage
    /// The approval.
    let facts: IntentFacts
}

/// An offline payment that is being written to the journal.
public struct Storing: Hashable, Sendable, Codable {
    /// The record of the payment.
    var record: Serial
    /// Whether the record reverts the storing.
    var isTakenBack: Bool
}

/// A result that is being recorded.
public struct Settlement: Hashable, Sendable, Codable {
    /// The request that ended.
    var request: PaymentRequest
    var conclusion: Conclusion
    /// What follows once it is on disk.
    var next: Next

    /// What follows once it is on disk.
    indirect enum Next: Hashable, Sendable, Codable {
        /// Shows it as the outcome of the confirmation.
        case confirmation
        /// Shows that the confirmation was stopped before anything was executed.
        case stopped(by: CancelOrigin, cancelsIntent: Bool)
        /// Shows it as the end of the capture; the facts determine the next phase, and without them the intent is
        /// canceled.
        case capture(IntentFacts?)
        /// Shows it as the end of the increment; the facts determine the next phase, as after a capture.
        case increment(IntentFacts?)
        /// Shows it as the end of the intent's cancellation; with facts, the approval won.
        case intentCancel(IntentFacts?)
        /// Shows that the approval was reversed: with facts, by a refund; without, by releasing the hold.
        case reversal(IntentFacts?)
        /// Shows that the approval could not be reversed, and stands.
        case failedReversal(IntentFacts)
    }

    /// Whether the outcome of a confirmation is being recorded.
    var endsConfirmation: Bool {
        switch next {
        case .confirmation, .stopped: true
        case .capture, .increment, .intentCancel, .reversal, .failedReversal: false
        }
    }
}
