import TenderFlow
import TenderTestSupport
import Testing

@testable import TenderService

/// The newest records in memory are those of the journal.
@Suite struct JournalTailTests {
    private static func record(_ sequence: Int64) -> RecordedEntry {
        RecordedEntry(
            sequence: sequence, stamp: Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 0),
            entry: JournalEntry(shop: ShopRecord(kind: "k", version: 1, body: [])))
    }

    /// Random writes and readings, some of them overlapping, against an array.
    @Test(arguments: 0..<40 as Range<UInt64>) func itTellsWhatTheJournalTells(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var tail = JournalTail()
        var journal: [RecordedEntry] = []
        var underWay: [(JournalTail.Reading, [RecordedEntry])] = []
        for _ in 0..<3000 {
            switch random.next() % 4 {
            case 0:
                for _ in 0...(random.next() % 3) {
                    journal.append(Self.record(Int64(journal.count) + 1))
                    tail.writes += 1
                }
            case 1 where !underWay.isEmpty:
                let (reading, early) = underWay.remove(at: Int(random.next() % UInt64(underWay.count)))
                // It may have seen what was written since it began.
                let late = Array(journal.drop { $0.sequence <= reading.sequence }.prefix(reading.limit))
                tail.note(random.chance(50) ? early : late, of: reading)
            default:
                let back = Int64(random.next() % 400)
                let sequence = max(0, Int64(journal.count) - back)
                let limit = Int(random.next() % 300) + 1
                let expected = Array(journal.drop { $0.sequence <= sequence }.prefix(limit))
                if let known = tail.records(after: sequence, limit: limit) {
                    #expect(known == expected)
                } else {
                    underWay.append((.init(sequence: sequence, limit: limit, writes: tail.writes), expected))
                }
            }
        }
    }

    @Test func whatFailedIsReadAgain() {
        var tail = JournalTail()
        let reading = JournalTail.Reading(sequence: 0, limit: 10, writes: 0)
        tail.note(nil, of: reading)
        #expect(tail.records(after: 0, limit: 10) == nil)
        tail.note([Self.record(1)], of: reading)
        #expect(tail.records(after: 0, limit: 10) == [Self.record(1)])
    }
}
