/// What can go wrong in a simulated shop.
public enum FaultKind: String, CaseIterable, Hashable, Sendable, Codable {
    // The network.

    /// Nothing can be reached for a time: no byte leaves.
    case outage
    /// No connection: no byte leaves.
    case notSent
    /// The request is lost on its way.
    case requestDropped
    /// The request arrives long after nobody waits for it any more.
    case requestDelayed
    /// The request is overtaken by later ones.
    case requestReordered
    /// The request arrives twice.
    case requestDuplicated
    /// The answer is lost after the effect.
    case answerDropped
    /// The answer comes after nobody waits for it any more.
    case answerDelayed
    /// The answer is cut off.
    case answerTruncated

    // The gateway.

    /// 409: the key is in use; nothing is done.
    case conflict
    /// 429; nothing is done.
    case rateLimited
    /// 500; nothing is done, nothing is stored.
    case serverError
    /// 500 after the effect, stored under the key.
    case storedServerError
    /// The request is executed late, with its key in use meanwhile.
    case slowGateway
    /// The answer is about another amount.
    case otherAmount
    /// 404 for an intent that is there; nothing is done.
    case falselyMissing
    /// 404 after the effect.
    case missingAfterwards
    /// A confirmation is answered with the decline of an earlier attempt.
    case oldDecline
    /// An intent that was confirmed is said to be processed for a while; it cannot be canceled meanwhile.
    case processing
    /// A refund that was made is said to be pending for a while.
    case refundPending

    // The reader.

    /// The reader goes away: before the card, while it is read, or after it.
    case readerUnplugged
    /// The reader falls silent.
    case readerMuted
    /// The reader does not open.
    case readerNotOpened
    /// The card cannot be read, or is taken away too early.
    case cardNotRead
    /// The customer cancels on the reader.
    case customerCancels

    // The disk and the machine.

    /// Power cut at a write or a send: what was not synced is lost, kept, or torn.
    case powerCut
    /// The process is killed at a write or a send.
    case processKilled
    /// The disk is full for a time.
    case diskFull
    /// A commit fails, and nothing of it is kept.
    case commitFailed
    /// A commit is reported as failed although it is durable.
    case commitReportedFailed
    /// The wall clock jumps forward.
    case clockForward
    /// The wall clock jumps back.
    case clockBack
    /// The machine sleeps for more than a day.
    case sleep

    // The cashier.

    /// A stop is asked for at a bad moment.
    case stopPressed
    /// A stop that gives an approval back is asked for at a bad moment.
    case reversePressed
    /// A key is pressed twice.
    case doublePress
    /// The cashier tries a second payment of the order while the outcome of the first is unknown.
    case secondAttempt
    /// The cashier goes on to the next customer while an outcome is unknown.
    case leftUnknown
    /// Forwarding is paused for a time.
    case forwardingPaused
    /// A stored payment is set aside, and released or deleted later.
    case setAside
    /// A stored payment is deleted.
    case storedDeleted
}

/// How often things go wrong.
public enum FaultLevel: String, CaseIterable, Hashable, Sendable, Codable {
    /// Never.
    case none
    /// As in a bad week.
    case light
    /// As nowhere: most sales meet a fault.
    case heavy

    /// How often a fault strikes where it can, in ten thousandths.
    func rate(of kind: FaultKind) -> UInt64 {
        switch self {
        case .none: 0
        case .light: max(1, Self.heavyRate(of: kind) / 10)
        case .heavy: Self.heavyRate(of: kind)
        }
    }

    private static func heavyRate(of kind: FaultKind) -> UInt64 {
        switch kind {
        case .outage: 80
        case .otherAmount, .falselyMissing, .missingAfterwards: 60
        case .oldDecline: 1500
        case .processing, .refundPending: 150
        case .forwardingPaused, .setAside: 2500
        case .storedDeleted: 800
        case .notSent, .requestDropped, .answerDropped, .answerTruncated: 300
        case .requestReordered: 400
        case .requestDelayed, .answerDelayed, .requestDuplicated, .slowGateway: 200
        case .conflict, .rateLimited, .serverError, .storedServerError: 200
        case .readerUnplugged: 300
        case .readerMuted, .readerNotOpened: 100
        case .cardNotRead, .customerCancels: 300
        case .powerCut: 15
        case .processKilled: 10
        case .diskFull, .commitFailed, .commitReportedFailed: 15
        case .clockForward, .clockBack: 60
        case .sleep: 40
        case .stopPressed, .reversePressed: 500
        case .doublePress: 500
        case .secondAttempt, .leftUnknown: 3000
        }
    }
}
