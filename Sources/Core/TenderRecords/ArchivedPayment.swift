/// A payment whose records were moved out of a journal, as far as the journal still tells of it.
public struct ArchivedPayment: Hashable, Sendable {
    /// The payment.
    public let intentID: String
    /// The number of its records.
    public internal(set) var records = 0
    /// The time of its first record, in milliseconds since 1970, UTC.
    public let opened: Int64
    /// The shop's order that it pays.
    public internal(set) var order: String?

    /// Describes a payment.
    public init(intentID: String, records: Int = 0, opened: Int64, order: String? = nil) {
        self.intentID = intentID
        self.records = records
        self.opened = opened
        self.order = order
    }
}
