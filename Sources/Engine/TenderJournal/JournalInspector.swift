public import TenderFlow
public import TenderRecords
import TenderSQLite

/// A reader of a journal that does not change it, and that works while another process writes to it.
public actor JournalInspector {
    /// The head to compare the chain with.
    public enum Head: Hashable, Sendable {
        /// The head in the file beside the journal, if it is there.
        case beside
        /// A head that was kept elsewhere.
        case given(JournalHead)
    }

    /// What becomes of the records that were moved into archives.
    public enum Archived: Hashable, Sendable {
        /// They are left alone; the places of their hashes in the chain are checked.
        case left
        /// They are read, from files with the archives' names among these, beside the journal, or where they were
        /// written.
        case read([String])
    }

    /// The result of an inspection.
    public struct Report: Hashable, Sendable {
        /// The journal's name; `nil` if it cannot be read.
        public var journalID: String?
        /// The current binding to a gateway and account.
        public var binding: JournalBinding?
        /// The number of records read.
        public var recordCount: Int64
        /// The number of records that are in archives, and in the journal no more.
        public var archivedCount: Int64 = 0
        /// The end of the chain in the file.
        public var last: JournalHead?
        /// The head that the chain was compared with; `nil` if there was none, in which case a cut at the end goes
        /// unnoticed.
        public var head: JournalHead?
        /// The number of records after the head; they are as written, but nobody can say whether there were more.
        public var recordsAfterHead: Int64?
        /// The findings, at most `ChainCheck.maximumFindings`.
        public var findings: [ChainFinding]
        /// The total number of findings.
        public var findingCount: Int

        /// Whether there are no findings.
        public var isClean: Bool { findingCount == 0 }

        /// Whether nothing was found but that archives are missing: what is there is as it was written.
        public var lacksOnlyArchives: Bool {
            !isClean && findingCount == findings.count
                && findings.allSatisfy { if case .archiveMissing = $0 { true } else { false } }
        }

        fileprivate mutating func note(_ finding: ChainFinding) {
            findings.append(finding)
            findingCount += 1
        }
    }

    private let executor = SQLiteExecutor(label: "tender.journal.inspector")
    /// The queue that reads the file.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let path: String

    /// Creates an inspector of the journal at a path; opens nothing.
    public init(path: String) { self.path = path }

    /// Reads every record and checks the chain, the card data beside it, the file's own structure, and the head.
    ///
    /// - Parameter archived: Whether the records in archives are read and checked too.
    /// - Throws: `JournalError` if there is no file, or it cannot be read; damage is a finding.
    public func verify(_ head: Head = .beside, archived: Archived = .left) throws(JournalError) -> Report {
        try report(head, archived) { _ in }
    }

    /// Returns every readable record, in order.
    ///
    /// What is open or under way is never archived: whoever looks for that can do without.
    /// - Parameter archived: Whether the records in archives are among them.
    public func records(
        archived: Archived = .left
    ) throws(JournalError) -> (records: [RecordedEntry], report: Report) {
        var records: [RecordedEntry] = []
        let report = try report(.beside, archived) { records.append($0) }
        return (records, report)
    }

    /// Returns every readable record of the till, in order.
    public func shopRecords() throws(JournalError) -> (records: [ShopRecord], report: Report) {
        var records: [ShopRecord] = []
        let report = try report(.beside, .left) { if let record = $0.entry.shopRecord { records.append(record) } }
        return (records, report)
    }

    private func report(
        _ wanted: Head, _ archived: Archived, _ body: (RecordedEntry) -> Void
    ) throws(JournalError) -> Report {
        let paths = try JournalPaths(path)
        guard paths.isBegun else { throw JournalError(message: "there is no journal at \(path)") }
        try paths.refuseSeveralNames()
        // Read the head before the records: another process may be appending, and the head must not be ahead.
        let (head, headFinding) = try Self.head(wanted, paths)
        var report = Report(recordCount: 0, head: head, findings: [], findingCount: 0)
        do {
            try Self.read(paths, head, archived, &report, body)
        } catch let error as SQLiteError where error.isCorrupt || error.isStatementInvalid {
            report.note(.unreadableFile(error.message))
        } catch let error as JournalError {
            report.note(.unknownFile(error.message))
        } catch {
            throw JournalError(error, paths.file)
        }
        if let headFinding { report.note(headFinding) }
        return report
    }

    private static func head(_ wanted: Head, _ paths: JournalPaths) throws(JournalError) -> (
        JournalHead?, ChainFinding?
    ) {
        switch wanted {
        case .given(let head): return (head, nil)
        case .beside:
            do throws(JournalError) {
                return (try HeadFile.read(paths), nil)
            } catch {
                guard error.reason == .corrupt else { throw error }
                return (nil, .unreadableFile("\(paths.head) holds no head"))
            }
        }
    }

    private static func read(
        _ paths: JournalPaths, _ head: JournalHead?, _ archived: Archived, _ report: inout Report,
        _ body: (RecordedEntry) -> Void
    ) throws {
        let connection = try SQLiteConnection(path: paths.file, mode: .readOnly, durability: .asIs)
        try connection.execute("BEGIN")
        let rows = try JournalRows(connection, paths.file)
        guard rows.version > 0 else {
            throw JournalError(message: "\(paths.file) holds no journal")
        }
        report.archivedCount = try rows.archivedCount()
        let identity = try rows.identity()
        report.journalID = identity.id
        report.binding = try rows.binding()
        var check = ChainCheck(journalID: identity.id, binding: identity.binding, head: head)
        var stored = StoredPayloads()
        var count: Int64 = 0
        defer {
            report.recordCount = count
            report.last = check.last
            report.recordsAfterHead = check.recordsAfterHead
            report.findings = check.findings
            report.findingCount = check.findingCount
        }
        var archives: JournalArchives?
        if case .read(let further) = archived {
            archives = try JournalArchives(rows, further: further)
            let names = try rows.archiveNames()
            for name in further.map(ArchiveFile.name) where !names.contains(name) {
                check.note(.archiveForeign(name, "the journal names no archive so"))
            }
        }
        let noted = try archives?.payments() ?? []
        var payments = Dictionary(uniqueKeysWithValues: noted.map { ($0.intentID, ArchivedPayment?.none) })
        try rows.walk(&check, archives) { record in
            count += 1
            stored.take(record)
            if let known = payments[record.entry.intentID] {
                var payment = known
                if payment?.take(record) == nil { payment = ArchivedPayment(record) }
                payments[record.entry.intentID] = payment
            }
            body(record)
        }
        check.finish()
        // Without an archive nothing can be said of its payments.
        if check.findingCount == 0 {
            for payment in noted where payments[payment.intentID] != payment {
                check.note(.archivedMisnoted(intentID: payment.intentID))
            }
        }
        for finding in try stored.findings({ try rows.payload($0) }) { check.note(finding) }
        for words in try rows.integrityFindings() { check.note(.unreadableFile(words)) }
    }
}
