public import TenderFlow

/// A payment whose records were moved out of a journal, as far as the journal still tells of it.
public struct ArchivedPayment: Hashable, Sendable {
    /// The payment.
    public let intentID: String
    /// The number of its records.
    public private(set) var records: Int
    /// The time of its first record, in milliseconds since 1970, UTC.
    public let opened: Int64
    /// The shop's order that it pays.
    public private(set) var order: String?

    /// Describes a payment.
    public init(intentID: String, records: Int, opened: Int64, order: String?) {
        self.intentID = intentID
        self.records = records
        self.opened = opened
        self.order = order
    }

    /// Begins with the first record of a payment.
    public init(_ first: RecordedEntry) {
        self.init(
            intentID: first.entry.intentID, records: 1, opened: first.stamp.unixMilliseconds,
            order: first.entry.terms?.order)
    }

    /// Takes the next record of the payment.
    public mutating func take(_ record: RecordedEntry) {
        records += 1
        if let terms = record.entry.terms { order = terms.order }
    }
}
