/// What the till writes down beside its payments, such as a shift or a finished ticket: the journal keeps it in its
/// chain, and leaves the reading to whoever wrote it.
public struct ShopRecord: Hashable, Sendable, Codable {
    /// The name that all of the till's records are filed under; no payment has it.
    public static let intentID = "till"

    /// The most bytes that `kind` may take.
    public static let maximumKindByteCount = 64

    /// The most bytes that `body` may take.
    public static let maximumByteCount = 1 << 18

    /// What the bytes are.
    public var kind: String
    /// The version of their form.
    public var version: UInt8
    /// The bytes.
    public var body: [UInt8]

    /// Describes a record.
    public init(kind: String, version: UInt8, body: [UInt8]) {
        self.kind = kind
        self.version = version
        self.body = body
    }

    /// Whether a journal takes it: a kind that is not empty, and neither kind nor body beyond its limit.
    public var isWithinBounds: Bool {
        !kind.isEmpty && kind.utf8.count <= Self.maximumKindByteCount && body.count <= Self.maximumByteCount
    }
}

extension JournalEntry {
    /// Makes the record of the journal that holds a record of the till.
    public init(shop record: ShopRecord) {
        self.init(intentID: ShopRecord.intentID, attempt: 0, event: .shop(record))
    }

    /// The record of the till that it holds; nil for one of a payment.
    public var shopRecord: ShopRecord? {
        guard case .shop(let record) = event else { return nil }
        return record
    }
}
