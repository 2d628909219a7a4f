public import SimulatedCard
public import TenderFlow

/// A script of what happens at a simulated reader, collection by collection.
public struct ReaderScript: Hashable, Sendable, Codable {
    /// The steps of each collection: the first collection plays the first list, the next the second.
    ///
    /// Steps left over at the end of a collection go on while the reader is idle, until the next collection starts.
    public var collections: [[ReaderStep]]
    /// The steps for collections after the last list.
    public var afterLast: AfterLast
    /// The steps from the first connection until the first collection.
    public var whenFirstConnected: [ReaderStep]
    /// The outcomes of attempts to connect; attempts after the last one succeed at once.
    public var connections: [ConnectionAttempt]
    /// The duration of a read.
    public var readDuration: Duration
    /// The time the reader needs to stop a collection; a card that is read within it wins.
    public var stopDuration: Duration

    /// The update that the reader offers, until it is installed.
    public var update: ScriptedUpdate?
    /// How the customer answers a question about a surcharge; `nil` waits for `SimulatedReader.answer(_:)`.
    public var consent: ConsentAnswer? = .accepted

    /// Creates a script; by default nothing happens.
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

    /// The rule for when the lists of steps are used up.
    public enum AfterLast: String, Hashable, Sendable, Codable {
        /// The last list is repeated.
        case repeatLast
        /// No card is presented.
        case noCard
    }

    /// One attempt to connect.
    public struct ConnectionAttempt: Hashable, Sendable, Codable {
        /// Its duration.
        public var delay: Duration
        /// The message of the failure; `nil` if it succeeds.
        public var failure: String?

        /// Creates an attempt.
        public init(delay: Duration = .zero, failure: String? = nil) {
            self.delay = delay
            self.failure = failure
        }
    }

    /// Returns the steps of the collection with this index, from zero.
    func steps(ofCollection index: Int) -> [ReaderStep] {
        if index < collections.count { return collections[index] }
        return afterLast == .repeatLast ? collections.last ?? [] : []
    }
}

extension ReaderScript {
    /// A `visa` that is inserted after 300 ms and removed after the read, in every collection.
    public static let `default` = ReaderScript.cards([.visa])

    /// A script in which no card is ever presented.
    public static let noCard = ReaderScript()

    /// Returns a script with the cards one after the other, one per collection.
    ///
    /// Each is inserted and removed after the read; one whose issuer refuses contactless is tapped first.
    ///
    /// - Parameter tip: What the customer adds each time that the reader asks for a tip, in minor units.
    public static func cards(
        _ cards: [SimulatedCard], tip: Int64 = 0, afterLast: AfterLast = .repeatLast
    ) -> ReaderScript {
        Self.cards(cards, firstActing: tip > 0 ? .chooseTip(tip) : nil, afterLast: afterLast)
    }

    /// Returns the same script, in which the customer takes the tip with this number of those that the reader shows, from
    /// 0.
    public static func cards(
        _ cards: [SimulatedCard], pickingTip number: Int, afterLast: AfterLast = .repeatLast
    ) -> ReaderScript {
        Self.cards(cards, firstActing: .pickTip(number), afterLast: afterLast)
    }

    private static func cards(
        _ cards: [SimulatedCard], firstActing action: ReaderStep.Action?, afterLast: AfterLast
    ) -> ReaderScript {
        let choice = action.map { [ReaderStep($0)] } ?? []
        return ReaderScript(collections: cards.map { choice + steps(for: $0) }, afterLast: afterLast)
    }

    /// Returns a script with a chip that cannot be read, three times, and then the stripe.
    public static func fallback(_ card: SimulatedCard) -> ReaderScript {
        let attempt: [ReaderStep] = [.insert(card, readable: false), .remove()]
        return ReaderScript(collections: [attempt + attempt + attempt + [.swipe(card)]])
    }

    private static func steps(for card: SimulatedCard) -> [ReaderStep] {
        (card.contactlessIsRefused ? [.tap(card)] : []) + [.insert(card), .remove()]
    }
}
