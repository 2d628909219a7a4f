public import TenderModel

/// A request that moves money beside a card payment, as its records tell of it.
public struct KeyedRequest<Parameters: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
    /// What was asked for.
    public var parameters: Parameters
    /// Under which key.
    public var key: IdempotencyKey
    /// How often it left.
    public var sends: Int
    /// When it left first.
    public var first: Stamp
    /// How it ended; nil while nobody knows.
    public var result: RequestMachine.Result?
    /// What the gateway made of it, by its id; nil where the records do not tell.
    public var object: String?
    /// Whether whoever waited for it was told how it ended.
    public var isTold = false
    /// Whether a person has seen how it ended, or that nobody can tell.
    public var isAcknowledged = false

    init(_ parameters: Parameters, _ key: IdempotencyKey, sends: Int, first: Stamp) {
        self.parameters = parameters
        self.key = key
        self.sends = sends
        self.first = first
    }

    /// Whether nobody knows how it ended, and nobody has seen that.
    public var isUnresolved: Bool { (result == nil || result == .unknown) && !isAcknowledged }

    /// Whether it was done, and nobody was told: asked for again, it is this one.
    public var isUntold: Bool { result == .succeeded && !isTold && !isAcknowledged }

    /// Whether the gateway has taken it, and has not yet told how it ended.
    public var isPending: Bool { isUnresolved && object != nil }

    /// Whether the gateway took it, and it failed then.
    public var hasFailed: Bool { result == .notExecuted && object != nil }

    /// Whether it failed, and nobody was told: who was told that it is under way still counts on it.
    public var isFailureUntold: Bool { hasFailed && !isTold && !isAcknowledged }

    /// Whether somebody has still to look at it.
    public var isOpen: Bool { mayMove || isFailureUntold }

    /// Whether it may move the money that another one would move again.
    public var mayMove: Bool { isUnresolved || isUntold }

    /// Whether it was done, has failed, or was given up by a person.
    public var isClosed: Bool { result == .succeeded || hasFailed || isAcknowledged }

    /// How often it left since it was last proved not to be executed; what has failed keeps its key.
    public var openSends: Int { result == .notExecuted && !hasFailed ? 0 : sends }

    /// Once it leaves again nobody knows, whatever was known of the sends before.
    mutating func leave(send: Int) {
        sends = send
        result = nil
        isTold = false
        isAcknowledged = false
    }

    mutating func settle(_ end: RequestEnd) {
        // Who asked at the same time and was told nothing takes back nothing that was told to another.
        if end.result == .unknown, let result, result != .unknown { return }
        // Asked about again, it is the same end: who was told of it once was told.
        if end.result != result { isTold = end.isTold }
        result = end.result
        object = end.object ?? object
    }

    /// A person answers for what is known by now, and for what nobody can tell.
    mutating func acknowledge() {
        if result != nil { isAcknowledged = true }
    }
}

/// How a request that moves money ended, as it is recorded.
public struct RequestEnd: Hashable, Sendable, Codable {
    /// How.
    public var result: RequestMachine.Result
    /// What the gateway made, by its id.
    public var object: String?
    /// Whether nobody has to be told any more; so it is with the records of versions that did not note it.
    public var isTold: Bool

    /// Describes an end.
    public init(_ result: RequestMachine.Result, object: String? = nil, isTold: Bool = false) {
        self.result = result
        self.object = object
        self.isTold = isTold
    }
}
