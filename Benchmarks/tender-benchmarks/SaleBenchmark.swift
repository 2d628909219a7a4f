import SimulatedCard
import SimulatedReader
import Tender
import TenderTestSupport

/// Whole sales in this process, including terminal and simulated reader, without HTTP.
enum SaleBenchmark {
    private static let sales = 200

    static func run() async throws -> Benchmark {
        var script = ReaderScript(collections: [[.swipe(.visa, after: .zero)]])
        script.readDuration = .zero
        let source = SimulatedReaderSource([script])
        let terminal = Terminal(
            configuration: .init(gateway: ScriptedGateway(), readerSource: source, journal: InMemoryJournal())
        )
        _ = try await terminal.connect(source.readers[0])
        return try await Benchmark.measure("sale_in_process", operations: sales) {
            for _ in 0..<sales {
                let intent = try await terminal.createPaymentIntent(.init(amount: 1000, currency: .eur))
                guard case .approved = try await terminal.processPaymentIntent(intent) else {
                    throw BenchmarkError.notApproved
                }
            }
        }
    }
}

enum BenchmarkError: Error {
    case notApproved
    case noDisk
    case noServer(String)
    case brokenPromise
}
