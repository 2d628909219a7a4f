import TenderBytes
import TenderCrypto
import TenderFiles
import TenderFlow
import TenderRecords
import TenderSQLite

/// The moving of settled payments into archives, and back when one of them goes on.
extension JournalStore {
    /// Moves payments into an archive: all of them, or none.
    ///
    /// - Parameter reached: Called after each step; what it throws ends the work there.
    /// - Throws: `JournalError`, or what the system or SQLite refused.
    func archive(_ wish: ArchiveWish, reached: (ArchiveStep) throws -> Void) throws -> ArchiveReport {
        try expectPlaces()
        if let copied = wish.copied { try expectCopy(copied) }
        let (payments, oldCount) = try movable(wish)
        var report = ArchiveReport(
            payments: payments.count, records: payments.reduce(0) { $0 + $1.records },
            staying: oldCount - payments.count)
        guard !wish.isTrial else { return report }
        if !payments.isEmpty {
            let path = try write(payments, wish, reached)
            try remove(payments, to: path, reached)
            report.archive = path
        }
        giveBackSpace()
        return report
    }

    /// Refuses a copy that is not one of this journal.
    private func expectCopy(_ end: JournalHead) throws {
        let hash = try rows.hash(at: end.sequence)
        guard end.journalID == identity, end.sequence == 0 || hash == end.hash else {
            throw JournalError(
                message: """
                    head office's copy ends with a record \(end.sequence) that the journal \(paths.file) does not have: \
                    nothing was archived. See tender uplink
                    """)
        }
    }

    private func movable(_ wish: ArchiveWish) throws -> (payments: [ArchivedPayment], oldCount: Int) {
        var plan = ArchivePlan(before: wish.before, copied: wish.copied?.sequence ?? .max)
        try connection.prepare("SELECT sequence, body FROM records ORDER BY sequence").forEachRow { row in
            guard case .integer(let sequence) = row[0], case .blob(let bytes) = row[1] else { return }
            plan.take(try JournalRows.decode(bytes, sequence).get())
        }
        return (plan.movable(book), plan.oldCount)
    }

    /// Passes on the rows of payments, in order.
    private func forEachRow(of payments: [ArchivedPayment], _ body: ([SQLiteValue]) throws -> Void) throws {
        let wanted = Set(payments.map(\.intentID))
        try connection.prepare("SELECT sequence, intent, previous, hash, body FROM records ORDER BY sequence")
            .forEachRow { row in
                guard case .text(let intent) = row[1], wanted.contains(intent) else { return }
                try body(row)
            }
    }

    // MARK: - The archive

    /// Writes the archive, and reads it back.
    ///
    /// Its name follows from its contents: after a kill the same work writes the same file.
    private func write(
        _ payments: [ArchivedPayment], _ wish: ArchiveWish, _ reached: (ArchiveStep) throws -> Void
    ) throws -> String {
        var hashes: [UInt8] = []
        try forEachRow(of: payments) { if case .blob(let hash) = $0[3] { hashes += hash } }
        let label = "\(wish.label)-\(Hex.encode(SHA256.hash(hashes).prefix(8)))"
        let wanted = wish.folder ?? DurableFile.folder(of: paths.file)
        guard let folder = JournalPaths.realPath(wanted) else {
            throw JournalError(message: "the archive's folder \(wanted) cannot be found: make it first")
        }
        let path = "\(folder)/\(ArchiveFile.name(paths.file)).archive-\(label)"
        try ArchiveFile.write(path, journalID: identity) { insert in
            try forEachRow(of: payments, insert)
        } written: {
            try reached(.written)
        }
        try reached(.named)
        let file = try ArchiveFile(path, journalID: identity)
        try forEachRow(of: payments) { row in
            guard case .integer(let sequence) = row[0], case .blob(let hash) = row[3],
                try file.row(sequence, hash: hash) == row
            else { throw JournalError(message: "the archive \(path) was not written as it was to be") }
        }
        try reached(.readBack)
        return path
    }

    // MARK: - The journal

    /// Removes the records that are in the archive, and leaves their hashes.
    private func remove(
        _ payments: [ArchivedPayment], to path: String, _ reached: (ArchiveStep) throws -> Void
    ) throws {
        try expectPlaces()
        do {
            try connection.transaction {
                try JournalSchema.migrate(connection, from: rows.version, to: JournalSchema.firstWithArchives)
                try reread()
                let archive = try note(path)
                let notePayment = try connection.prepare(
                    "INSERT INTO archived_payments (intent, archive, records, opened, for_order) VALUES (?, ?, ?, ?, ?)"
                )
                let noteRecords = try connection.prepare(
                    """
                    INSERT INTO archived_records (sequence, archive, hash)
                    SELECT sequence, ?2, hash FROM records WHERE intent = ?1
                    """)
                let delete = try connection.prepare("DELETE FROM records WHERE intent = ?")
                for payment in payments {
                    try notePayment.run([
                        .text(payment.intentID), .integer(archive), .integer(Int64(payment.records)),
                        .integer(payment.opened), payment.order.map(SQLiteValue.text) ?? .null,
                    ])
                    try noteRecords.run([.text(payment.intentID), .integer(archive)])
                    try delete.run([.text(payment.intentID)])
                }
                try expectTheSame()
                try reached(.removed)
            }
        } catch {
            try reread()
            throw error
        }
        try reached(.committed)
    }

    private func note(_ path: String) throws -> Int64 {
        try connection.prepare("INSERT INTO archives (name, folder) VALUES (?, ?)").run([
            .text(ArchiveFile.name(path)), .text(DurableFile.folder(of: path)),
        ])
        return connection.lastInsertedRowID
    }

    /// Folds what is left, as the next start does: it must say what is said now.
    private func expectTheSame() throws {
        let (folded, check) = try folded(nil)
        guard check.findingCount == 0, check.last == chain.head, folded == book else {
            throw JournalError(
                message: "the journal \(paths.file) would not say the same without the archived records: they stay")
        }
    }

    /// Gives the pages that are free back to the disk; where it has no room for that, later records use them.
    private func giveBackSpace() {
        guard case .integer(let free)? = try? connection.prepare("PRAGMA freelist_count").firstRow()?.first, free > 0
        else { return }
        try? connection.execute("VACUUM")
        try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Brings an archived payment's records back, before another one follows them; call it within a transaction.
    ///
    /// - Throws: `JournalError` that names the archive, if that is missing or damaged.
    func bringBack(_ intentID: String) throws {
        guard let archives else { return }
        let archived: [[SQLiteValue]]
        do {
            archived = try archives.rows(of: intentID)
        } catch let finding as ChainFinding {
            throw JournalError(finding, paths.file)
        }
        guard !archived.isEmpty else { return }
        let forget = try connection.prepare("DELETE FROM archived_records WHERE sequence = ?")
        for row in archived {
            try insertRow(row)
            try forget.run([row[0]])
        }
        try connection.prepare("DELETE FROM archived_payments WHERE intent = ?").run([.text(intentID)])
    }
}
