/// A till's record beside its payments, such as a shift or a finished ticket, which the journal chains without
/// interpreting it.
public struct ShopRecord: Hashable, Sendable, Codable {
    /// The name that all of the till's records are filed under; no payment has it.
    public static let intentID = "till"

    /// The maximum size of `kind`, in bytes.
    public static let maximumKindByteCount = 64

    /// The maximum size of `body`, in bytes.
    public static let maximumByteCount = 1 << 18

    /// The kind of the record.
    public var kind: String
    /// The version of the body's format.
    public var version: UInt8
    /// The body.
    public var body: [UInt8]

    /// Creates a record.
    public init(kind: String, version: UInt8, body: [UInt8]) {
        self.kind = kind
        self.version = version
        self.body = body
    }

    /// Whether a journal accepts it: with a nonempty kind, and both kind and body within their limits.
    public var isWithinBounds: Bool {
        !kind.isEmpty && kind.utf8.count <= Self.maximumKindByteCount && body.count <= Self.maximumByteCount
    }
}

extension JournalEntry {
    /// Creates the journal's record of a record of the till.
    public init(shop record: ShopRecord) {
        self.init(intentID: ShopRecord.intentID, attempt: 0, event: .shop(record))
    }

    /// The record of the till that it contains; `nil` for one of a payment.
    public var shopRecord: ShopRecord? {
        guard case .shop(let record) = event else { return nil }
        return record
    }
}
