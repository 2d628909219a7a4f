import SimulatedWorld

/// The simulated world: whole sales with heavy faults, virtual time, recovery and all checks, on one core.
enum WorldBenchmark {
    private static let sales = 640

    static func run() async throws -> Benchmark {
        try await Benchmark.measure("simulated_sale_heavy", operations: sales) {
            let report = World(seed: 1, sales: sales, faults: .heavy).run()
            guard report.violations.isEmpty else { throw BenchmarkError.brokenPromise }
        }
    }
}
