public import SimulatedCard

/// What happens at a simulated reader, collection by collection.
public struct ReaderScript: Hashable, Sendable, Codable {
    /// The steps of each collection: the first collection plays the first list, the next the second.
    ///
    /// Steps that are left when a collection ends go on while the reader is idle, until the next collection starts.
    public var collections: [[ReaderStep]]
    /// What the collections after the last list get.
    public var afterLast: AfterLast
    /// Steps that are played from the first connection until the first collection.
    public var whenFirstConnected: [ReaderStep]
    /// How attempts to connect go; attempts after the last one succeed at once.
    public var connections: [ConnectionAttempt]
    /// How long a read takes.
    public var readDuration: Duration
    /// How long the reader needs to stop a collection; a card that is read within it wins.
    public var stopDuration: Duration

    /// Describes a script; every part has a default in which nothing happens.
    public init(
        collections: [[ReaderStep]] = [], afterLast: AfterLast = .repeatLast, whenFirstConnected: [ReaderStep] = [],
        connections: [ConnectionAttempt] = [], readDuration: Duration = .milliseconds(200),
        stopDuration: Duration = .zero
    ) {
        self.collections = collections
        self.afterLast = afterLast
        self.whenFirstConnected = whenFirstConnected
        self.connections = connections
        self.readDuration = readDuration
        self.stopDuration = stopDuration
    }

    /// What happens when the lists of steps are used up.
    public enum AfterLast: String, Hashable, Sendable, Codable {
        /// The last list is played again.
        case repeatLast
        /// No card is presented.
        case noCard
    }

    /// One attempt to connect.
    public struct ConnectionAttempt: Hashable, Sendable, Codable {
        /// How long it takes.
        public var delay: Duration
        /// The message of the failure; nil when it succeeds.
        public var failure: String?

        /// Describes an attempt.
        public init(delay: Duration = .zero, failure: String? = nil) {
            self.delay = delay
            self.failure = failure
        }
    }

    /// The steps of the collection with this index, from zero.
    func steps(ofCollection index: Int) -> [ReaderStep] {
        if index < collections.count { return collections[index] }
        return afterLast == .repeatLast ? collections.last ?? [] : []
    }
}

extension ReaderScript {
    /// A `visa` that is inserted after 300 ms and taken out after the read, in every collection.
    public static let `default` = ReaderScript.cards([.visa])

    /// No card is ever presented.
    public static let noCard = ReaderScript()

    /// The cards one after the other, one a collection.
    ///
    /// Each is inserted and taken out after the read; one whose issuer refuses contactless is tapped first.
    public static func cards(_ cards: [SimulatedCard], afterLast: AfterLast = .repeatLast) -> ReaderScript {
        ReaderScript(collections: cards.map(steps), afterLast: afterLast)
    }

    /// A chip that cannot be read, three times, and then the stripe.
    public static func fallback(_ card: SimulatedCard) -> ReaderScript {
        let attempt: [ReaderStep] = [.insert(card, readable: false), .remove()]
        return ReaderScript(collections: [attempt + attempt + attempt + [.swipe(card)]])
    }

    private static func steps(for card: SimulatedCard) -> [ReaderStep] {
        (card.contactlessIsRefused ? [.tap(card)] : []) + [.insert(card), .remove()]
    }
}
