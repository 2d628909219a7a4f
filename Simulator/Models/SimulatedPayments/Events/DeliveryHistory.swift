/// One attempt to tell a webhook endpoint of an event, and what came of it.
struct DeliveryAttempt: Sendable {
    let event: String
    let endpoint: String
    let time: Int64
    /// The first is 1.
    let number: Int
    /// The HTTP status of the answer; 0 when none came.
    let status: Int
    let isTaken: Bool
    /// Why it is not tried again, in words for people; nil when it is, or was taken.
    let failure: String?
    /// When it is tried again; nil when it is not.
    let next: Int64?
}

/// The attempts of late, by endpoint: kept in memory alone, and no more than a number of them.
struct DeliveryHistory: Sendable {
    static let maximumCount = 100

    private var attempts: [String: [DeliveryAttempt]] = [:]
    private var counts: [String: Int] = [:]

    /// The newest first.
    func attempts(of endpoint: String) -> [DeliveryAttempt] { attempts[endpoint, default: []].reversed() }

    /// How many there were in an account.
    func count(of account: String) -> Int { counts[account] ?? 0 }

    mutating func add(_ attempt: DeliveryAttempt, of account: String) {
        counts[account, default: 0] += 1
        attempts[attempt.endpoint, default: []].append(attempt)
        if attempts[attempt.endpoint, default: []].count > Self.maximumCount {
            attempts[attempt.endpoint]?.removeFirst()
        }
    }

    mutating func forget(_ endpoint: String) { attempts[endpoint] = nil }
}
