import TenderFlow
import TenderTestSupport
import Testing

@testable import TenderService

/// The newest records in memory are those of the journal.
@Suite struct NewestRecordsTests {
    private static func record(_ sequence: Int64) -> RecordedEntry {
        RecordedEntry(
            sequence: sequence, stamp: Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 0),
            entry: JournalEntry(shop: ShopRecord(kind: "k", version: 1, body: [])))
    }

    /// Random writes and readings, some of them overlapping, against an array.
    @Test(arguments: 0..<40 as Range<UInt64>) func itTellsWhatTheJournalTells(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var newest = NewestRecords()
        var journal: [RecordedEntry] = []
        var underWay: [(NewestRecords.Reading, [RecordedEntry])] = []
        for _ in 0..<3000 {
            switch random.next() % 4 {
            case 0:
                for _ in 0...(random.next() % 3) {
                    journal.append(Self.record(Int64(journal.count) + 1))
                    newest.writes += 1
                }
            case 1 where !underWay.isEmpty:
                let (reading, early) = underWay.remove(at: Int(random.next() % UInt64(underWay.count)))
                // It may have seen what was written since it began.
                let late = Array(journal.drop { $0.sequence <= reading.sequence }.prefix(reading.limit))
                newest.note(random.chance(50) ? early : late, of: reading)
            default:
                let back = Int64(random.next() % 400)
                let sequence = max(0, Int64(journal.count) - back)
                let limit = Int(random.next() % 300) + 1
                let expected = Array(journal.drop { $0.sequence <= sequence }.prefix(limit))
                if let known = newest.records(after: sequence, limit: limit) {
                    #expect(known == expected)
                } else {
                    underWay.append((.init(sequence: sequence, limit: limit, writes: newest.writes), expected))
                }
            }
        }
    }

    @Test func whatFailedIsReadAgain() {
        var newest = NewestRecords()
        let reading = NewestRecords.Reading(sequence: 0, limit: 10, writes: 0)
        newest.note(nil, of: reading)
        #expect(newest.records(after: 0, limit: 10) == nil)
        newest.note([Self.record(1)], of: reading)
        #expect(newest.records(after: 0, limit: 10) == [Self.record(1)])
    }
}
