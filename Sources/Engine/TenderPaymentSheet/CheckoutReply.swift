import TenderBytes

/// The one answer to a question that a checkout asks whoever listens.
///
/// The first answer counts. A question that everybody let go of unanswered answers itself, so that nothing waits for ever.
public final class CheckoutReply<Answer: Sendable>: Sendable {
    private let fallback: Answer
    private let taker: Guarded<(@Sendable (Answer) -> Void)?>

    /// Asks a question.
    ///
    /// - Parameters:
    ///   - fallback: what counts when nobody answers.
    ///   - taker: is called once, with the answer.
    public init(fallback: Answer, _ taker: @escaping @Sendable (Answer) -> Void) {
        self.fallback = fallback
        self.taker = Guarded(taker)
    }

    /// A question that is answered elsewhere.
    init(answeredElsewhere fallback: Answer) {
        self.fallback = fallback
        taker = Guarded(nil)
    }

    deinit { answer(fallback) }

    /// Whether an answer is still wanted; not where the checkout was given somebody who answers.
    public var isOpen: Bool { taker.withLock { $0 != nil } }

    /// Answers; a second answer changes nothing.
    public func answer(_ answer: Answer) {
        let take = taker.withLock { taker in
            defer { taker = nil }
            return taker
        }
        take?(answer)
    }
}

extension CheckoutReply: Hashable {
    /// Whether both are the same question.
    public static func == (left: CheckoutReply, right: CheckoutReply) -> Bool { left === right }

    /// Hashes which question it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
