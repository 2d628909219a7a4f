public import TenderModel

/// The actions that a payment requests: plain values, to be performed in order.
public enum PaymentAction: Hashable, Sendable, Codable {
    /// Writes a record; answer with `recorded` or `recordFailed`.
    indirect case record(Serial, JournalEntry)
    /// Writes a record that nothing waits for.
    indirect case note(JournalEntry)
    /// Writes the offline payment with its card data; answer with `recorded` or `recordFailed`.
    case store(Serial)
    /// Starts collecting a card on the reader; answer with `cardCollected` or `collectionFailed`.
    case startCollection
    /// Stops the reader; the collection still ends with its own answer.
    case stopCollection
    /// Tells the card that waits in the reader what became of its confirmation; answer with `cardConcluded`, at once if
    /// the card is gone.
    case conclude(Serial, IssuerAnswer.Verdict)
    /// Discards the collected card; one that still waits in the reader is released.
    case dropCard
    /// Performs one exchange with the gateway; answer with `answered`.
    case send(Serial, PaymentRequest)
    /// Stops waiting for an exchange; its answer may still arrive.
    case abandon(Serial)
    /// Starts a timer; answer with `timerFired` unless it is stopped.
    case startTimer(Serial, Duration)
    /// Stops a timer.
    case stopTimer(Serial)
    /// Gives a command of the application its single answer.
    indirect case finish(PaymentCompletion)
    /// Sends the application an unsolicited notice.
    indirect case notify(PaymentNotice)
    /// Reports an event that has no meaning in this phase; nothing was changed.
    indirect case reportUnexpected(PaymentEvent)
}

/// One request to the gateway; equal values have the same key and the same body.
public enum PaymentRequest: Hashable, Sendable, Codable {
    /// Attaches the collected card for inspection.
    case attach(IdempotencyKey)
    /// Requests the authorization.
    case confirm(IdempotencyKey)
    /// Captures the hold; all of it if the amount, in minor units, is `nil`. A fee, in minor units, replaces the
    /// intent's.
    case capture(IdempotencyKey, amount: Int64?, applicationFee: Int64? = nil)
    /// Raises the hold to this total, in minor units.
    case increment(IdempotencyKey, amount: Int64)
    /// Cancels the intent.
    case cancel(IdempotencyKey)
    /// Refunds the whole amount.
    case refund(IdempotencyKey)
    /// Retrieves the intent; changes nothing.
    case retrieve
    /// Lists the intent's refunds to find the one made under the key; changes nothing.
    case findRefund(IdempotencyKey)

    /// The key under which it is executed at most once; `nil` for a read.
    public var key: IdempotencyKey? {
        switch self {
        case .attach(let key), .confirm(let key), .capture(let key, _, _), .increment(let key, _), .cancel(let key),
            .refund(let key):
            key
        case .retrieve, .findRefund: nil
        }
    }

    /// Whether it requests the authorization.
    var isConfirm: Bool { if case .confirm = self { true } else { false } }

    /// Whether it can give an approval back.
    var reverses: Bool {
        switch self {
        case .cancel, .refund: true
        case .attach, .confirm, .capture, .increment, .retrieve, .findRefund: false
        }
    }

    /// Whether it raises a hold.
    var isIncrement: Bool { if case .increment = self { true } else { false } }

    /// Whether it attaches a card, which moves no money.
    var isAttach: Bool { if case .attach = self { true } else { false } }
}

/// The way in which a confirmation ended, in the machine's small facts.
public enum Conclusion: Hashable, Sendable, Codable {
    /// The issuer approved.
    case approved(IntentFacts)
    /// The issuer or the gateway provably declined.
    case declined(Decline, charge: String?)
    /// It is proved that nothing is held.
    case canceled(by: CancelOrigin)
    /// Nothing was executed: the request was refused or never left.
    case notExecuted(GatewayReply.Refusal)
    /// The outcome is still unknown; asking continues.
    case unknown(UnknownOutcome.Reason)
    /// The journal accepts no records: nothing was sent.
    case journalUnavailable
}

/// The single answer to a command.
public enum PaymentCompletion: Hashable, Sendable, Codable {
    /// The collection has a card; `inspected` if it is attached to the intent.
    case collected(inspected: Bool)
    /// The collection ended without a card.
    case collectionFailed(CollectionFailure)
    /// The confirmation ended.
    case confirmed(Conclusion)
    /// The shop accepted the card; the payment is stored, and no issuer was asked.
    case storedOffline
    /// The capture ended: `.approved` with what was received, or the reason for a failure.
    case captured(Conclusion)
    /// The increment ended: `.approved` with the larger hold, or the reason for a failure; the earlier hold stands.
    case incremented(Conclusion)
    /// The intent's cancellation ended: `.canceled`, or what prevents it.
    case intentCanceled(Conclusion)
    /// The cancellation of an operation ended.
    case cancelAnswered(CancelAnswer)
    /// The command is invalid in this phase; nothing was changed.
    case refused(PaymentCommand, PaymentPhase.Name)

    /// The conclusion, for commands that end in one.
    var conclusion: Conclusion? {
        switch self {
        case .confirmed(let conclusion), .captured(let conclusion), .incremented(let conclusion),
            .intentCanceled(let conclusion):
            conclusion
        case .collected, .collectionFailed, .storedOffline, .cancelAnswered, .refused: nil
        }
    }

    /// The result of a cancellation.
    public enum CancelAnswer: Hashable, Sendable, Codable {
        /// Nothing is held.
        case canceled(by: CancelOrigin)
        /// The approval was reversed.
        case reversed
        /// The approval is not reversed yet; the machine continues.
        case reversalUnknown
        /// The operation ended first.
        case tooLate(Conclusion)
        /// The payment was stored first.
        case tooLateStored
        /// Nothing can be stopped in this phase.
        case notCancellable(PaymentPhase.Name)
    }
}

/// The commands of the application.
public enum PaymentCommand: String, Hashable, Sendable, Codable, CaseIterable {
    case collect, confirm, capture, increment, cancelIntent, edit
}

/// An unsolicited notice to the application.
public enum PaymentNotice: Hashable, Sendable, Codable {
    /// The same request is being sent again under the same key; `send` is the ordinal of the sending, from 2.
    case sendingAgain(send: Int)
    /// The gateway is being asked for the outcome of the request; `ask` is the ordinal of the query, from 1.
    case asking(ask: Int)
    /// A collected card was not used in time and was discarded.
    case collectionExpired
    /// An outcome that was unknown is now known.
    case resolved(Conclusion)
    /// A reversal that was in progress is done.
    case reversed
}
