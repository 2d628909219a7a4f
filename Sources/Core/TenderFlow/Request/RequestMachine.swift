/// One request outside a payment (create, move money, read) as a pure state machine: send, send again, ask.
///
/// It does one thing at a time: each event is answered with the single next action. The object itself stays in the
/// shell; the machine decides only by what an exchange revealed about the request's fate.
public struct RequestMachine: Hashable, Sendable, Codable {
    /// The kind of a request.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Reads an object: repeating it changes nothing.
        case read
        /// Creates or edits an intent: what was lost is searched for before it is given up.
        case create
        /// Moves money or makes something payable: recorded before it leaves and before it is shown.
        case move
    }

    /// The result of an exchange.
    public enum Reply: String, Hashable, Sendable, Codable, CaseIterable {
        /// The object was returned.
        case succeeded
        /// The search found nothing.
        case notFound
        /// The gateway refused it; nothing was executed.
        case refused
        /// The card was declined under this very key: nothing was executed, and the same answer would come again.
        case declined
        /// The gateway does not know the subject. That proves nothing: whoever asks for it knows it (money rule 10).
        case missing
        /// The key was used for something else.
        case keyUsed
        /// The subject has ended otherwise: the request was not executed, and no longer can be.
        case precluded
        /// Nothing was executed, and it may be tried again.
        case tryAgain
        /// The fate of the request is unknown.
        case lost
    }

    /// The result of the request.
    public enum Result: String, Hashable, Sendable, Codable, CaseIterable {
        /// The object was returned.
        case succeeded
        /// It was certainly not executed.
        case notExecuted
        /// The outcome could not be determined in time.
        case unknown
        /// The journal accepts no records; nothing was sent.
        case journalUnavailable
    }

    /// The inputs of a request.
    public enum Event: Hashable, Sendable, Codable {
        /// The request is to begin.
        case started
        /// The record is on disk.
        case recorded
        /// The record could not be written.
        case recordFailed
        /// The exchange ended.
        case answered(Reply, Jitter)
        /// The pause is over.
        case pauseEnded
    }

    /// The actions that a request asks for.
    public enum Action: Hashable, Sendable, Codable {
        /// Records that it is about to leave, for the `send`th time; answer with `recorded` or `recordFailed`.
        case recordLeaving(send: Int)
        /// Records how it ended; answer with `recorded` or `recordFailed`.
        case recordSettled(Result)
        /// Sends it under its single key, within this time limit; answer with `answered`.
        case send(within: Duration)
        /// Searches for the object that it would have created, within this time limit; answer with `answered`.
        case ask(within: Duration)
        /// Waits; answer with `pauseEnded`.
        case pause(Duration)
        /// Ends the request.
        case finish(Result)
    }

    private enum Stage: Hashable, Codable {
        case idle, recording, sent, pausedBeforeSend, asked, ended
        case settling(Result)
    }

    private let kind: Kind
    private let policy: PaymentPolicy
    private let mayLeave: Bool
    private var stage = Stage.idle
    private var sends = 0
    private var asks = 0
    private var mayHaveArrived = false
    private var isKeyUsed = false

    /// Prepares a request.
    ///
    /// - Parameters:
    ///   - sends: How often an earlier process sent it; if at least once, it is searched for before it is sent again.
    ///   - mayLeave: Whether it may be sent; otherwise it is only searched for, because nobody asks for it now.
    public init(_ kind: Kind, policy: PaymentPolicy, resuming sends: Int = 0, mayLeave: Bool = true) {
        self.kind = kind
        self.policy = policy
        self.sends = sends
        self.mayLeave = mayLeave
        mayHaveArrived = sends > 0 || !mayLeave
    }

    /// Handles one event and returns the next action; `nil` for an event without a meaning here, which changes nothing.
    public mutating func handle(_ event: Event) -> Action? {
        switch (stage, event) {
        case (.idle, .started) where mayHaveArrived: ask()
        case (.pausedBeforeSend, .pauseEnded) where !mayLeave || isKeyUsed: ask()
        case (.idle, .started), (.pausedBeforeSend, .pauseEnded): leave()
        case (.recording, .recorded): send()
        case (.recording, .recordFailed): mayHaveArrived ? settle(.unknown) : end(.journalUnavailable)
        case (.sent, .answered(let reply, let jitter)): followSend(reply, jitter)
        case (.asked, .answered(let reply, let jitter)): followAsk(reply, jitter)
        case (.settling(let result), .recorded): end(result)
        case (.settling, .recordFailed): end(.unknown)
        case (.idle, _), (.recording, _), (.sent, _), (.pausedBeforeSend, _), (.asked, _), (.settling, _), (.ended, _):
            nil
        }
    }

    private mutating func leave() -> Action {
        guard kind == .move else { return send() }
        stage = .recording
        return .recordLeaving(send: sends + 1)
    }

    private mutating func send() -> Action {
        sends += 1
        stage = .sent
        return .send(within: policy.online)
    }

    private mutating func ask() -> Action {
        asks += 1
        stage = .asked
        return .ask(within: policy.online)
    }

    private mutating func pause(_ jitter: Jitter) -> Action {
        stage = .pausedBeforeSend
        return .pause(policy.pause(sends, jitter))
    }

    private mutating func followSend(_ reply: Reply, _ jitter: Jitter) -> Action {
        switch reply {
        case .succeeded: return settle(.succeeded)
        case .declined: return settle(.notExecuted)
        case .refused, .notFound, .precluded:
            return mayHaveArrived && kind != .read ? ask() : settle(.notExecuted)
        case .keyUsed where kind != .read && !mayHaveArrived:
            // The key was used for something else: look at that, so that people can be told what it is.
            isKeyUsed = true
            return ask()
        case .missing, .keyUsed:
            guard kind != .read else { return settle(.notExecuted) }
            mayHaveArrived = true
            return ask()
        case .tryAgain, .lost:
            if reply == .lost { mayHaveArrived = true }
            if sends < policy.maximumSends { return pause(jitter) }
            guard mayHaveArrived else { return settle(.notExecuted) }
            return kind == .read ? settle(.unknown) : ask()
        }
    }

    /// Handles a search: finding nothing proves nothing while the request may still arrive, so it is resent for a time.
    private mutating func followAsk(_ reply: Reply, _ jitter: Jitter) -> Action {
        switch reply {
        case .succeeded: return settle(.succeeded)
        case .precluded, .declined: return settle(.notExecuted)
        case .keyUsed: return settle(isKeyUsed ? .notExecuted : .unknown)
        case .notFound where !mayLeave: return settle(.unknown)
        case .notFound, .refused, .missing, .tryAgain, .lost:
            if asks < maximumAsks { return pause(jitter) }
            return settle(reply == .notFound && isKeyUsed ? .notExecuted : .unknown)
        }
    }

    /// The maximum number of queries; a lost create holds no money, so nobody is kept waiting for long.
    private var maximumAsks: Int { kind == .create ? min(policy.maximumAsks, 2) : policy.maximumAsks }

    private mutating func settle(_ result: Result) -> Action {
        guard kind == .move else { return end(result) }
        stage = .settling(result)
        return .recordSettled(result)
    }

    private mutating func end(_ result: Result) -> Action {
        stage = .ended
        return .finish(result)
    }
}

extension RequestMachine.Reply {
    /// Interprets an error for a request.
    public init(_ error: GatewayError) {
        switch error.fate {
        case .answered(404): self = .missing
        case .precluded: self = .precluded
        case .notSent, .unknown, .answered: self.init(GatewayReply(error))
        }
    }

    private init(_ reply: GatewayReply) {
        self =
            switch reply {
            case .notSent, .refused(.rateLimited, _): .tryAgain
            case .refused(.keyMismatch, _): .keyUsed
            case .noAnswer, .serverError, .refused(.keyInUse, _): .lost
            case .declinedUnderKey: .declined
            case .refused, .declined, .intent, .refund, .noRefund: .refused
            }
    }
}
