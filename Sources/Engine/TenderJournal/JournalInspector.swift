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

    /// The result of an inspection.
    public struct Report: Hashable, Sendable {
        /// The journal's name; `nil` if it cannot be read.
        public var journalID: String?
        /// The current binding to a gateway and account.
        public var binding: JournalBinding?
        /// The number of records read.
        public var recordCount: Int64
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
    /// - Throws: `JournalError` if there is no file, or it cannot be read; damage is a finding.
    public func verify(_ head: Head = .beside) throws(JournalError) -> Report {
        try report(head) { _ in }
    }

    /// Returns every readable record, in order.
    public func records() throws(JournalError) -> (records: [RecordedEntry], report: Report) {
        var records: [RecordedEntry] = []
        let report = try report(.beside) { records.append($0) }
        return (records, report)
    }

    /// Returns every readable record of the till, in order.
    public func shopRecords() throws(JournalError) -> (records: [ShopRecord], report: Report) {
        var records: [ShopRecord] = []
        let report = try report(.beside) { if let record = $0.entry.shopRecord { records.append(record) } }
        return (records, report)
    }

    private func report(_ wanted: Head, _ body: (RecordedEntry) -> Void) throws(JournalError) -> Report {
        let paths = try JournalPaths(path)
        guard paths.isBegun else { throw JournalError(message: "there is no journal at \(path)") }
        try paths.refuseSeveralNames()
        // Read the head before the records: another process may be appending, and the head must not be ahead.
        let (head, headFinding) = try Self.head(wanted, paths)
        var report = Report(recordCount: 0, head: head, findings: [], findingCount: 0)
        do {
            try Self.read(paths, head, &report, body)
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
        _ paths: JournalPaths, _ head: JournalHead?, _ report: inout Report, _ body: (RecordedEntry) -> Void
    ) throws {
        let connection = try SQLiteConnection(path: paths.file, mode: .readOnly, durability: .asIs)
        try connection.execute("BEGIN")
        let version = try JournalSchema.version(connection, paths.file)
        guard version > 0 else {
            throw JournalError(message: "\(paths.file) holds no journal")
        }
        let rows = JournalRows(connection: connection, path: paths.file)
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
        try rows.walk(&check) { record in
            count += 1
            stored.take(record)
            body(record)
        }
        check.finish()
        for finding in try stored.findings({ try rows.payload($0, version: version) }) { check.note(finding) }
        for words in try rows.integrityFindings() { check.note(.unreadableFile(words)) }
    }
}
