/// One request beside a payment (create, move money, read) as a pure state machine: send, send again, ask.
///
/// It does one thing at a time: each event is answered with the one action that comes next. The object itself stays in
/// the shell; the machine decides only from what an exchange told about the request's fate.
public struct RequestMachine: Hashable, Sendable, Codable {
    /// What is requested.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Reads an object: repeating it changes nothing.
        case read
        /// Makes an intent: a lost one is looked for before it is given up.
        case create
        /// Moves money or makes something payable: recorded before it leaves and before it is shown.
        case move
    }

    /// What an exchange told.
    public enum Reply: String, Hashable, Sendable, Codable, CaseIterable {
        /// The object is here.
        case succeeded
        /// Looking for it found nothing.
        case notFound
        /// The gateway refused it; nothing was executed.
        case refused
        /// The gateway does not know what it is about. That proves nothing: who asks for it knows it (money rule 10).
        case missing
        /// Its key was used for something else.
        case keyUsed
        /// What it is about has ended otherwise: it was not executed, and cannot be any more.
        case precluded
        /// Nothing was executed, and it may be tried again.
        case tryAgain
        /// What became of it is not known.
        case lost
    }

    /// How it ended.
    public enum Result: String, Hashable, Sendable, Codable, CaseIterable {
        /// The object is here.
        case succeeded
        /// It was certainly not executed.
        case notExecuted
        /// Nobody could say in time.
        case unknown
        /// The journal takes no records; nothing was sent.
        case journalUnavailable
    }

    /// What can happen.
    public enum Event: Hashable, Sendable, Codable {
        /// It is to be made.
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

    /// What it asks of the world.
    public enum Action: Hashable, Sendable, Codable {
        /// Record that it is about to leave, for the nth time; answer with `recorded` or `recordFailed`.
        case recordLeaving(send: Int)
        /// Record how it ended; answer with `recorded` or `recordFailed`.
        case recordSettled(Result)
        /// Send it under its one key, and wait no longer than this; answer with `answered`.
        case send(within: Duration)
        /// Look for the object it would have made, and wait no longer than this; answer with `answered`.
        case ask(within: Duration)
        /// Wait; answer with `pauseEnded`.
        case pause(Duration)
        /// It ended.
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
    ///   - sends: how often an earlier process sent it; from 1, it is looked for before it is sent again.
    ///   - mayLeave: whether it may be sent; otherwise it is only looked for, since nobody asks for it now.
    public init(_ kind: Kind, policy: PaymentPolicy, resuming sends: Int = 0, mayLeave: Bool = true) {
        self.kind = kind
        self.policy = policy
        self.sends = sends
        self.mayLeave = mayLeave
        mayHaveArrived = sends > 0 || !mayLeave
    }

    /// Takes one event and says what comes next; nil for an event without a meaning here, which changes nothing.
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
        case .refused, .notFound, .precluded:
            return mayHaveArrived && kind != .read ? ask() : settle(.notExecuted)
        case .keyUsed where kind != .read && !mayHaveArrived:
            // Whoever used it made something else: it is looked at, so that people can be told what.
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

    /// Nothing found proves nothing while the request may still arrive: the same one is sent again, for a time.
    private mutating func followAsk(_ reply: Reply, _ jitter: Jitter) -> Action {
        switch reply {
        case .succeeded: return settle(.succeeded)
        case .precluded: return settle(.notExecuted)
        case .keyUsed: return settle(isKeyUsed ? .notExecuted : .unknown)
        case .notFound where !mayLeave: return settle(.unknown)
        case .notFound, .refused, .missing, .tryAgain, .lost:
            if asks < maximumAsks { return pause(jitter) }
            return settle(reply == .notFound && isKeyUsed ? .notExecuted : .unknown)
        }
    }

    /// A lost create holds no money: a person is not kept waiting for long.
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
    /// Reads the meaning of an error for a request.
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
            case .refused, .declined, .declinedUnderKey, .intent, .refund, .noRefund: .refused
            }
    }
}
