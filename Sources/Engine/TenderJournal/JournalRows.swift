import TenderFlow
import TenderRecords
import TenderSQLite

/// A reader of a journal's tables, for whoever opened it.
struct JournalRows {
    let connection: SQLiteConnection
    let path: String
    /// The version of the file; 0 for one without tables.
    let version: Int64

    /// Looks at the file's header.
    ///
    /// - Throws: As `JournalSchema.version`.
    init(_ connection: SQLiteConnection, _ path: String) throws {
        self.connection = connection
        self.path = path
        version = try JournalSchema.version(connection, path)
    }

    /// Returns the journal's name and first binding.
    func identity() throws -> (id: String, binding: JournalBinding) {
        let row = try connection.prepare("SELECT id, gateway, account FROM journal").firstRow()
        guard case .text(let id)? = row?[0], case .text(let gateway)? = row?[1], case .text(let account)? = row?[2]
        else { throw JournalError.damaged(path, "it does not tell its name") }
        return (id, JournalBinding(gateway: gateway, account: account))
    }

    /// Returns the current binding.
    func binding() throws -> JournalBinding {
        let latest = "SELECT gateway, account FROM bindings ORDER BY number DESC LIMIT 1"
        let row = try connection.prepare(latest).firstRow()
        guard case .text(let gateway)? = row?[0], case .text(let account)? = row?[1] else {
            return try identity().binding
        }
        return JournalBinding(gateway: gateway, account: account)
    }

    /// Passes on each record, in order: its number, payment, hash before, hash and bytes.
    ///
    /// - Parameters:
    ///   - sequence: The number of the record after which it begins; `nil` for all, whatever their numbers.
    ///   - archives: Where the rows of archived records come from. With `nil`, those have a number and a hash only, and
    ///     the number of their archive behind.
    ///   - limit: How many at most; -1 for all.
    func forEach(
        after sequence: Int64? = nil, limit: Int64 = -1, _ archives: JournalArchives? = nil,
        _ body: ([SQLiteValue]) throws -> Void
    ) throws {
        let place = sequence == nil ? "" : "WHERE sequence > ?1"
        let archived =
            version < JournalSchema.firstWithArchives
            ? "" : "UNION ALL SELECT sequence, NULL, NULL, hash, NULL, archive FROM archived_records \(place)"
        // Each half is in order already, so that SQLite merges them.
        let select = try connection.prepare(
            """
            SELECT sequence, intent, previous, hash, body, NULL FROM records \(place) \(archived)
            ORDER BY 1 LIMIT \(limit)
            """)
        try select.forEachRow(sequence.map { [.integer($0)] } ?? []) { row in
            guard let archives, let stub = Stub(row) else { return try body(row) }
            try body(archives.row(stub.sequence, hash: stub.hash, in: stub.archive))
        }
    }

    /// What is left of an archived record.
    private struct Stub {
        let sequence: Int64
        let hash: [UInt8]
        let archive: Int64

        init?(_ row: [SQLiteValue]) {
            guard case .integer(let archive)? = row.last, case .integer(let sequence) = row[0],
                case .blob(let hash) = row[3]
            else { return nil }
            (self.sequence, self.hash, self.archive) = (sequence, hash, archive)
        }
    }

    /// Walks over every record and passes its chain to `check` and, if it can be decoded, the record to `body`.
    ///
    /// - Parameter archives: Where archived records come from; with `nil` only the places of their hashes are checked.
    func walk(
        _ check: inout ChainCheck, _ archives: JournalArchives? = nil, _ body: (RecordedEntry) throws -> Void
    ) throws {
        var walked = check
        defer { check = walked }
        var noted: Set<ChainFinding> = []
        try forEach { row in
            guard let stub = Stub(row) else { return try Self.take(row, &walked, body) }
            let restored = archives.map { archives in
                Result { () throws(ChainFinding) in try archives.row(stub.sequence, hash: stub.hash, in: stub.archive) }
            }
            if case .success(let row)? = restored { return try Self.take(row, &walked, body) }
            walked.take(archived: stub.sequence, hash: stub.hash)
            // An archive that is missing is told once, and not for each of its records.
            if case .failure(let finding)? = restored, noted.insert(finding).inserted { walked.note(finding) }
        }
    }

    private static func take(
        _ row: [SQLiteValue], _ check: inout ChainCheck, _ body: (RecordedEntry) throws -> Void
    ) throws {
        guard case .integer(let sequence) = row[0], case .text(let intent) = row[1], case .blob(let previous) = row[2],
            case .blob(let hash) = row[3], case .blob(let bytes) = row[4]
        else {
            if case .integer(let sequence) = row[0] { check.note(.altered(sequence: sequence)) }
            return
        }
        check.take(.init(sequence: sequence, previous: previous, hash: hash, body: bytes))
        switch decode(bytes, sequence) {
        case .success(let record):
            if record.entry.intentID != intent { check.note(.misfiled(sequence: sequence)) }
            try body(record)
        case .failure(let error): check.note(.unreadable(sequence: sequence, error))
        }
    }

    /// Returns the hash of a record, in an archive or not; `nil` if there is no such record.
    func hash(at sequence: Int64) throws -> [UInt8]? {
        let tables = version < JournalSchema.firstWithArchives ? ["records"] : ["records", "archived_records"]
        for table in tables {
            let select = try connection.prepare("SELECT hash FROM \(table) WHERE sequence = ?")
            if case .blob(let hash)? = try select.firstRow([.integer(sequence)])?.first { return hash }
        }
        return nil
    }

    /// Returns the names of the archives.
    func archiveNames() throws -> Set<String> {
        guard version >= JournalSchema.firstWithArchives else { return [] }
        var names: Set<String> = []
        try connection.prepare("SELECT name FROM archives").forEachRow {
            if case .text(let name) = $0[0] { names.insert(name) }
        }
        return names
    }

    /// Returns the number of records that are in archives.
    func archivedCount() throws -> Int64 {
        guard version >= JournalSchema.firstWithArchives else { return 0 }
        guard case .integer(let count)? = try connection.prepare("SELECT count(*) FROM archived_records").firstRow()?[0]
        else { return 0 }
        return count
    }

    /// Returns the card data stored under a key; `nil` if there is none.
    ///
    /// A value that is not a blob counts as changed data.
    func payload(_ key: String) throws -> [UInt8]? {
        guard version >= JournalSchema.firstWithPayloads else { return nil }
        switch try connection.prepare("SELECT body FROM payloads WHERE key = ?").firstRow([.text(key)])?.first {
        case .blob(let bytes)?: return bytes
        case nil: return nil
        default: return []
        }
    }

    /// Returns what SQLite reports about the file's structure, including its indexes; empty if it is sound.
    func integrityFindings() throws -> [String] {
        var findings: [String] = []
        try connection.prepare("PRAGMA integrity_check(20)").forEachRow { row in
            if case .text(let text) = row[0], text != "ok" { findings.append(text) }
        }
        if try archivedCount() != notedCount() {
            findings.append("the archived payments do not have the archived records")
        }
        return findings
    }

    /// Returns the number of records that the archived payments have.
    private func notedCount() throws -> Int64 {
        guard version >= JournalSchema.firstWithArchives else { return 0 }
        let sum = try connection.prepare("SELECT ifnull(sum(records), 0) FROM archived_payments").firstRow()?[0]
        guard case .integer(let count)? = sum else { return 0 }
        return count
    }

    static func decode(_ bytes: [UInt8], _ sequence: Int64) -> Result<RecordedEntry, RecordError> {
        do throws(RecordError) {
            return .success(try RecordCodec.decode(bytes, sequence: sequence))
        } catch {
            return .failure(error)
        }
    }
}
