import Glibc
import TenderFiles
import TenderFlow
import TenderRecords
import TenderSQLite

/// The archives of one journal, each opened when something in it is first asked for.
///
/// The journal keeps the hash of every record that it gave away, so whatever comes from an archive is compared with it.
final class JournalArchives {
    private let rows: JournalRows
    /// Files that may be archives, besides those that the journal names.
    private let further: [String]
    private var files: [Int64: Result<ArchiveFile, ChainFinding>] = [:]
    private let selectPayment: SQLiteStatement
    private let selectHash: SQLiteStatement

    /// Prepares the reading of the archives of a journal; opens none.
    ///
    /// - Returns: `nil` for a journal of a version that has none.
    init?(_ rows: JournalRows, further: [String] = []) throws {
        guard rows.version >= JournalSchema.firstWithArchives else { return nil }
        self.rows = rows
        self.further = further
        selectPayment = try rows.connection.prepare(
            "SELECT archive, records, opened, for_order FROM archived_payments WHERE intent = ?")
        selectHash = try rows.connection.prepare("SELECT hash FROM archived_records WHERE sequence = ? AND archive = ?")
    }

    /// Returns every payment that is archived, in the order of their IDs.
    func payments() throws -> [ArchivedPayment] {
        var payments: [ArchivedPayment] = []
        try rows.connection.prepare("SELECT intent, records, opened, for_order FROM archived_payments").forEachRow {
            guard case .text(let id) = $0[0], case .integer(let count) = $0[1], case .integer(let opened) = $0[2]
            else { return }
            let order: String? = if case .text(let order) = $0[3] { order } else { nil }
            payments.append(
                ArchivedPayment(intentID: id, records: Int(clamping: count), opened: opened, order: order))
        }
        return payments
    }

    /// Returns the rows of a payment, in order; none if it is not archived.
    ///
    /// - Throws: `ChainFinding` if its archive is missing, or does not hold all of its records as they were written.
    func rows(of intentID: String) throws -> [[SQLiteValue]] {
        guard let known = try selectPayment.firstRow([.text(intentID)]), case .integer(let archive) = known[0] else {
            return []
        }
        let file = try file(archive)
        let found = try file.rows(of: intentID).map { row in
            guard case .integer(let sequence) = row[0],
                case .blob(let hash)? = try selectHash.firstRow([.integer(sequence), .integer(archive)])?.first
            else { throw ChainFinding.archiveForeign(file.name, "it has records that the journal did not give it") }
            let row = try file.row(sequence, hash: hash)
            guard case .blob(let body) = row[4],
                try JournalRows.decode(body, sequence).get().entry.intentID == intentID
            else { throw ChainFinding.misfiled(sequence: sequence) }
            return row
        }
        guard known[1] == .integer(Int64(found.count)) else {
            throw ChainFinding.archiveForeign(file.name, "it does not hold every record of \(intentID)")
        }
        return found
    }

    /// Returns the row of a record as it was in the journal.
    ///
    /// - Throws: `ChainFinding` if its archive is missing, or does not hold it as it was written.
    func row(_ sequence: Int64, hash: [UInt8], in archive: Int64) throws(ChainFinding) -> [SQLiteValue] {
        try file(archive).row(sequence, hash: hash)
    }

    private func file(_ archive: Int64) throws(ChainFinding) -> ArchiveFile {
        if let known = files[archive] { return try known.get() }
        let result = Result { () throws(ChainFinding) in try find(archive) }
        files[archive] = result
        return try result.get()
    }

    /// Looks for an archive among the files that were given, beside the journal, and where it was written.
    private func find(_ archive: Int64) throws(ChainFinding) -> ArchiveFile {
        let row = try? rows.connection.prepare("SELECT name, folder FROM archives WHERE number = ?").firstRow([
            .integer(archive)
        ])
        guard case .text(let name)? = row?[0], case .text(let folder)? = row?[1] else {
            throw .archiveMissing("\(archive)")
        }
        let journalID: String
        do { journalID = try rows.identity().id } catch { throw .unreadableFile("\(error)") }
        let places = [DurableFile.folder(of: rows.path), folder].map { "\($0)/\(name)" }
        let given = further.filter { ArchiveFile.name($0) == name }
        guard let path = (given + places).first(where: { access($0, F_OK) == 0 }) else { throw .archiveMissing(name) }
        return try ArchiveFile(path, journalID: journalID)
    }
}
