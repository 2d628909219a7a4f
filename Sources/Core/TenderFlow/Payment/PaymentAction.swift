public import TenderModel

/// What a payment asks of the world; plain values, carried out in the order given.
public enum PaymentAction: Hashable, Sendable, Codable {
    /// Write a record; answer with `recorded` or `recordFailed`.
    indirect case record(Serial, JournalEntry)
    /// Write a record that nothing waits for.
    indirect case note(JournalEntry)
    /// Write the offline payment with its card data; answer with `recorded` or `recordFailed`.
    case store(Serial)
    /// Let the reader collect a card; answer with `cardCollected` or `collectionFailed`.
    case startCollection
    /// Stop the reader; the collection still ends with its own answer.
    case stopCollection
    /// Forget the collected card.
    case dropCard
    /// Make one exchange with the gateway; answer with `answered`.
    case send(Serial, PaymentRequest)
    /// Stop waiting for an exchange; its answer may still come.
    case abandon(Serial)
    /// Start a timer; answer with `timerFired` unless it is stopped.
    case startTimer(Serial, Duration)
    /// Stop a timer.
    case stopTimer(Serial)
    /// Give a command of the application its one answer.
    indirect case finish(PaymentCompletion)
    /// Tell the application what it did not ask for.
    indirect case notify(PaymentNotice)
    /// Report an event that has no meaning in this phase; nothing was changed.
    indirect case reportUnexpected(PaymentEvent)
}

/// One request to the gateway; the same value is the same key and the same body.
public enum PaymentRequest: Hashable, Sendable, Codable {
    /// Attach the collected card, for inspection.
    case attach(IdempotencyKey)
    /// Ask for the authorisation.
    case confirm(IdempotencyKey)
    /// Capture the hold: all of it when the amount, in minor units, is nil.
    case capture(IdempotencyKey, amount: Int64?)
    /// Cancel the intent.
    case cancel(IdempotencyKey)
    /// Give all of it back.
    case refund(IdempotencyKey)
    /// Read the intent; changes nothing.
    case retrieve
    /// Read the intent's refunds and find the one made under the key; changes nothing.
    case findRefund(IdempotencyKey)

    /// The key under which it is executed at most once; nil for a read.
    public var key: IdempotencyKey? {
        switch self {
        case .attach(let key), .confirm(let key), .capture(let key, _), .cancel(let key), .refund(let key): key
        case .retrieve, .findRefund: nil
        }
    }

    /// Whether it asks for the authorisation.
    var isConfirm: Bool { if case .confirm = self { true } else { false } }

    /// Whether it attaches a card, which moves no money.
    var isAttach: Bool { if case .attach = self { true } else { false } }
}

/// How a confirmation ended, in the machine's small facts.
public enum Conclusion: Hashable, Sendable, Codable {
    /// The issuer approved.
    case approved(IntentFacts)
    /// The issuer or the gateway proved a refusal.
    case declined(Decline, charge: String?)
    /// It is proved that nothing is held.
    case canceled(by: CancelOrigin)
    /// Nothing was executed: the request was refused or never left.
    case notExecuted(GatewayReply.Refusal)
    /// Nobody could say yet; asking goes on.
    case unknown(UnknownOutcome.Reason)
    /// The journal takes no records: nothing was sent.
    case journalUnavailable
}

/// The one answer to a command.
public enum PaymentCompletion: Hashable, Sendable, Codable {
    /// The collection has a card; `inspected` when it is attached to the intent.
    case collected(inspected: Bool)
    /// The collection ended without a card.
    case collectionFailed(CollectionFailure)
    /// The confirmation ended.
    case confirmed(Conclusion)
    /// The shop accepted the card; the payment is stored, and no issuer was asked.
    case storedOffline
    /// The capture ended: `.approved` with what was received, or why not.
    case captured(Conclusion)
    /// The intent's cancel ended: `.canceled`, or what stands in its way.
    case intentCanceled(Conclusion)
    /// The cancel of an operation ended.
    case cancelAnswered(CancelAnswer)
    /// The command has no place in this phase; nothing was changed.
    case refused(PaymentCommand, PaymentPhase.Name)

    /// How the command ended, for those that end in a conclusion.
    var conclusion: Conclusion? {
        switch self {
        case .confirmed(let conclusion), .captured(let conclusion), .intentCanceled(let conclusion): conclusion
        case .collected, .collectionFailed, .storedOffline, .cancelAnswered, .refused: nil
        }
    }

    /// What became of a cancel.
    public enum CancelAnswer: Hashable, Sendable, Codable {
        /// Nothing is held.
        case canceled(by: CancelOrigin)
        /// The approval was given back.
        case reversed
        /// The approval is not given back yet; the machine goes on.
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
    case collect, confirm, capture, cancelIntent
}

/// What the application is told without having asked.
public enum PaymentNotice: Hashable, Sendable, Codable {
    /// The same request is sent again under the same key; the number of the send, from 2.
    case sendingAgain(send: Int)
    /// The gateway is asked what became of the request; the number of the question, from 1.
    case asking(ask: Int)
    /// A collected card was not used in time and was forgotten.
    case collectionExpired
    /// What was unknown is known now.
    case resolved(Conclusion)
    /// A reversal that was under way is done.
    case reversed
}
