import TenderRecords
import TenderTestSupport
import Testing

@testable import TenderUplink

struct UplinkMachineTests {
    private static func head(_ records: some Collection<UInt8>) -> JournalHead {
        JournalHead(journalID: String(repeating: "0", count: 32), sequence: Int64(records.count), hash: Array(records))
    }

    private static func branch(_ number: Int64, base: Int64 = 0, _ records: [UInt8]) -> JournalCopy.Branch {
        .init(number: number, parent: number == 0 ? nil : 0, base: base, end: head(records))
    }

    /// Compares a journal with a copy whose branches have these records, all of their own.
    private func result(_ journal: [UInt8], _ branches: [[UInt8]]) -> Comparison.Next {
        let copy = JournalCopy(
            start: Self.head([]), branches: branches.enumerated().map { Self.branch(Int64($0), $1) })
        var comparison = Comparison(copy, with: Self.head(journal))
        while true {
            switch comparison.next {
            case .needs(.readHash(let sequence)): comparison.takeLocal(Array(journal.prefix(Int(sequence))))
            case .needs(.askHash(let branch, let sequence)):
                comparison.takeRemote(Array(branches[Int(branch)].prefix(Int(sequence))))
            case let result: return result
            }
        }
    }

    @Test func theLastSharedRecordIsFound() {
        var random = SplitMix64(seed: 1)
        var wrong: [String] = []
        for _ in 0..<500 {
            let shared = (0..<random.next() % 40).map { _ in UInt8(random.next() % 200) }
            let journal = shared + [250] + (0..<random.next() % 40).map { _ in 1 }
            let branches: [[UInt8]] = (0...random.next() % 3).map { number in
                let count = number == 0 ? shared.count : Int(random.next() % UInt64(shared.count + 1))
                return Array(shared.prefix(count)) + [251 + UInt8(number)] + (0..<random.next() % 40).map { _ in 2 }
            }
            guard case .parted(let branch, let base) = result(journal, branches), branch.number == 0,
                base == Self.head(shared)
            else {
                wrong.append("\(journal) \(branches)")
                continue
            }
        }
        #expect(wrong == [])
    }

    /// A branch that nobody went on with may end on the chain of a journal that was restored.
    @Test func aJournalThatWasRestoredIsNoOlderBranch() {
        guard case .journalEnds(let branch) = result([1, 2, 3], [[1, 2], [1, 2, 3, 4]]) else {
            Issue.record("the longer branch was not found")
            return
        }
        #expect(branch.number == 1)
    }

    @Test func whatIsWrittenWhileTheJournalIsReadIsReadAtOnce() {
        var machine = UplinkMachine(start: Self.head([]), acknowledged: nil)
        let copy = JournalCopy(start: Self.head([]), branches: [Self.branch(0, [])])
        for event: UplinkEvent in [.started, .connected, .copy(copy), .end(Self.head([])), .grown] {
            _ = machine.handle(event)
        }
        #expect(machine.handle(.records(UplinkBatch([]))) == [.readRecords(after: 0)])
    }

    @Test func waitsGrowToAMinute() {
        var machine = UplinkMachine(start: Self.head([]), acknowledged: nil)
        _ = machine.handle(.started)
        var waits: [Int] = []
        for _ in 0..<8 {
            for case .wait(let seconds) in machine.handle(.disconnected) { waits.append(seconds) }
            _ = machine.handle(.waited)
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60])
    }

    /// A server may say anything, at any time.
    @Test func noServerMakesItTrapOrAskTwiceAtOnce() {
        var random = SplitMix64(seed: 2)
        var wrong = 0
        for _ in 0..<2000 {
            var machine = UplinkMachine(start: Self.head([]), acknowledged: nil)
            _ = machine.handle(.started)
            for _ in 0..<40 {
                let questions = machine.handle(Self.event(&random)).filter {
                    switch $0 {
                    case .disconnect, .wait, .keep, .report, .tell: false
                    default: true
                    }
                }
                if questions.count > 1 { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    private static func event(_ random: inout SplitMix64) -> UplinkEvent {
        let number = random.pick([Int64.min, -1, 0, 1, 2, 3, .max])
        let head = JournalHead(
            journalID: Self.head([]).journalID, sequence: number, hash: random.pick([[], [1], [1, 2]]))
        let branches = (0..<random.next() % 4).map { _ in
            JournalCopy.Branch(
                number: random.pick([0, 1, 2, .max]), parent: random.pick([nil, 0, 1, .max]),
                base: random.pick([.min, 0, 1, 2, .max]), end: head)
        }
        return random.pick([
            .waited, .connected, .connected, .disconnected, .refused, .copy(nil),
            .copy(JournalCopy(start: Self.head([]), branches: branches)), .remoteHash(head.hash), .remoteHash(nil),
            .end(head), .localHash(head.hash), .localHash(nil), .unreadable, .grown, .stored(Int(number)),
            .records(UplinkBatch([.init(sequence: number, hash: head.hash, body: [])])), .records(UplinkBatch([])),
            .branched(.init(number: number, parent: 0, base: number, end: head)),
        ])
    }
}
