public import TenderModel

/// What is recorded of a payment that a semi-integrated terminal carries out: one that reads the card and asks the
/// issuer by itself, and knows no keys.
public enum TerminalRecord: Hashable, Sendable, Codable {
    /// A command that moves money is about to leave; under its key it never leaves again.
    case leaving(TerminalCommand)
    /// What the terminal tells of the command under a key; it is acknowledged afterwards.
    case told(IdempotencyKey, TerminalStatement)
    /// The command under a key came to an end that its statement does not tell.
    case ended(IdempotencyKey, TerminalEnd)
    /// The intent was canceled before any command left for it: none may leave any more.
    case canceled
    /// The batch of a terminal is about to be closed; the records are the terminal's own, not a payment's.
    case batchClosing
}

/// A command to a terminal, and what is needed to find out later what became of it.
public struct TerminalCommand: Hashable, Sendable, Codable {
    /// What is asked for.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Charge a card.
        case sale
        /// Hold an amount.
        case hold
        /// Book what is held.
        case capture
        /// Give up what is held.
        case release
        /// Take a sale of the open batch back.
        case reversal
        /// Give money back to a card.
        case refund
    }

    /// What is asked for.
    public var kind: Kind
    /// The key of the request that it carries out.
    public var key: IdempotencyKey
    /// The terminal's id.
    public var terminal: String
    /// How much.
    public var amount: Amount
    /// The receipt number that it is about; nil for a new transaction.
    public var receipt: Int?
    /// The terminal's newest receipt number before; without it nothing that is found later proves anything.
    public var lastReceipt: Int?
    /// The batch that is open, counted by this journal.
    public var batch: Int

    /// Describes a command.
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

/// What a terminal tells of a transaction.
public struct TerminalStatement: Hashable, Sendable, Codable {
    /// Whether it says that the transaction was carried out.
    public var isSuccess: Bool
    /// Its result code; empty when none is told.
    public var code: String
    /// The amount in minor units; nil when it is not told.
    public var amount: Int64?
    /// The receipt number; nil when it is not told.
    public var receipt: Int?
    /// The terminal's count of transactions; nil when it is not told.
    public var trace: Int?
    /// The card, masked.
    public var card: CardDetails?
    /// What tells whose transaction it is; nil in the records of versions that did not keep it.
    public var provenance: Provenance?

    /// What tells whose transaction a statement is about.
    public struct Provenance: Hashable, Sendable, Codable {
        /// The id of the terminal that says it, told with it or before on the same connection; nil when nobody knows.
        public var terminal: String?
        /// The currency's ISO 4217 number; nil when it is not told.
        public var currency: String?
        /// The trace of the transaction that it takes back or changes; nil when it is not told.
        public var originalTrace: Int?

        /// Describes where a statement comes from.
        public init(terminal: String?, currency: String? = nil, originalTrace: Int? = nil) {
            self.terminal = terminal
            self.currency = currency
            self.originalTrace = originalTrace
        }
    }

    /// Describes a statement.
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

    /// Whether it says how the transaction ended.
    public var tellsResult: Bool { isSuccess || !code.isEmpty }
}

/// How a command ended, where its statement does not tell.
public enum TerminalEnd: Hashable, Sendable, Codable {
    /// The terminal says that it did nothing, with its code.
    case notExecuted(code: String)
    /// The terminal says that it stopped, after it had told a success: nobody knows.
    case contradicted
    /// A person has looked at the terminal's own journal.
    case decided(isExecuted: Bool, by: String)
}
