import TenderFlow
import TenderRecords
import TenderSQLite

/// A reader of a journal's tables, for whoever opened it.
struct JournalRows {
    let connection: SQLiteConnection
    let path: String

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

    /// Walks over every record and passes its chain to `check` and, if it can be decoded, the record to `body`.
    func walk(_ check: inout ChainCheck, _ body: (RecordedEntry) throws -> Void) throws {
        let select = try connection.prepare(
            "SELECT sequence, intent, previous, hash, body FROM records ORDER BY sequence")
        var walked = check
        defer { check = walked }
        try select.forEachRow { row in
            guard case .integer(let sequence) = row[0], case .text(let intent) = row[1],
                case .blob(let previous) = row[2], case .blob(let hash) = row[3], case .blob(let bytes) = row[4]
            else {
                if case .integer(let sequence) = row[0] { walked.note(.altered(sequence: sequence)) }
                return
            }
            walked.take(.init(sequence: sequence, previous: previous, hash: hash, body: bytes))
            switch Self.decode(bytes, sequence) {
            case .success(let record):
                if record.entry.intentID != intent { walked.note(.misfiled(sequence: sequence)) }
                try body(record)
            case .failure(let error): walked.note(.unreadable(sequence: sequence, error))
            }
        }
    }

    /// Returns the card data stored under a key; `nil` if there is none.
    ///
    /// A value that is not a blob counts as changed data.
    func payload(_ key: String, version: Int64) throws -> [UInt8]? {
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
        return findings
    }

    static func decode(_ bytes: [UInt8], _ sequence: Int64) -> Result<RecordedEntry, RecordError> {
        do throws(RecordError) {
            return .success(try RecordCodec.decode(bytes, sequence: sequence))
        } catch {
            return .failure(error)
        }
    }
}
