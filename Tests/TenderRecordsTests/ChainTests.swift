import TenderFlow
import TenderRecords
import TenderTestSupport
import Testing

@Suite struct ChainTests {
    private static let id = String(repeating: "a1", count: 16)
    private static let binding = JournalBinding(gateway: "https://gateway.test", account: "acct_1")

    private static func rows(_ count: Int, seed: UInt64 = 1) throws -> (rows: [ChainCheck.Row], head: JournalHead) {
        var entries = RandomEntries(seed: seed)
        var chain = RecordChain(journalID: id, binding: binding)
        var rows: [ChainCheck.Row] = []
        for _ in 0..<count {
            let body = try RecordCodec.encode(entries.next(), at: entries.stamp())
            let link = chain.append(body)
            rows.append(.init(sequence: link.sequence, previous: link.previous, hash: link.hash, body: body))
        }
        return (rows, chain.head)
    }

    private static func check(
        _ rows: [ChainCheck.Row], _ head: JournalHead?, id: String = id, binding: JournalBinding = binding
    ) -> ChainCheck {
        var check = ChainCheck(journalID: id, binding: binding, head: head)
        for row in rows { check.take(row) }
        check.finish()
        return check
    }

    @Test func anUntouchedChainIsClean() throws {
        let (rows, head) = try Self.rows(50)
        let check = Self.check(rows, head)
        #expect(check.findings == [])
        #expect(check.last == head)
        #expect(check.recordsAfterHead == 0)
        #expect(Self.check(rows, nil).findings == [])
        #expect(Self.check(rows, nil).recordsAfterHead == nil)
        #expect(Self.check([], RecordChain(journalID: Self.id, binding: Self.binding).head).findings == [])
    }

    @Test func everyFlippedBitOfARowIsFound() throws {
        let (rows, head) = try Self.rows(6)
        var missed: [String] = []
        let columns: [(String, WritableKeyPath<ChainCheck.Row, [UInt8]>)] = [
            ("body", \.body), ("hash", \.hash), ("previous", \.previous),
        ]
        for index in rows.indices {
            for (name, column) in columns {
                for byte in rows[index][keyPath: column].indices {
                    for bit in 0..<8 {
                        var changed = rows
                        changed[index][keyPath: column][byte] ^= 1 << bit
                        if Self.check(changed, head).findings.isEmpty { missed.append("\(index) \(name) \(byte)") }
                        // Without a head only the hash of the last row could differ, and its own bytes tell.
                        if Self.check(changed, nil).findings.isEmpty {
                            missed.append("\(index) \(name) \(byte), no head")
                        }
                    }
                }
            }
        }
        #expect(missed == [])
    }

    @Test func missingDoubledAndExchangedRowsAreFound() throws {
        let (rows, head) = try Self.rows(9)
        #expect(Self.check(Array(rows[..<4] + rows[5...]), head).findings == [.missing(5...5)])
        #expect(Self.check(Array(rows[3...]), head).findings == [.missing(1...3)])
        #expect(Self.check(Array(rows[..<5] + rows[4...]), head).findings.contains(.altered(sequence: 5)))
        var exchanged = rows
        exchanged.swapAt(2, 3)
        #expect(!Self.check(exchanged, head).findings.isEmpty)
        var renumbered = Array(rows[..<4] + rows[5...])
        for index in renumbered.indices { renumbered[index].sequence = Int64(index + 1) }
        #expect(Self.check(renumbered, nil).findings.prefix(2) == [.unlinked(sequence: 5), .altered(sequence: 5)])
    }

    @Test func numbersThatNoRecordHasNeverTrap() throws {
        let (rows, head) = try Self.rows(2)
        var wrong: [String] = []
        for sequence in [Int64.min, .min + 1, -1, 0, .max - 1, .max] {
            var strange = rows[0]
            strange.sequence = sequence
            let placed = sequence < 1 ? [strange] + rows : rows + [strange, strange]
            let check = Self.check(placed, head)
            if check.findings.isEmpty || check.findings.contains(where: { $0.description.isEmpty }) {
                wrong.append("\(sequence): \(check.findings)")
            }
            if sequence < 1, check.findings != [.altered(sequence: sequence)] { wrong.append("\(check.findings)") }
            let odd = JournalHead(journalID: Self.id, sequence: sequence, hash: head.hash)
            _ = Self.check(placed, odd).recordsAfterHead
        }
        #expect(wrong == [])
        #expect(ChainFinding.missing(.min ... .max).description.contains("are missing"))
    }

    @Test func aCutAtTheEndIsSeenWithAHeadOnly() throws {
        let (rows, head) = try Self.rows(9)
        var wrong: [Int] = []
        for count in 0..<9 {
            let cut = Array(rows[..<count])
            if Self.check(cut, head).findings != [.truncated(last: Int64(count), head: 9)] { wrong.append(count) }
            if Self.check(cut, nil).findings != [] { wrong.append(-count) }
        }
        #expect(wrong == [])
    }

    @Test func anOlderHeadIsToleratedAndStillProvesWhatItNames() throws {
        let (rows, _) = try Self.rows(9)
        var wrong: [Int64] = []
        for row in rows {
            let older = JournalHead(journalID: Self.id, sequence: row.sequence, hash: row.hash)
            let check = Self.check(rows, older)
            if check.findings != [] || check.recordsAfterHead != 9 - row.sequence { wrong.append(row.sequence) }
            var other = older
            other.hash[7] ^= 1
            if Self.check(rows, other).findings != [.otherRecord(sequence: row.sequence)] { wrong.append(row.sequence) }
        }
        #expect(wrong == [])
    }

    @Test func anotherJournalsRecordsDoNotFit() throws {
        let (rows, head) = try Self.rows(3)
        let other = String(repeating: "b2", count: 16)
        #expect(Self.check(rows, head, id: other).findings.contains(.otherJournal(head: Self.id)))
        #expect(Self.check(rows, nil, id: other).findings == [.unlinked(sequence: 1)])
        let elsewhere = JournalBinding(gateway: "https://gateway.test", account: "acct_2")
        #expect(Self.check(rows, nil, binding: elsewhere).findings == [.unlinked(sequence: 1)])
        let rewritten = try Self.rows(3, seed: 2)
        #expect(Self.check(rewritten.rows, head).findings == [.otherRecord(sequence: 3)])
    }

    @Test func manyFindingsAreCountedAndNotKept() throws {
        var (rows, head) = try Self.rows(300)
        for index in rows.indices { rows[index].body.append(0) }
        let check = Self.check(rows, head)
        #expect(check.findingCount == 300)
        #expect(check.findings.count == ChainCheck.maximumFindings)
    }

    @Test func aHeadIsOneLineAndNothingElseIsAHead() throws {
        let (_, head) = try Self.rows(4)
        #expect(JournalHead(head.description) == head)
        #expect(JournalHead(" " + head.description + "\n") == head)
        let line = head.description
        let wrong = [
            "", "x", String(line.dropLast()), line + " x", line + "0", line.replacing("journal-1", with: "journal-2"),
            line.replacing(" 4 ", with: " -4 "), line.replacing(" 4 ", with: " 99999999999999999999 "),
            line.replacing(" 4 ", with: "  "), line.replacing("a1", with: "g1"),
        ].filter { JournalHead($0) != nil }
        #expect(wrong == [])
    }
}
