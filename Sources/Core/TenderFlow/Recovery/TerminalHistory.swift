public import TenderModel

/// What the records tell of the commands that a semi-integrated terminal was sent for one payment.
public struct TerminalHistory: Hashable, Sendable, Codable {
    /// One command and what is known of it.
    public struct Sent: Hashable, Sendable, Codable {
        /// The command.
        public var command: TerminalCommand
        /// The newest statement about it.
        public var statement: TerminalStatement?
        /// How it ended, where no statement tells.
        public var end: TerminalEnd?
        /// Whether a person has seen that nobody can tell.
        public var isAcknowledged = false
        /// The trace of the transaction that the command is about; nil when there is none, or it was not told.
        public var original: Int?

        /// Whether it was carried out; nil while nobody knows.
        public var isExecuted: Bool? {
            switch end {
            case .decided(let isExecuted, _): return isExecuted
            case .notExecuted: return statement?.isSuccess == true ? nil : false
            case .contradicted: return nil
            case nil:
                return switch statement?.proof(of: command, original: original) {
                case .executed?: true
                case .notExecuted?: false
                case .nothing?, nil: nil
                }
            }
        }

        /// Why what the terminal told at last proves nothing; nil when it told nothing, or nothing is open.
        public var misfit: TerminalProof.Misfit? {
            guard end == nil, case .nothing(let misfit)? = statement?.proof(of: command, original: original) else {
                return nil
            }
            return misfit
        }

        /// Whether nobody knows, and nobody has seen that.
        public var isUndecided: Bool { isExecuted == nil && !isAcknowledged }

        /// A success that is followed by anything else stands, and is contradicted: nobody knows.
        mutating func take(_ statement: TerminalStatement) {
            guard self.statement?.isSuccess == true, !statement.isSuccess else { return self.statement = statement }
            end = .contradicted
        }
    }

    /// The commands, in order.
    public private(set) var sent: [Sent] = []
    /// Whether the intent was canceled before a command left.
    public private(set) var isCanceled = false
    /// How often the batch was closed; of the records of a terminal.
    public private(set) var batch = 0

    /// Begins without commands.
    public init() {}

    /// The command that nobody knows the end of.
    public var undecided: Sent? { sent.first(where: \.isUndecided) }

    /// What is known of the command under a key.
    public subscript(key: IdempotencyKey) -> Sent? { sent.first { $0.command.key == key } }

    mutating func apply(_ record: TerminalRecord) {
        switch record {
        case .leaving(let command): sent.append(Sent(command: command, original: trace(of: command.receipt)))
        case .told(let key, let statement): change(key) { $0.take(statement) }
        case .ended(let key, let end): change(key) { $0.end = end }
        case .canceled: isCanceled = true
        case .batchClosing: batch += 1
        }
    }

    /// What nobody can tell is a person's from now on.
    mutating func acknowledge() {
        for index in sent.indices where sent[index].isUndecided { sent[index].isAcknowledged = true }
    }

    private func trace(of receipt: Int?) -> Int? {
        receipt.flatMap { receipt in
            sent.last { $0.isExecuted == true && $0.statement?.receipt == receipt }?.statement?.trace
        }
    }

    private mutating func change(_ key: IdempotencyKey, _ body: (inout Sent) -> Void) {
        guard let index = sent.firstIndex(where: { $0.command.key == key }) else { return }
        body(&sent[index])
    }
}
