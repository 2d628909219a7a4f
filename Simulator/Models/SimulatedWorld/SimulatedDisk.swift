import TenderFlow
import TenderFlow
import TenderRecords

/// A disk that keeps SQLite's contract for a write-ahead log that is fully synced, and no more than that.
///
/// - The rows of a transaction become durable together, at its sync; nothing is guaranteed before.
/// - A power cut before the sync leaves all of them or none: a log whose last frames are missing or torn fails its
///   checksum, and the transaction does not exist.
/// - A full disk or a failed write is reported, and nothing of the transaction is kept.
/// - A sync may be reported as failed although the rows have reached the log: this process does not see them and its
///   next transaction replaces them in the log, but a process that starts before that finds them.
/// - What was synced is never lost: the world does not model a disk that lies about a sync.
struct SimulatedDisk {
    typealias Row = ChainCheck.Row

    /// A row, and the change of a payload in the same transaction.
    struct Write {
        var row: Row
        var payload: PayloadChange?
    }

    /// What a power cut leaves of rows that were written and not synced.
    enum Fate {
        case lost, kept
        /// The log ends after this many thousandths of its bytes.
        case torn(permille: Int64)
    }

    /// The durable rows.
    private(set) var rows: [Row] = []
    /// The durable payloads.
    private(set) var payloads: [String: [UInt8]] = [:]
    /// The writes that are not synced; their bytes are created when a power cut leaves some of them.
    private var written: [Write] = []

    /// Writes the rows of a transaction to the log.
    mutating func write(_ transaction: [Write]) { written = transaction }

    /// Makes the transaction durable.
    mutating func sync() {
        for write in written {
            rows.append(write.row)
            switch write.payload {
            case .store(let key, let body)?: payloads[key] = body
            case .delete(let key)?: payloads[key] = nil
            case nil: break
            }
        }
        written = []
    }

    /// Rolls the transaction back.
    mutating func rollBack() { written = [] }

    /// Cuts the power; the rest of the log is read when it is back.
    mutating func powerCut(_ fate: Fate) {
        var log = written.isEmpty ? [] : Self.frames(written)
        switch fate {
        case .lost: log = []
        case .kept: break
        case .torn(let permille): log = Array(log.prefix(log.count * Int(permille) / 1000))
        }
        written = Self.transaction(log) ?? []
        sync()
    }

    /// Changes one byte of a record, for tests of its detection.
    mutating func flipByte(ofRow index: Int) { rows[index].body[rows[index].body.count / 2] ^= 1 }

    // MARK: - The log

    private static func frames(_ transaction: [Write]) -> [UInt8] {
        var bytes: [UInt8] = []
        for write in transaction {
            let row = write.row
            append(UInt64(bitPattern: row.sequence), to: &bytes)
            append(UInt64(row.body.count), to: &bytes)
            bytes += row.previous
            bytes += row.hash
            bytes += row.body
            append(write.payload, to: &bytes)
        }
        append(checksum(bytes[...]), to: &bytes)
        return bytes
    }

    /// Returns the rows of a whole log; `nil` if it is empty or torn.
    private static func transaction(_ log: [UInt8]) -> [Write]? {
        guard log.count > 8, checksum(log.dropLast(8)) == number(log.suffix(8)) else { return nil }
        var rest = log.dropLast(8)
        var writes: [Write] = []
        while rest.count >= 16 {
            let sequence = Int64(bitPattern: number(rest.prefix(8)))
            let size = Int(number(rest.dropFirst(8).prefix(8)))
            rest = rest.dropFirst(16)
            let previous = Array(rest.prefix(RecordChain.hashByteCount))
            rest = rest.dropFirst(RecordChain.hashByteCount)
            let hash = Array(rest.prefix(RecordChain.hashByteCount))
            rest = rest.dropFirst(RecordChain.hashByteCount)
            let row = Row(sequence: sequence, previous: previous, hash: hash, body: Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            writes.append(Write(row: row, payload: payload(&rest)))
        }
        return writes
    }

    private static func append(_ payload: PayloadChange?, to bytes: inout [UInt8]) {
        let (kind, key, body): (UInt64, String, [UInt8]) =
            switch payload {
            case nil: (0, "", [])
            case .store(let key, let body)?: (1, key, body)
            case .delete(let key)?: (2, key, [])
            }
        append(kind, to: &bytes)
        guard kind > 0 else { return }
        append(UInt64(key.utf8.count), to: &bytes)
        append(UInt64(body.count), to: &bytes)
        bytes += Array(key.utf8) + body
    }

    private static func payload(_ rest: inout ArraySlice<UInt8>) -> PayloadChange? {
        let kind = number(rest.prefix(8))
        rest = rest.dropFirst(8)
        guard kind > 0 else { return nil }
        let (keySize, size) = (Int(number(rest.prefix(8))), Int(number(rest.dropFirst(8).prefix(8))))
        rest = rest.dropFirst(16)
        let key = String(decoding: rest.prefix(keySize), as: UTF8.self)
        let body = Array(rest.dropFirst(keySize).prefix(size))
        rest = rest.dropFirst(keySize + size)
        return kind == 1 ? .store(key: key, body) : .delete(key: key)
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
