import TenderRecords

/// Consecutive records of a journal that are sent together.
public struct UplinkBatch: Hashable, Sendable {
    /// The greatest number of records in a batch.
    public static let maximumRecords = 1000
    /// The greatest number of bytes in a batch, unless a single record is larger.
    public static let maximumBytes = 1 << 20

    /// One record as the journal holds it.
    public struct Record: Hashable, Sendable {
        /// Its place in the journal, from 1.
        public var sequence: Int64
        /// Its hash.
        public var hash: [UInt8]
        /// Its bytes.
        public var body: [UInt8]

        /// Describes a record.
        public init(sequence: Int64, hash: [UInt8], body: [UInt8]) {
            self.sequence = sequence
            self.hash = hash
            self.body = body
        }
    }

    /// The records, in order.
    public var records: [Record]

    /// Makes a batch.
    public init(_ records: [Record]) { self.records = records }

    /// Returns the end of the chain after these records; `nil` if there are none.
    func end(of journalID: String) -> JournalHead? {
        records.last.map { JournalHead(journalID: journalID, sequence: $0.sequence, hash: $0.hash) }
    }
}
