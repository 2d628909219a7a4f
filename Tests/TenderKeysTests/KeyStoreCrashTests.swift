import TenderBytes
import TenderCrypto
import TenderFiles
import Testing

@testable import TenderKeys

/// A store that is killed, or whose disk fails, at each of its steps.
@Suite struct KeyStoreCrashTests {
    private static let folder = "/keys"
    private static let rounds = 4

    /// What was handed out in one life of a store, which ends when the disk does.
    private func live(_ disk: FailingFileSystem, _ id: String, _ handedOut: inout [String]) {
        guard let store = try? KeyStore(folder: Self.folder, files: disk) else { return }
        if let file = try? KeySamples.file(KeySamples.tripleDES) { _ = try? store.load(file) }
        for _ in 0..<Self.rounds {
            guard let transaction = try? store.nextTransaction(id) else { continue }
            handedOut.append(Hex.encode(transaction.serialNumber.bytes))
        }
    }

    @Test func noNumberIsHandedOutTwiceWhereverTheDiskFailsOrTheProgramEnds() throws {
        let id = KeySamples.tripleDESID
        let whole = FailingFileSystem()
        var all: [String] = []
        live(whole, id, &all)
        var wrong: [String] = []
        var cases = 0
        for step in 1...whole.steps {
            for fault in FailingFileSystem.Fault.allCases {
                for isLast in [true, false] {
                    let disk = FailingFileSystem(failingAt: step, fault, isLast: isLast)
                    var first: [String] = []
                    live(disk, id, &first)
                    for survivor in disk.survivors {
                        cases += 1
                        var numbers = first
                        let again = FailingFileSystem(survivor)
                        live(again, id, &numbers)
                        if Set(numbers).count != numbers.count { wrong.append("\(step) \(fault): \(numbers)") }
                        if numbers.count - first.count != Self.rounds { wrong.append("\(step) \(fault): refused") }
                        if again.survivors[0].keys.contains(where: { $0.hasSuffix(".new") }) {
                            wrong.append("\(step) \(fault): a half-written key is left")
                        }
                    }
                }
            }
        }
        #expect(wrong == [])
        #expect(all.count == Self.rounds)
        // Three steps for the load and for each transaction.
        #expect(whole.steps == 3 * (1 + Self.rounds))
        #expect(cases == whole.steps * 3 * 2 * 2)
    }

    @Test func removingAKeyIsAsSafe() throws {
        let id = KeySamples.tripleDESID
        var wrong: [String] = []
        for step in 1...6 {
            for fault in FailingFileSystem.Fault.allCases {
                let start = FailingFileSystem()
                var numbers: [String] = []
                live(start, id, &numbers)
                let disk = FailingFileSystem(start.survivors[1], failingAt: step, fault, isLast: true)
                let store = try KeyStore(folder: Self.folder, files: disk)
                try? store.remove(id)
                if let file = try? KeySamples.file(KeySamples.tripleDES) { _ = try? store.load(file) }
                for survivor in disk.survivors {
                    var all = numbers
                    live(FailingFileSystem(survivor), id, &all)
                    if Set(all).count != 2 * Self.rounds { wrong.append("\(step) \(fault): \(all)") }
                }
            }
        }
        #expect(wrong == [])
    }
}
