import SimulatedCard
import SimulatedReader
import Tender
import TenderTestSupport

/// Whole sales, including terminal and simulated reader.
enum SaleBenchmark {
    private static let sales = 200

    /// Measures sales in this process, without HTTP, disk and the time that a reader takes.
    static func run() async throws -> Benchmark {
        var script = ReaderScript(collections: [[.swipe(.visa, after: .zero)]])
        script.readDuration = .zero
        let source = SimulatedReaderSource([script])
        let terminal = Terminal(
            configuration: .init(gateway: ScriptedGateway(), readerSource: source, journal: InMemoryJournal())
        )
        _ = try await terminal.connect(source.readers[0])
        return try await Benchmark.measure("sale_in_process", operations: sales) {
            for _ in 0..<sales { try await sell(terminal) }
        }
    }

    /// Measures sales as a shop makes them, at a gateway in another process and with a journal on the disk.
    static func run(gateway: String, key: String, folder: String) async throws -> Benchmark {
        let client = try PaymentsClient(apiKey: SecretBytes(utf8: key), connection: .init(baseURL: gateway))
        let source = SimulatedReaderSource([.cards([.visa])])
        let journal = try await SQLiteJournal(
            path: folder + "/till.journal", binding: JournalBinding(gateway: client.name, account: "shop"))
        let terminal = Terminal(configuration: .init(gateway: client, readerSource: source, journal: journal))
        _ = try await terminal.connect(source.readers[0])
        return try await Benchmark.measure("sale_by_swift", samples: 21, operations: 1) { try await sell(terminal) }
    }

    private static func sell(_ terminal: Terminal) async throws {
        let intent = try await terminal.createPaymentIntent(.init(amount: 1000, currency: .eur))
        guard case .approved = try await terminal.processPaymentIntent(intent) else { throw BenchmarkError.notApproved }
    }
}

enum BenchmarkError: Error {
    case notApproved
    case noDisk
    case noServer(String)
    case brokenPromise
}
