/// Records of one writer on their way to the journal: one after the other, so that the journal has the writer's order.
struct RecordQueue: Hashable, Sendable, Codable {
    /// A record, and what the writer calls it; nothing for one that it does not wait for.
    struct Record: Hashable, Sendable, Codable {
        var serial: Serial?
        var content: Content
    }

    indirect enum Content: Hashable, Sendable, Codable {
        case entry(JournalEntry)
        case withReceipt(JournalEntry)
        case storage(TerminalMachine.Storage)
    }

    private var records: [Record] = []

    var isEmpty: Bool { records.isEmpty }

    /// Adds a record; returns it when it is to be written at once.
    mutating func add(_ serial: Serial?, _ content: Content) -> Record? {
        records.append(Record(serial: serial, content: content))
        return records.count == 1 ? records.first : nil
    }

    /// The first record was written or given up.
    mutating func finish() -> Record? { records.isEmpty ? nil : records.removeFirst() }

    /// The record that is written next.
    var next: Record? { records.first }
}
