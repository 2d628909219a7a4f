import Glibc
import Tender
import TenderFlow
import TenderJournal
import TenderModel
import TenderRecords

/// The durable journal: appends per second compared with the raw rate of the same disk, opening, and memory.
enum JournalBenchmark {
    private static let binding = JournalBinding(gateway: "https://gateway.test", account: "acct_1")

    static func run() async throws -> [Benchmark] {
        let folder = try Folder()
        defer { folder.remove() }
        let raw = try RawLog(folder.path + "/raw", size: recordSize())
        let journal = try await SQLiteJournal(path: folder.path + "/lanes", binding: binding)
        let appender = Appender(journal)
        // Otherwise the measurement would include what other programs still have to write.
        sync()
        var results = try await Benchmark.measureInTurn([
            ("raw_write_fdatasync", 200, { for _ in 0..<200 { try raw.append() } }),
            ("journal_append_1_lanes", 200, { try await appender.append(200, lanes: 1) }),
            ("journal_append_64_lanes", 6400, { try await appender.append(6400, lanes: 64) }),
        ])
        await journal.close()
        results.append(try await opening(folder.path + "/long"))
        return results
    }

    /// Returns the size of a record like those that are appended.
    private static func recordSize() throws -> Int {
        let stamp = SystemWallClock().now()
        return try RecordCodec.encode(Appender.record("pi_00000000000000000000001", 0), at: stamp).count
    }

    /// Measures opening a journal of 100,000 records: reading, checking chain and file, folding.
    private static func opening(_ path: String) async throws -> Benchmark {
        let filling = try await SQLiteJournal(path: path, binding: binding)
        try await Appender(filling).append(100_000, lanes: 512)
        await filling.close()
        return try await Benchmark.measure("journal_open_100000_records", samples: 5, operations: 1) {
            await (try SQLiteJournal(path: path, binding: binding)).close()
        }
    }

    /// Returns the memory that 10,000 attempts without a result take, in bytes.
    static func memoryOfOpenAttempts() async throws -> Int {
        let folder = try Folder()
        defer { folder.remove() }
        let journal = try await SQLiteJournal(path: folder.path + "/open", binding: binding)
        let before = residentBytes()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<100 {
                group.addTask {
                    for index in 0..<100 {
                        for step in 0..<2 { try await journal.append(Appender.record("pi_\(lane)_\(index)", step)) }
                    }
                }
            }
            try await group.waitForAll()
        }
        guard try await journal.openPayments().count == 10_000 else { throw BenchmarkError.notApproved }
        let growth = residentBytes() - before
        await journal.close()
        return growth
    }

    private static func residentBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "re") else { return 0 }
        defer { fclose(file) }
        var text = [UInt8](repeating: 0, count: 128)
        let count = fread(&text, 1, text.count, file)
        let fields = String(decoding: text.prefix(count), as: UTF8.self).split(separator: " ")
        return (fields.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}

/// Appends the four records of one sale after another.
private final class Appender: Sendable {
    private let journal: SQLiteJournal
    private let next = Guarded(0)

    init(_ journal: SQLiteJournal) { self.journal = journal }

    func append(_ count: Int, lanes: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<lanes {
                group.addTask { try await self.append(count / lanes + (lane < count % lanes ? 1 : 0)) }
            }
            try await group.waitForAll()
        }
    }

    private func append(_ count: Int) async throws {
        var id = ""
        for index in 0..<count {
            if index % 4 == 0 {
                id =
                    "pi_"
                    + String(
                        next.withLock {
                            $0 += 1
                            return $0 + 1_000_000
                        })
            }
            try await journal.append(Self.record(id, index % 4))
        }
    }

    static func record(_ id: String, _ step: Int) -> JournalEntry {
        let amount = Amount(minorUnits: 1099, currency: .eur)
        let terms = PaymentTerms(intentID: id, amount: amount, baseKey: "x2xa6txffefu1n97w4ioy6w0a", order: id)
        let confirm = PaymentRequest.confirm(IdempotencyKey(base: terms.baseKey, attempt: 1, verb: "confirm"))
        let facts = IntentFacts(id: id, amount: amount, status: .succeeded, received: 1099, charge: "ch_1234567890")
        let event: JournalEntry.Event =
            switch step {
            case 0: .attemptOpened(reader: "SIM-0001", .none)
            case 1: .requestLeaving(confirm, send: 1)
            case 2: .settled(confirm, .approved(facts), receipt: CardDetails(brand: .visa, last4: "4242"))
            default: .claimed
            }
        return JournalEntry(intentID: id, attempt: 1, terms: step < 2 ? terms : nil, event: event)
    }
}

/// The baseline: a file that grows by one record and is synced, again and again.
private final class RawLog {
    private let descriptor: Int32
    private let record: [UInt8]

    init(_ path: String, size: Int) throws {
        record = [UInt8](repeating: 7, count: size)
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BenchmarkError.noDisk }
    }

    deinit { close(descriptor) }

    func append() throws {
        guard write(descriptor, record, record.count) == record.count, fdatasync(descriptor) == 0 else {
            throw BenchmarkError.noDisk
        }
    }
}

/// A folder on the disk to measure: where the benchmark is started, because /tmp may be in memory.
private struct Folder {
    let path: String

    init() throws {
        var template = Array("./journal-benchmark-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchmarkError.noDisk }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func remove() {
        guard let folder = opendir(path) else { return }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            unlink(path + "/" + name)
        }
        closedir(folder)
        rmdir(path)
    }
}
