public import TenderModel

/// A request outside a card payment that moves money, according to its records.
public struct KeyedRequest<Parameters: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
    /// The request's parameters.
    public var parameters: Parameters
    /// The key under which it is made.
    public var key: IdempotencyKey
    /// The number of times that it was sent.
    public var sends: Int
    /// The time of its first sending since it was last provably not executed.
    public var first: Stamp
    /// The result; `nil` while unknown.
    public var result: RequestMachine.Result?
    /// The ID of the object that the gateway created; `nil` if the records do not contain it.
    public var object: String?
    /// Whether the caller who waited for it was told how it ended.
    public var isTold = false
    /// Whether a person has seen how it ended, or that this cannot be determined.
    public var isAcknowledged = false

    init(_ parameters: Parameters, _ key: IdempotencyKey, sends: Int, first: Stamp) {
        self.parameters = parameters
        self.key = key
        self.sends = sends
        self.first = first
    }

    /// Whether what became of it is known.
    public var isKnown: Bool { result != nil && result != .unknown }

    /// Whether its end is unknown, and nobody has seen that.
    public var isUnresolved: Bool { !isKnown && !isAcknowledged }

    /// Whether it was completed without anybody being told: asking for it again means this one.
    public var isUntold: Bool { result == .succeeded && !isTold && !isAcknowledged }

    /// Whether the gateway has accepted it, but not yet reported how it ended.
    public var isPending: Bool { isUnresolved && object != nil }

    /// Whether it failed after the gateway had accepted it.
    public var hasFailed: Bool { result == .notExecuted && object != nil }

    /// Whether it failed without anybody being told: whoever was told that it is in progress still relies on it.
    public var isFailureUntold: Bool { hasFailed && !isTold && !isAcknowledged }

    /// Whether it still needs attention.
    public var isOpen: Bool { mayMove || isFailureUntold }

    /// Whether it may move the same money that another one would move.
    public var mayMove: Bool { isUnresolved || isUntold }

    /// Whether it was completed, has failed, or was given up by a person.
    public var isClosed: Bool { result == .succeeded || hasFailed || isAcknowledged }

    /// The number of sendings since it was last provably not executed; a failed request keeps its key.
    public var openSends: Int { result == .notExecuted && !hasFailed ? 0 : sends }

    /// The time from which its age counts; `nil` if the next sending is a new request.
    public var openSince: Stamp? { openSends == 0 ? nil : first }

    /// Records a sending, after which the outcome is unknown, whatever was known about earlier sendings.
    ///
    /// What was provably not executed leaves as another request: it may have another body, and its age counts anew.
    mutating func leave(_ parameters: Parameters, send: Int, at stamp: Stamp) {
        if openSends == 0 { (self.parameters, first) = (parameters, stamp) }
        sends = send
        result = nil
        isTold = false
        isAcknowledged = false
    }

    mutating func settle(_ end: RequestEnd) {
        // The answer to a concurrent caller who learned nothing does not withdraw what another was told.
        if end.result == .unknown, let result, result != .unknown { return }
        // A repeated query has the same end: whoever was told of it once was told.
        if end.result != result { isTold = end.isTold }
        result = end.result
        object = end.object ?? object
    }

    /// Records that a person has taken responsibility for what is known by now, and for what cannot be determined.
    mutating func acknowledge() {
        if result != nil { isAcknowledged = true }
    }
}

/// The end of a request that moves money, as recorded.
public struct RequestEnd: Hashable, Sendable, Codable {
    /// The result.
    public var result: RequestMachine.Result
    /// The ID of the object that the gateway created.
    public var object: String?
    /// Whether nobody need be told any more; true for the records of versions that did not store this.
    public var isTold: Bool

    /// Creates an end.
    public init(_ result: RequestMachine.Result, object: String? = nil, isTold: Bool = false) {
        self.result = result
        self.object = object
        self.isTold = isTold
    }
}
