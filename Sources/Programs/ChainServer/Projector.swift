import TenderChain
import TenderPostgres
import TenderRecords
import TenderUplink

/// Head office's worker that computes the tables from the records: the shell of `LaneFold`.
///
/// Rows and the place up to which they go are committed together, so that it may be killed anywhere. Folds stay in memory while
/// it runs; a lane that has new records after a restart is folded again without writing. While one lane's rows are on their way,
/// another lane is folded.
public actor Projector {
    /// How many records are read at once.
    private static let pageSize: Int64 = 4000
    /// How many bytes of records are read at once, unless one is larger.
    private static let pageBytes = 8 << 20

    /// How far it is.
    public struct Progress: Hashable, Sendable {
        /// The records that were taken.
        public var records: Int64
        /// The records there were to take.
        public var total: Int64
    }

    private struct Branch: Hashable {
        let journal: String
        let number: Int64
    }

    /// The sessions at the server, each for one lane at a time.
    private let offices: [OfficeServer]
    private let office: OfficeServer
    private var folds: [Branch: LaneFold] = [:]
    /// The branches that have new records, the next one last, and the place up to which each is computed.
    private var waiting: [(branch: Branch, cursor: Int64)] = []
    private var progress = Progress(records: 0, total: 0)

    /// Prepares the worker.
    ///
    /// - Parameters:
    ///   - office: The session at the server.
    ///   - others: Further sessions, which compute other lanes at the same time.
    public init(_ office: OfficeServer, beside others: [OfficeServer] = []) {
        self.office = office
        offices = [office] + others
    }

    /// Deletes all that was computed, so that it is computed anew.
    ///
    /// - Throws: `ChainError`; everything is then as it was.
    public func forget() async throws(ChainError) {
        let tables = ProjectedTable.allCases.filter { $0 != .findings }.map(\.rawValue) + ["cursors"]
        let kinds = (LaneFold.gaps + LaneFold.warnings).map { "'\($0)'" }.joined(separator: ", ")
        try await office.run(
            tables.map { PostgresStatement("DELETE FROM tender.\($0)") }
                + [PostgresStatement("DELETE FROM tender.findings WHERE kind IN (\(kinds)) AND settled IS NULL")])
        folds = [:]
    }

    /// Takes every record that is there.
    ///
    /// - Parameter tell: Called after each page.
    /// - Returns: How many records were taken.
    /// - Throws: `ChainError`; what was committed until then stays.
    @discardableResult
    public func run(tell: @escaping @Sendable (Progress) -> Void = { _ in }) async throws(ChainError) -> Int64 {
        let behind = try await office.rows(
            """
            SELECT h.journal::text, h.branch, coalesce(c.sequence, h.base), h.sequence
            FROM tender.heads h LEFT JOIN tender.cursors c USING (journal, branch)
            WHERE h.sequence > coalesce(c.sequence, h.base) ORDER BY 1, 2
            """)
        progress = Progress(records: 0, total: 0)
        // What a lane says of itself must not stop the others.
        for row in behind {
            let count = (row[3].integer ?? 0).subtractingReportingOverflow(row[2].integer ?? 0).partialValue
            progress.total = progress.total.addingReportingOverflow(count).partialValue
        }
        waiting = behind.reversed().compactMap { row in
            guard let name = row[0].text, let number = row[1].integer, let cursor = row[2].integer else { return nil }
            return (Branch(journal: name.replacing("-", with: ""), number: number), cursor)
        }
        let failure = await withTaskGroup(of: ChainError?.self) { group in
            for office in offices { group.addTask { await self.work(office, tell) } }
            var failure: ChainError?
            for await ended in group { failure = failure ?? ended }
            return failure
        }
        if let failure { throw failure }
        return progress.records
    }

    /// Takes one branch after the other until none waits.
    ///
    /// - Returns: Why it gave up; the other sessions end then too, with the branches that they are at.
    private func work(_ office: OfficeServer, _ tell: @Sendable (Progress) -> Void) async -> ChainError? {
        while let (branch, cursor) = waiting.popLast() {
            do throws(ChainError) {
                try await take(branch, after: cursor, office, tell)
            } catch {
                waiting = []
                return error
            }
        }
        return nil
    }

    /// Takes what a branch has of its own after a record.
    private func take(
        _ branch: Branch, after cursor: Int64, _ office: OfficeServer, _ tell: @Sendable (Progress) -> Void
    ) async throws(ChainError) {
        let lane = LaneServer(connection: office.connection, journalID: branch.journal)
        let copy = try await ChainError.words { () async throws(PostgresError) in try await lane.copy() }
        guard let copy, let parts = copy.parts(of: branch.number), let own = parts.last, own.branch == branch.number
        else { throw ChainError("the branches of journal \(branch.journal) do not fit: see tender chain verify") }
        var fold = try await fold(branch, copy.start, parts, up: cursor, office)
        folds[branch] = nil
        while fold.head.sequence < own.last {
            let before = fold.head.sequence
            let page = try await records(branch.journal, own.branch, before, own.last, office)
            for record in page { fold.take(record) }
            if page.isEmpty { fold.skip(to: own.last) }
            try await write(fold.drain(), branch, up: fold.head.sequence, office)
            progress.records = progress.records.addingReportingOverflow(fold.head.sequence - before).partialValue
            tell(progress)
        }
        folds[branch] = fold
    }

    /// Returns the fold of a branch up to a record: the one in memory, or a new one over all that came before.
    private func fold(
        _ branch: Branch, _ start: JournalHead, _ parts: [JournalCopy.Part], up cursor: Int64,
        _ office: OfficeServer
    ) async throws(ChainError) -> LaneFold {
        if let known = folds[branch], known.head.sequence == cursor { return known }
        var fold = LaneFold(start: start)
        for part in parts {
            let end = min(part.last, cursor)
            while fold.head.sequence < end {
                let page = try await records(branch.journal, part.branch, fold.head.sequence, end, office)
                for record in page { fold.take(record) }
                if page.isEmpty { fold.skip(to: end) }
                fold.forget()
            }
        }
        return fold
    }

    private func records(
        _ journal: String, _ branch: Int64, _ after: Int64, _ last: Int64, _ office: OfficeServer
    ) async throws(ChainError) -> [LaneFold.Record] {
        // The sum over the window keeps a page of large records small, and lets a single one pass whatever its size is.
        let rows = try await office.rows(
            """
            SELECT sequence, hash, body FROM (
                SELECT sequence, hash, body, sum(length(body)) OVER (ORDER BY sequence) - length(body) AS before
                FROM tender.records
                WHERE journal = $1::uuid AND branch = $2::integer AND sequence > $3 AND sequence <= $4
                ORDER BY sequence LIMIT $5) AS page
            WHERE before < $6 ORDER BY sequence
            """,
            [
                .text(journal), .integer(branch), .integer(after), .integer(last), .integer(Self.pageSize),
                .integer(Int64(Self.pageBytes)),
            ])
        return rows.compactMap { row in
            guard case .integer(let sequence) = row[0], case .bytes(let hash) = row[1], case .bytes(let body) = row[2]
            else { return nil }
            return LaneFold.Record(sequence: sequence, hash: hash, body: body)
        }
    }

    /// Writes rows and the place up to which they go; the same again is the same.
    private func write(_ rows: ProjectedRows, _ branch: Branch, up sequence: Int64, _ office: OfficeServer)
        async throws(ChainError)
    {
        let place: [PostgresValue] = [.text(branch.journal), .integer(branch.number)]
        var statements = ProjectedTable.allCases.compactMap { table in
            rows.rows[table].map { table.upsert($0, at: place) }
        }
        statements.append(
            PostgresStatement(
                """
                INSERT INTO tender.cursors (journal, branch, sequence) VALUES ($1::uuid, $2::integer, $3)
                ON CONFLICT (journal, branch) DO UPDATE SET sequence = excluded.sequence
                """, place + [.integer(sequence)]))
        try await office.run(statements)
    }
}
