/// The newest requests, as many as are kept; they live as long as the process.
struct RequestLog: Sendable {
    /// How many are kept: some megabytes.
    static let maximumCount = 10_000

    private let maximum: Int
    /// A ring: the oldest is at `start` once it is full.
    private var ring: [LoggedRequest] = []
    private var start = 0
    /// The place of the newest; 0 before the first.
    private(set) var newest = 0

    init(maximum: Int = RequestLog.maximumCount) { self.maximum = maximum }

    /// The place of the oldest that is kept.
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

    /// Changes the newest, if it is the one of that id.
    mutating func change(_ id: String, _ change: (inout LoggedRequest) -> Void) {
        guard !ring.isEmpty else { return }
        let place = (start + ring.count - 1) % ring.count
        if ring[place].id == id { change(&ring[place]) }
    }

    /// Those behind a place, oldest first.
    func requests(after sequence: Int = 0) -> some Sequence<LoggedRequest> {
        let skipped = max(0, sequence - oldest + 1)
        let places = skipped < ring.count ? skipped..<ring.count : 0..<0
        return places.lazy.map { ring[(start + $0) % ring.count] }
    }
}
