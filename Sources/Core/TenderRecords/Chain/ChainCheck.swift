/// Walks over the rows of a journal and collects what is wrong with their chain.
///
/// What the chain proves, and what it does not: whoever changes, removes or exchanges records without computing every
/// later hash anew is found. Whoever can write file and head both can compute them anew; a head that was kept elsewhere
/// finds that, too.
///
/// A head *behind* the last record is no finding. It is written after the records are on the disk and not synced
/// itself: after a kill it may be one batch behind, and after a power cut as many as the file system had not written. The
/// record that it names must be in its place with its very hash, and those after it continue from there, so that nothing
/// older is in doubt; what it cannot show is that more records had followed. A head *ahead* of the last record is always
/// a finding: it is never written first.
public struct ChainCheck: Sendable {
    /// One row as it lies in the file.
    public struct Row: Hashable, Sendable {
        /// The record's number.
        public var sequence: Int64
        /// The hash of the record before.
        public var previous: [UInt8]
        /// The record's own hash.
        public var hash: [UInt8]
        /// The record.
        public var body: [UInt8]

        /// Takes the columns of a row.
        public init(sequence: Int64, previous: [UInt8], hash: [UInt8], body: [UInt8]) {
            self.sequence = sequence
            self.previous = previous
            self.hash = hash
            self.body = body
        }
    }

    /// More findings are counted, not kept.
    public static let maximumFindings = 100

    /// What was found, in the order of the records.
    public private(set) var findings: [ChainFinding] = []
    /// How many were found.
    public private(set) var findingCount = 0
    /// The end of the chain as far as it was walked.
    public private(set) var last: JournalHead
    private let head: JournalHead?

    /// Begins before the first record.
    ///
    /// - Parameters:
    ///   - journalID: the journal's name.
    ///   - binding: its first binding.
    ///   - head: what was kept of its end; nil when nothing was, and a cut at the end is then not seen.
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

    /// How many records follow the one that the head names; nil without a head of this journal.
    public var recordsAfterHead: Int64? {
        guard let head, head.journalID == last.journalID, head.sequence >= 0, head.sequence <= last.sequence
        else { return nil }
        return last.sequence - head.sequence
    }

    /// Takes the next row, in the order of the sequences.
    public mutating func take(_ row: Row) {
        // Records are counted from 1: the walk does not go on from a number that none can have.
        guard row.sequence > 0 else { return note(.altered(sequence: row.sequence)) }
        let (expected, isOver) = last.sequence.addingReportingOverflow(1)
        if isOver || row.sequence < expected {
            note(.altered(sequence: row.sequence))
        } else if row.sequence > expected {
            note(.missing(expected...row.sequence - 1))
            if RecordChain.hash(row.body, sequence: row.sequence, previous: row.previous) != row.hash {
                note(.altered(sequence: row.sequence))
            }
        } else {
            check(row)
        }
        last.sequence = row.sequence
        last.hash = row.hash
        if let head, head.journalID == last.journalID { compare(with: head) }
    }

    private mutating func check(_ row: Row) {
        let isLinked = row.previous == last.hash
        if !isLinked { note(.unlinked(sequence: row.sequence)) }
        if RecordChain.hash(row.body, sequence: row.sequence, previous: row.previous) != row.hash {
            note(.altered(sequence: row.sequence))
        }
    }

    private mutating func compare(with head: JournalHead) {
        guard head.sequence == last.sequence, head.hash != last.hash else { return }
        note(.otherRecord(sequence: head.sequence))
    }

    /// Adds what was found beside the chain, such as a record that cannot be read.
    public mutating func note(_ finding: ChainFinding) {
        findingCount += 1
        if findings.count < Self.maximumFindings { findings.append(finding) }
    }

    /// Ends the walk: compares the end with the head.
    public mutating func finish() {
        guard let head, head.journalID == last.journalID, head.sequence > last.sequence else { return }
        note(.truncated(last: last.sequence, head: head.sequence))
    }
}
