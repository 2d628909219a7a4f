import Glibc
public import TenderFlow
public import TenderRecords
import TenderSQLite

/// Makes a journal anew from a copy of its records, each as it was written.
///
/// The file gets its name when all is there. What is stored beside records, such as the card data of offline payments, is in
/// no copy.
public actor JournalRestorer {
    private let executor = SQLiteExecutor(label: "tender.journal.restorer")
    /// The queue that writes the file.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let paths: JournalPaths
    private let binding: JournalBinding
    private var chain: RecordChain
    private var connection: SQLiteConnection?

    /// Prepares the restoring of a journal; writes nothing yet.
    ///
    /// - Parameters:
    ///   - path: The file, which must not exist, nor one of those beside it.
    ///   - start: The end of the chain before the first record.
    ///   - binding: The gateway and the account for which the journal was created.
    /// - Throws: `JournalError`, also if the binding is not that of the journal.
    public init(path: String, start: JournalHead, binding: JournalBinding) throws(JournalError) {
        paths = try JournalPaths(path)
        chain = RecordChain(journalID: start.journalID, binding: binding)
        guard chain.head == start else {
            throw JournalError(
                message: "the journal was not created for \(binding): its records do not follow from that")
        }
        for file in [paths.file, paths.head] + paths.log where access(file, F_OK) == 0 {
            throw JournalError(message: "\(file) exists: move it aside first, or name another file")
        }
        self.binding = binding
    }

    private var unfinished: String { paths.file + ".restoring" }

    /// Appends records.
    ///
    /// - Throws: `JournalError` if one does not follow from the one before, or cannot be written or read.
    public func append(_ records: [(hash: [UInt8], body: [UInt8])]) throws(JournalError) {
        do {
            let connection = try open()
            let insert = try connection.prepare(
                "INSERT INTO records (sequence, intent, previous, hash, body) VALUES (?, ?, ?, ?, ?)")
            try connection.transaction {
                for record in records {
                    let link = chain.append(record.body)
                    guard link.hash == record.hash else { throw damage(link.sequence, "is not as it was written") }
                    try insert.run([
                        .integer(link.sequence), .text(intent(record.body, link.sequence)), .blob(link.previous),
                        .blob(link.hash), .blob(record.body),
                    ])
                }
            }
        } catch {
            throw told(error)
        }
    }

    /// Gives the file its name and writes its head.
    ///
    /// - Throws: `JournalError`; what was written is then left beside the name.
    public func finish() throws(JournalError) {
        do {
            try open().execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode=DELETE")
        } catch {
            throw told(error)
        }
        // Closed before it gets its name: SQLite removes its log then.
        connection = nil
        guard rename(unfinished, paths.file) == 0 else { throw JournalError(errno: errno, paths.file) }
        try HeadFile(paths).make(chain.head)
    }

    private func intent(_ body: [UInt8], _ sequence: Int64) throws(JournalError) -> String {
        do throws(RecordError) {
            return try RecordCodec.decode(body, sequence: sequence).entry.intentID
        } catch {
            throw damage(sequence, "cannot be read: \(error)")
        }
    }

    private func damage(_ sequence: Int64, _ what: String) -> JournalError {
        .damaged(paths.file, "record \(sequence) of the copy \(what)")
    }

    private func told(_ error: any Error) -> JournalError {
        error as? JournalError ?? JournalError(error, paths.file)
    }

    private func open() throws -> SQLiteConnection {
        if let connection { return connection }
        let made = try Self.make(unfinished, chain.head.journalID, binding)
        connection = made
        return made
    }

    private static func make(
        _ path: String, _ journalID: String, _ binding: JournalBinding
    ) throws -> sending SQLiteConnection {
        for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
        // Made here, so that nobody else may read it whatever the process's umask is.
        let made = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard made >= 0 else { throw JournalError(errno: errno, path) }
        close(made)
        let connection = try SQLiteConnection(path: path, mode: .readWrite)
        try connection.transaction {
            try JournalSchema.migrate(connection, from: 0)
            try connection.prepare("INSERT INTO journal (one, id, gateway, account) VALUES (1, ?, ?, ?)").run([
                .text(journalID), .text(binding.gateway), .text(binding.account),
            ])
        }
        return connection
    }
}
