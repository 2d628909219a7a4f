/// A fault in a simulated shop.
public enum FaultKind: String, CaseIterable, Hashable, Sendable, Codable {
    // The network.

    /// Nothing can be reached for a while: no byte leaves.
    case outage
    /// No connection: no byte leaves.
    case notSent
    /// The request is lost on its way.
    case requestDropped
    /// The request arrives long after its sender gave up waiting.
    case requestDelayed
    /// The request is overtaken by later ones.
    case requestReordered
    /// The request arrives twice.
    case requestDuplicated
    /// The answer is lost after the effect.
    case answerDropped
    /// The answer comes after the sender gave up waiting.
    case answerDelayed
    /// The answer is cut off.
    case answerTruncated

    // The gateway.

    /// 409: the key is in use; nothing is executed.
    case conflict
    /// 429; nothing is executed.
    case rateLimited
    /// 500; nothing is executed or stored.
    case serverError
    /// 500 after the effect, stored under the key.
    case storedServerError
    /// The request is executed late, with its key in use meanwhile.
    case slowGateway
    /// The answer is about another amount.
    case otherAmount
    /// 404 for an existing intent; nothing is executed.
    case falselyMissing
    /// 404 after the effect.
    case missingAfterwards
    /// A confirmation is answered with the decline of an earlier attempt.
    case oldDecline
    /// A confirmed intent is reported as processing for a while; it cannot be canceled meanwhile.
    case processing
    /// A refund that was made is reported as pending for a while.
    case refundPending

    // The reader.

    /// The reader disconnects: before the card, while it is read, or after it.
    case readerUnplugged
    /// The reader falls silent.
    case readerMuted
    /// The reader does not open.
    case readerNotOpened
    /// The card cannot be read, or is removed too early.
    case cardNotRead
    /// The customer cancels on the reader.
    case customerCancels

    // The disk and the machine.

    /// Power cut at a write or a send: data that was not synced is lost, kept, or torn.
    case powerCut
    /// The process is killed at a write or a send.
    case processKilled
    /// The disk is full for a while.
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

    /// A stop is requested at a bad moment.
    case stopPressed
    /// A stop that reverses an approval is requested at a bad moment.
    case reversePressed
    /// A key is pressed twice.
    case doublePress
    /// The cashier tries a second payment of the order while the outcome of the first is unknown.
    case secondAttempt
    /// The cashier continues with the next customer while an outcome is unknown.
    case leftUnknown
    /// Forwarding is paused for a while.
    case forwardingPaused
    /// A stored payment is quarantined, and released or deleted later.
    case setAside
    /// A stored payment is deleted.
    case storedDeleted

    // The chip.

    /// The card is taken out between two commands.
    case chipPulled
    /// The card executes a command, and its answer is lost.
    case chipSilent
    /// The card is a clone that repeats its first cryptogram.
    case chipReplayed
    /// The card's signature is over other data.
    case chipSignedWrongly
}

/// The frequency of faults.
public enum FaultLevel: String, CaseIterable, Hashable, Sendable, Codable {
    /// Never.
    case none
    /// As in a bad week.
    case light
    /// More than anywhere: most sales meet a fault.
    case heavy

    /// Returns how often a fault strikes where it can, in ten thousandths.
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
        case .chipPulled, .chipSilent: 800
        case .chipReplayed, .chipSignedWrongly: 1000
        }
    }
}
