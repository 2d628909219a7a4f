import TenderBytes
import TenderFlow
import TenderModel
import TenderReaders
import Testing

@testable import TenderKeys

/// Seals that are kept for the next collection, with a program that ends or a disk that fails at each step.
@Suite struct SealKeeperCrashTests {
    private static let folder = "/keys"

    /// The numbers under which cards were encrypted in one life of a reader, half of whose collections get no card.
    private func live(_ disk: FailingFileSystem, _ id: String, _ used: inout [String]) async {
        guard let store = try? KeyStore(folder: Self.folder, files: disk) else { return }
        if let file = try? KeySamples.file(KeySamples.tripleDES) { _ = try? store.load(file) }
        guard let sealer = try? DUKPTCardSealer(store, key: id) else { return }
        let seals = SealKeeper(sealer)
        for round in 0..<6 {
            guard let seal = try? await seals.nextSeal(), round % 2 == 1 else { continue }
            let track = SecretBytes(utf8: "4242424242424242=34122010000000000000")
            let amount = Amount(minorUnits: 1, currency: .eur)
            let payload = try? seal.seal(track2: track, read: .magneticStripeTrack2, amount: amount)
            if let payload { used.append(payload.keySerial) }
        }
    }

    @Test func noNumberEncryptsTwoCardsWhereverTheDiskFailsOrTheProgramEnds() async throws {
        let id = KeySamples.tripleDESID
        let whole = FailingFileSystem()
        var all: [String] = []
        await live(whole, id, &all)
        var wrong: [String] = []
        for step in 1...whole.steps {
            for fault in FailingFileSystem.Fault.allCases {
                let disk = FailingFileSystem(failingAt: step, fault, isLast: true)
                var first: [String] = []
                await live(disk, id, &first)
                for survivor in disk.survivors {
                    var numbers = first
                    await live(FailingFileSystem(survivor), id, &numbers)
                    if Set(numbers).count != numbers.count { wrong.append("\(step) \(fault): \(numbers)") }
                    if numbers.count - first.count != 3 { wrong.append("\(step) \(fault): refused") }
                }
            }
        }
        #expect(wrong == [])
        // Three cards in six collections take three numbers, each of them three steps after those of the load.
        #expect(all.count == 3)
        #expect(whole.steps == 3 * (1 + 3))
    }
}
