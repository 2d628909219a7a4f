/// The records of one writer on their way to the journal: one at a time, so that the journal keeps the writer's order.
struct RecordQueue: Hashable, Sendable, Codable {
    /// A record, and the writer's serial for it; `nil` if the writer does not wait for it.
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

    /// Whether it has the record that an approval was reported.
    var hasClaim: Bool {
        records.contains { record in
            if case .withReceipt(let entry) = record.content, case .claimed = entry.event { true } else { false }
        }
    }

    /// Adds a record; returns it if it is to be written immediately.
    mutating func add(_ serial: Serial?, _ content: Content) -> Record? {
        records.append(Record(serial: serial, content: content))
        return records.count == 1 ? records.first : nil
    }

    /// Removes the first record, which was written or given up.
    mutating func finish() -> Record? { records.isEmpty ? nil : records.removeFirst() }

    /// The serials that the writer waits for.
    var serials: [Serial] { records.compactMap(\.serial) }

    /// The next record to write.
    var next: Record? { records.first }
}
