/// A row as storage keeps it: its key, and its content as JSON.
public struct StoredRecord: Hashable, Sendable {
    /// The kind of a row.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A PaymentIntent.
        case paymentIntent = "payment_intent"
        /// A payment method.
        case paymentMethod = "payment_method"
        /// A charge.
        case charge
        /// A refund.
        case refund
        /// A movement of an account's money.
        case balanceTransaction = "balance_transaction"
        /// An object of another kind.
        case document
        /// An event of an object.
        case event
        /// An event that a webhook endpoint has not accepted yet.
        case delivery
        /// The answer under an idempotency key.
        case answer
        /// An event of the issuer's ledger.
        case issuerEvent = "issuer_event"
        /// What the issuer remembers of a chip.
        case chipAccount = "chip_account"
    }

    /// The kind.
    public let kind: Kind
    /// Its key, unique within the kind.
    public let id: String
    private let form: Form

    /// The form of the content.
    private enum Form {
        case bytes([UInt8])
        case row(any Encodable & Sendable)
        case removed
    }

    /// Creates a row.
    public init(kind: Kind, id: String, content: [UInt8]?) {
        self.kind = kind
        self.id = id
        form = content.map(Form.bytes) ?? .removed
    }

    /// Creates a row that is encoded when somebody asks for its content, on the calling thread.
    init(kind: Kind, id: String, row: (any Encodable & Sendable)?) {
        self.kind = kind
        self.id = id
        form = row.map(Form.row) ?? .removed
    }

    /// The JSON; `nil` if the row is gone.
    public var content: [UInt8]? {
        if case .bytes(let bytes) = form { return bytes }
        return content(by: RowEncoder())
    }

    /// Returns the JSON, from an encoder that writes several rows together.
    public func content(by encoder: RowEncoder) -> [UInt8]? {
        switch form {
        case .bytes(let bytes): bytes
        case .row(let row): try? encoder.encode(row)
        case .removed: nil
        }
    }

    /// Returns whether kind, key and content are equal.
    public static func == (one: StoredRecord, other: StoredRecord) -> Bool {
        one.kind == other.kind && one.id == other.id && one.content == other.content
    }

    /// Hashes kind and key.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(id)
    }
}

/// A stored row that this version cannot read.
public struct StoredRecordError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The row's kind.
    public let kind: StoredRecord.Kind
    /// Its key.
    public let id: String

    /// A sentence that names the row.
    public var description: String { "the stored \(kind.rawValue) '\(id)' cannot be read" }
}
