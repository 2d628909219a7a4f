/// The limit of requests per second for each account: a token bucket per account, full at first, refilled evenly.
public struct RateLimiter: Sendable {
    private struct Bucket {
        /// In thousandths of a request.
        var credit: Int64
        var time: Int64
    }

    /// Above this many accounts, those with full buckets are dropped.
    private static let maximumAccounts = 10_000

    private let perSecond: Int64
    private var buckets: [String: Bucket] = [:]

    /// Allows `perSecond` requests a second, and as many at once.
    public init(perSecond: Int) { self.perSecond = Int64(clamping: max(1, min(perSecond, 1_000_000))) }

    /// Takes a token for a request.
    ///
    /// - Parameter now: The milliseconds of a monotonic clock.
    /// - Returns: `nil` if the request may pass, as all without a valid key do; otherwise the milliseconds until one
    ///   may.
    public mutating func wait(for request: APIRequest, now: Int64) -> Int64? {
        guard let account = (try? Credential(key: Credential.key(of: request)))?.account else { return nil }
        let full = perSecond * 1000
        var bucket = buckets[account] ?? Bucket(credit: full, time: now)
        let passed = min(max(0, now - bucket.time), 1000)
        bucket = Bucket(credit: min(full, bucket.credit + passed * perSecond), time: now)
        let missing = 1000 - bucket.credit
        if missing <= 0 { bucket.credit -= 1000 }
        if buckets.count >= Self.maximumAccounts { forgetFullOnes(full, now: now) }
        buckets[account] = bucket
        return missing <= 0 ? nil : (missing + perSecond - 1) / perSecond
    }

    private mutating func forgetFullOnes(_ full: Int64, now: Int64) {
        buckets = buckets.filter { min(now - $0.value.time, 1000) * perSecond + $0.value.credit < full }
    }
}

extension SimulatedPayments {
    /// Answers a request that came too soon: 429, before idempotency and everything else.
    public mutating func rateLimited(_ request: APIRequest, waitMilliseconds: Int64, now: Int64) -> APIResponse {
        let failure = APIFailure(
            status: 429, message: "Request rate limit exceeded. Please try again after a short delay.",
            code: "rate_limit")
        let requestID = context.newID(.requests)
        var response = context.render(
            failure, APIGeneration(path: request.path), isPublishable: false, log: context.logURL(requestID))
        response.add("Retry-After", String(max(1, (waitMilliseconds + 999) / 1000)))
        response.add("Stripe-Rate-Limited-Reason", "global-rate")
        response.add("Request-Id", requestID)
        response.add("Stripe-Version", request.headers["stripe-version"] ?? ResourceContext.apiVersion)
        if let credential = try? credential(of: request, now: context.time(now)) {
            log(request, id: requestID, Route(request), credential, response, now: context.time(now))
        }
        return response
    }
}
