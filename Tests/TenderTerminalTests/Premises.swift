import Foundation
import SimulatedCard
import TenderJournal
import TenderRecords
import TenderTestSupport

/// A shop whose process can end: what is on the disk and at the gateway stays.
final class Premises {
    let gateway = ScriptedGateway()
    private let folder: URL
    private var journal: SQLiteJournal?

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "recovery-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Ends the process that has the journal, if any, and begins a new one.
    func process(_ cards: [SimulatedCard] = [.visa, .visa]) async throws -> Shop {
        await journal?.close()
        let opened = try await SQLiteJournal(
            path: folder.appending(path: "journal").path(),
            binding: JournalBinding(gateway: "scripted", account: "test"))
        journal = opened
        return Shop(Shop.quickly(cards), journal: opened, gateway: gateway)
    }

    /// Nothing is heard of the gateway any more, though it does what arrives.
    func cutAnswers() {
        for verb in ScriptedGateway.Verb.allCases where verb != .token { gateway.always(verb, .loseAnswer) }
    }

    func mendAnswers() {
        for verb in ScriptedGateway.Verb.allCases { gateway.always(verb, nil) }
    }
}
