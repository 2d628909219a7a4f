/// A walk over the rows of a journal that collects what is wrong with their chain.
///
/// What the chain proves, and what it does not: it exposes anyone who changes, removes or swaps records without
/// recomputing every later hash. Anyone who can write both the file and the head can recompute them; a head that was
/// kept elsewhere exposes that, too.
///
/// A head *behind* the last record is not a finding. It is written after the records are on disk and is not itself
/// synced: after a kill it may be one batch behind, and after a power cut as many as the file system had not yet
/// written. The record that it names must be in its place with exactly its hash, and the records after it continue from
/// there, so nothing older is in doubt; what the head cannot show is that more records had followed. A head *ahead* of
/// the last record is always a finding, because the head is never written first.
///
/// Of a record that is in an archive the journal keeps the hash. The record after it proves that hash; what is between
/// two records of the journal is proved only with the archive.
public struct ChainCheck: Sendable {
    /// One row as stored in the file.
    public struct Row: Hashable, Sendable {
        /// The record's sequence number.
        public var sequence: Int64
        /// The hash of the previous record.
        public var previous: [UInt8]
        /// The record's own hash.
        public var hash: [UInt8]
        /// The record.
        public var body: [UInt8]

        /// Creates a row from its columns.
        public init(sequence: Int64, previous: [UInt8], hash: [UInt8], body: [UInt8]) {
            self.sequence = sequence
            self.previous = previous
            self.hash = hash
            self.body = body
        }
    }

    /// The maximum number of findings to keep; further ones are only counted.
    public static let maximumFindings = 100

    /// The findings, in the order of the records.
    public private(set) var findings: [ChainFinding] = []
    /// The total number of findings.
    public private(set) var findingCount = 0
    /// The end of the chain as far as the walk has come.
    public private(set) var last: JournalHead
    private let head: JournalHead?

    /// Starts before the first record.
    ///
    /// - Parameters:
    ///   - journalID: The journal's name.
    ///   - binding: The journal's first binding.
    ///   - head: The known end of the journal; `nil` if there is none, in which case a cut at the end goes unnoticed.
    public init(journalID: String, binding: JournalBinding, head: JournalHead?) {
        last = RecordChain(journalID: journalID, binding: binding).head
        self.head = head
        guard let head else { return }
        if head.journalID != journalID {
            note(.otherJournal(head: head.journalID))
        } else {
            compare(with: head)
        }
    }

    /// The number of records after the one that the head names; `nil` without a head of this journal.
    public var recordsAfterHead: Int64? {
        guard let head, head.journalID == last.journalID, head.sequence >= 0, head.sequence <= last.sequence
        else { return nil }
        return last.sequence - head.sequence
    }

    /// Checks the next row, in the order of the sequences.
    public mutating func take(_ row: Row) { take(row.sequence, row.hash, row) }

    /// Checks the place of the next record, which is in an archive; only its hash is at hand.
    public mutating func take(archived sequence: Int64, hash: [UInt8]) { take(sequence, hash, nil) }

    private mutating func take(_ sequence: Int64, _ hash: [UInt8], _ row: Row?) {
        // Records are numbered from 1: the walk does not continue from a number that no record can have.
        guard sequence > 0 else { return note(.altered(sequence: sequence)) }
        let (expected, isOver) = last.sequence.addingReportingOverflow(1)
        if isOver || sequence < expected {
            note(.altered(sequence: sequence))
        } else {
            if sequence > expected { note(.missing(expected...sequence - 1)) }
            if let row { check(row, follows: sequence == expected) }
        }
        last.sequence = sequence
        last.hash = hash
        if let head, head.journalID == last.journalID { compare(with: head) }
    }

    private mutating func check(_ row: Row, follows: Bool) {
        if follows, row.previous != last.hash { note(.unlinked(sequence: row.sequence)) }
        if RecordChain.hash(row.body, sequence: row.sequence, previous: row.previous) != row.hash {
            note(.altered(sequence: row.sequence))
        }
    }

    private mutating func compare(with head: JournalHead) {
        guard head.sequence == last.sequence, head.hash != last.hash else { return }
        note(.otherRecord(sequence: head.sequence))
    }

    /// Adds a finding from outside the chain, such as a record that cannot be read.
    public mutating func note(_ finding: ChainFinding) {
        findingCount += 1
        if findings.count < Self.maximumFindings { findings.append(finding) }
    }

    /// Ends the walk and compares the end of the chain with the head.
    public mutating func finish() {
        guard let head, head.journalID == last.journalID, head.sequence > last.sequence else { return }
        note(.truncated(last: last.sequence, head: head.sequence))
    }
}
