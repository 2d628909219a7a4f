/// The times a card took to answer, from when a command was handed to the driver, in microseconds.
struct AnswerTimes: Encodable, CustomStringConvertible {
    let count: Int
    let median: Int64
    let shortest: Int64
    let longest: Int64

    enum CodingKeys: String, CodingKey {
        case count
        case median = "median_us"
        case shortest = "shortest_us"
        case longest = "longest_us"
    }

    /// Sums up measured times, or returns `nil` without any.
    init?(_ times: [Duration]) {
        let sorted = times.sorted()
        guard let shortest = sorted.first, let longest = sorted.last else { return nil }
        count = sorted.count
        median = Self.microseconds(sorted[sorted.count / 2])
        self.shortest = Self.microseconds(shortest)
        self.longest = Self.microseconds(longest)
    }

    var description: String { "\(count) answers: median \(median) µs, shortest \(shortest) µs, longest \(longest) µs" }

    private static func microseconds(_ time: Duration) -> Int64 {
        time.components.seconds * 1_000_000 + time.components.attoseconds / 1_000_000_000_000
    }
}
