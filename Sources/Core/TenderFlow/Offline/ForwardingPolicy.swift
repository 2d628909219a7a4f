/// The policy for forwarding stored payments.
public struct ForwardingPolicy: Hashable, Sendable, Codable {
    /// The time limit of one exchange.
    public var online: Duration
    /// The pause after a first failure; each further failure doubles it.
    public var firstPause: Duration
    /// The longest pause.
    public var longestPause: Duration
    /// The number of the gateway's failures on one payment after which it is set aside.
    public var maximumFailures: Int
    /// The number of PaymentIntents that one payment is forwarded as, one after the other, before it is set aside.
    public var maximumAttempts: Int

    /// Creates a policy; by default with pauses from 1 second to 5 minutes.
    public init(
        online: Duration = .seconds(30), firstPause: Duration = .seconds(1), longestPause: Duration = .seconds(300),
        maximumFailures: Int = 8, maximumAttempts: Int = 5
    ) {
        self.online = online
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.maximumFailures = maximumFailures
        self.maximumAttempts = maximumAttempts
    }

    func pause(_ count: Int, _ jitter: Jitter) -> Duration {
        PaymentPolicy(firstPause: firstPause, longestPause: longestPause).pause(count, jitter)
    }
}
