import Glibc

/// A single result: the median time of an operation over several samples.
struct Benchmark {
    let name: String
    let medianNanoseconds: Double

    /// Runs `body` once to warm up, then `samples` times; one run performs `operations` operations.
    static func measure(
        _ name: String, samples: Int = 9, operations: Int, _ body: () async throws -> Void
    ) async rethrows -> Benchmark {
        try await body()
        var times: [Int] = []
        for _ in 0..<samples {
            let start = now(CLOCK_MONOTONIC)
            try await body()
            times.append((now(CLOCK_MONOTONIC) - start) / operations)
        }
        return Benchmark(name: name, medianNanoseconds: Double(times.sorted()[samples / 2]))
    }

    /// Measures several operations in turn, so that a disk that is slow for a while is slow for all of them.
    static func measureInTurn(
        _ entries: [(name: String, operations: Int, body: () async throws -> Void)], samples: Int = 9
    ) async throws -> [Benchmark] {
        for entry in entries { try await entry.body() }
        var times = entries.map { _ in [Int]() }
        for _ in 0..<samples {
            for (index, entry) in entries.enumerated() {
                let start = now(CLOCK_MONOTONIC)
                try await entry.body()
                times[index].append((now(CLOCK_MONOTONIC) - start) / entry.operations)
            }
        }
        return zip(entries, times).map { Benchmark(name: $0.name, medianNanoseconds: Double($1.sorted()[samples / 2])) }
    }

    /// Measures the processor time of this process, all threads, per operation.
    static func measureProcessorTime(
        _ name: String, samples: Int = 9, operations: Int, _ body: () async throws -> Void
    ) async rethrows -> Benchmark {
        var times: [Int] = []
        for _ in 0..<samples {
            let start = now(CLOCK_PROCESS_CPUTIME_ID)
            try await body()
            times.append((now(CLOCK_PROCESS_CPUTIME_ID) - start) / operations)
        }
        return Benchmark(name: name, medianNanoseconds: Double(times.sorted()[samples / 2]))
    }

    /// Measures operations of nanoseconds in turn, in processor time: the median of 41 batches of about 20 ms each.
    static func measureBatches(
        _ entries: [(name: String, operations: Int, body: () throws -> Void)]
    ) throws -> [Benchmark] {
        let counts = try entries.map { try count(of: $0.body, lasting: 20_000_000) }
        var times = entries.map { _ in [Double]() }
        for _ in 0..<41 {
            for (index, entry) in entries.enumerated() {
                let time = try time(of: entry.body, counts[index])
                times[index].append(Double(time) / Double(counts[index] * entry.operations))
            }
        }
        return zip(entries, times).map { Benchmark(name: $0.name, medianNanoseconds: $1.sorted()[20]) }
    }

    private static func count(of body: () throws -> Void, lasting nanoseconds: Int) throws -> Int {
        var count = 1
        while true {
            let time = try time(of: body, count)
            if time >= nanoseconds / 2 { return max(1, count * nanoseconds / time) }
            count *= 2
        }
    }

    private static func time(of body: () throws -> Void, _ count: Int) throws -> Int {
        let start = now(CLOCK_PROCESS_CPUTIME_ID)
        for _ in 0..<count { try body() }
        return now(CLOCK_PROCESS_CPUTIME_ID) - start
    }

    private static func now(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
