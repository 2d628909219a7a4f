/// The newest requests, up to a limit; they live as long as the process.
struct RequestLog: Sendable {
    /// The number that is kept: some megabytes.
    static let maximumCount = 10_000

    private let maximum: Int
    /// A ring: once it is full, the oldest is at `start`.
    private var ring: [LoggedRequest] = []
    private var start = 0
    /// The position of the newest; 0 before the first.
    private(set) var newest = 0

    init(maximum: Int = RequestLog.maximumCount) { self.maximum = maximum }

    /// The position of the oldest that is kept.
    var oldest: Int { newest - ring.count + 1 }

    mutating func add(_ request: LoggedRequest) {
        newest += 1
        var request = request
        request.sequence = newest
        if ring.count < maximum {
            ring.append(request)
        } else {
            ring[start] = request
            start = (start + 1) % maximum
        }
    }

    /// Changes the newest request if it has that id.
    mutating func change(_ id: String, _ change: (inout LoggedRequest) -> Void) {
        guard !ring.isEmpty else { return }
        let place = (start + ring.count - 1) % ring.count
        if ring[place].id == id { change(&ring[place]) }
    }

    /// Returns the requests after a position, oldest first.
    func requests(after sequence: Int = 0) -> some Sequence<LoggedRequest> {
        let skipped = max(0, sequence - oldest + 1)
        let places = skipped < ring.count ? skipped..<ring.count : 0..<0
        return places.lazy.map { ring[(start + $0) % ring.count] }
    }
}
