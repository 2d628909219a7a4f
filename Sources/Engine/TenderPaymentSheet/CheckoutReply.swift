import TenderBytes

/// The one answer to a question that a checkout asks its observers.
///
/// The first answer counts. A question that is released without an answer answers itself, so that nothing waits
/// forever.
public final class CheckoutReply<Answer: Sendable>: Sendable {
    private let fallback: Answer
    private let taker: Guarded<(@Sendable (Answer) -> Void)?>

    /// Asks a question.
    ///
    /// - Parameters:
    ///   - fallback: The answer when nobody answers.
    ///   - taker: Called once, with the answer.
    public init(fallback: Answer, _ taker: @escaping @Sendable (Answer) -> Void) {
        self.fallback = fallback
        self.taker = Guarded(taker)
    }

    /// Creates a question that is answered elsewhere.
    init(answeredElsewhere fallback: Answer) {
        self.fallback = fallback
        taker = Guarded(nil)
    }

    deinit { answer(fallback) }

    /// Whether an answer is still wanted; false if the checkout was given an object that answers.
    public var isOpen: Bool { taker.withLock { $0 != nil } }

    /// Answers the question; a second answer changes nothing.
    public func answer(_ answer: Answer) {
        let take = taker.withLock { taker in
            defer { taker = nil }
            return taker
        }
        take?(answer)
    }
}

extension CheckoutReply: Hashable {
    /// Returns whether both are the same question.
    public static func == (left: CheckoutReply, right: CheckoutReply) -> Bool { left === right }

    /// Hashes the question's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
