/// One attempt to deliver an event to a webhook endpoint, and its result.
struct DeliveryAttempt: Sendable {
    let event: String
    let endpoint: String
    let time: Int64
    /// The number of the attempt, from 1.
    let number: Int
    /// The HTTP status of the answer; 0 without one.
    let status: Int
    let isTaken: Bool
    /// The reason that there is no retry, in words for people; `nil` if there is one, or the event was accepted.
    let failure: String?
    /// The time of the retry; `nil` without one.
    let next: Int64?
}

/// The recent attempts, by endpoint: kept only in memory, and limited in number.
struct DeliveryHistory: Sendable {
    static let maximumCount = 100

    private var attempts: [String: [DeliveryAttempt]] = [:]
    private var counts: [String: Int] = [:]

    /// Returns the attempts of an endpoint, newest first.
    func attempts(of endpoint: String) -> [DeliveryAttempt] { attempts[endpoint, default: []].reversed() }

    /// Returns the number of attempts in an account.
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
