public import TenderModel

/// A record about a payment that a semi-integrated terminal carries out: one that reads the card and asks the issuer by
/// itself, and knows no keys.
public enum TerminalRecord: Hashable, Sendable, Codable {
    /// A command that moves money is about to leave; under its key it never leaves again.
    case leaving(TerminalCommand)
    /// The terminal's statement about the command under a key, which is acknowledged afterwards.
    case told(IdempotencyKey, TerminalStatement)
    /// The command under a key ended in a way that its statement does not show.
    case ended(IdempotencyKey, TerminalEnd)
    /// The intent was canceled before any command left for it, and none may leave any more.
    case canceled
    /// A terminal's batch is about to be closed; the records are the terminal's own, not a payment's.
    case batchClosing
}

/// A command to a terminal, and what is needed to determine its outcome later.
public struct TerminalCommand: Hashable, Sendable, Codable {
    /// The kind of the command.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Charges a card.
        case sale
        /// Holds an amount.
        case hold
        /// Captures what is held.
        case capture
        /// Releases what is held.
        case release
        /// Reverses a sale of the open batch.
        case reversal
        /// Refunds money to a card.
        case refund
    }

    /// The kind of the command.
    public var kind: Kind
    /// The key of the request that it carries out.
    public var key: IdempotencyKey
    /// The terminal's ID.
    public var terminal: String
    /// The amount.
    public var amount: Amount
    /// The receipt number that it refers to; `nil` for a new transaction.
    public var receipt: Int?
    /// The terminal's newest receipt number before it, without which nothing that is found later proves anything.
    public var lastReceipt: Int?
    /// The open batch, counted by this journal.
    public var batch: Int

    /// Creates a command.
    public init(
        _ kind: Kind, key: IdempotencyKey, terminal: String, amount: Amount, receipt: Int? = nil,
        lastReceipt: Int? = nil, batch: Int = 0
    ) {
        self.kind = kind
        self.key = key
        self.terminal = terminal
        self.amount = amount
        self.receipt = receipt
        self.lastReceipt = lastReceipt
        self.batch = batch
    }
}

/// A terminal's statement about a transaction.
public struct TerminalStatement: Hashable, Sendable, Codable {
    /// Whether it reports that the transaction was carried out.
    public var isSuccess: Bool
    /// The result code; empty if none is reported.
    public var code: String
    /// The amount in minor units; `nil` if it is not reported.
    public var amount: Int64?
    /// The receipt number; `nil` if it is not reported.
    public var receipt: Int?
    /// The terminal's transaction counter; `nil` if it is not reported.
    public var trace: Int?
    /// The card, masked.
    public var card: CardDetails?
    /// The origin of the statement; `nil` in the records of versions that did not store it.
    public var provenance: Provenance?

    /// The origin of a statement, which shows whose transaction it is about.
    public struct Provenance: Hashable, Sendable, Codable {
        /// The ID of the terminal that made it, reported with it or earlier on the same connection; `nil` if unknown.
        public var terminal: String?
        /// The currency's ISO 4217 number; `nil` if it is not reported.
        public var currency: String?
        /// The trace number of the transaction that it reverses or changes; `nil` if it is not reported.
        public var originalTrace: Int?

        /// Creates a provenance.
        public init(terminal: String?, currency: String? = nil, originalTrace: Int? = nil) {
            self.terminal = terminal
            self.currency = currency
            self.originalTrace = originalTrace
        }
    }

    /// Creates a statement.
    public init(
        isSuccess: Bool, code: String, amount: Int64? = nil, receipt: Int? = nil, trace: Int? = nil,
        card: CardDetails? = nil, provenance: Provenance?
    ) {
        self.isSuccess = isSuccess
        self.code = code
        self.amount = amount
        self.receipt = receipt
        self.trace = trace
        self.card = card
        self.provenance = provenance
    }

    /// Whether it reports how the transaction ended.
    public var tellsResult: Bool { isSuccess || !code.isEmpty }
}

/// The end of a command, if its statement does not show it.
public enum TerminalEnd: Hashable, Sendable, Codable {
    /// The terminal reports that it did nothing, with its code.
    case notExecuted(code: String)
    /// The terminal reports that it aborted, after it had reported success: the outcome is unknown.
    case contradicted
    /// A person has looked at the terminal's own journal.
    case decided(isExecuted: Bool, by: String)
}
