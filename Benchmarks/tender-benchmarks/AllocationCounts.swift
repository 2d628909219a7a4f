import kernel_peer

/// How often the kernel allocates memory, against the most that Benchmarks/allocations.txt allows.
enum AllocationCounts {
    /// Prints what each operation allocates, and at the end `N passed, N failed`.
    ///
    /// - Returns: Whether all are within their limits.
    static func run() throws -> Bool {
        let lines = try EMVMaterial.lines(at: "Benchmarks/allocations.txt")
        let limits = [String: UInt64](lines.compactMap { line in UInt64(line[1]).map { (line[0], $0) } }) { $1 }
        var failed = 0
        let entries = try EMVBenchmark.entries().filter { limits[$0.name] != nil }
        for entry in entries {
            let count = try allocations(of: entry.body)
            let limit = limits[entry.name] ?? 0
            if count > limit { failed += 1 }
            print("\(count > limit ? "FAIL" : "ok  ") \(entry.name): \(count) allocations, \(limit) allowed")
        }
        failed += limits.count - entries.count
        print("\(limits.count - failed) passed, \(failed) failed")
        return failed == 0
    }

    /// The fewest of several runs: the first one also builds tables that stay.
    private static func allocations(of body: () throws -> Void) throws -> UInt64 {
        var fewest = UInt64.max
        for _ in 0..<5 {
            let start = kernel_peer_allocations()
            try body()
            fewest = min(fewest, kernel_peer_allocations() - start)
        }
        return fewest
    }
}
