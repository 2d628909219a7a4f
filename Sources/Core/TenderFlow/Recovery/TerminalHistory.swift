public import TenderModel

/// What the records say about the commands that were sent to a semi-integrated terminal for one payment.
public struct TerminalHistory: Hashable, Sendable, Codable {
    /// One command and what is known about it.
    public struct Sent: Hashable, Sendable, Codable {
        /// The command.
        public var command: TerminalCommand
        /// The latest statement about it.
        public var statement: TerminalStatement?
        /// The end, if no statement shows it.
        public var end: TerminalEnd?
        /// Whether a person has seen that the outcome cannot be determined.
        public var isAcknowledged = false
        /// The trace number of the transaction that the command is about; `nil` if there is none, or it was not
        /// reported.
        public var original: Int?

        /// Whether it was carried out; `nil` while unknown.
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

        /// The reason that the terminal's last statement proves nothing; `nil` if there is no statement, or nothing is
        /// open.
        public var misfit: TerminalProof.Misfit? {
            guard end == nil, case .nothing(let misfit)? = statement?.proof(of: command, original: original) else {
                return nil
            }
            return misfit
        }

        /// Whether the outcome is unknown, and nobody has seen that.
        public var isUndecided: Bool { isExecuted == nil && !isAcknowledged }

        /// Records a statement; a success that is followed by anything else remains but is contradicted, so the outcome
        /// is unknown.
        mutating func take(_ statement: TerminalStatement) {
            guard self.statement?.isSuccess == true, !statement.isSuccess else { return self.statement = statement }
            end = .contradicted
        }
    }

    /// The commands, in order.
    public private(set) var sent: [Sent] = []
    /// Whether the intent was canceled before a command was sent.
    public private(set) var isCanceled = false
    /// The number of times that the batch was closed, in the records of a terminal.
    public private(set) var batch = 0

    /// Creates a history without commands.
    public init() {}

    /// The command whose end is unknown.
    public var undecided: Sent? { sent.first(where: \.isUndecided) }

    /// What is known about the command under a key.
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

    /// Records that a person has taken responsibility for what cannot be determined.
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
