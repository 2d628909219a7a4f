/// The time limits and repetitions of a payment.
public struct PaymentPolicy: Hashable, Sendable, Codable {
    /// The time limit for presenting a card; `nil` to wait until the total expires.
    public var presentCard: Duration?
    /// The time limit of one exchange with the gateway.
    public var online: Duration
    /// The time limit for collection and confirmation together; `nil` for none.
    public var total: Duration?
    /// How long an inspected card may wait for confirm or cancel.
    public var confirmWindow: Duration
    /// How long a card that waited may take for its last word on an approval.
    public var conclude: Duration
    /// The number of times that one request is sent before the gateway is asked about it.
    public var maximumSends: Int
    /// The number of queries without a clear answer that make an outcome unknown.
    public var maximumAsks: Int
    /// The pause before the first repetition; each further one doubles it.
    public var firstPause: Duration
    /// The longest pause between repetitions.
    public var longestPause: Duration
    /// The pause between queries once the outcome was reported as unknown.
    public var unknownPause: Duration

    /// Whether an approval counts as claimed once it was returned to the caller who waited for it.
    ///
    /// Otherwise the application calls `Terminal.claim` when it has shown it; until then, a crash leaves it listed.
    public var claimsOnReturn: Bool

    /// Creates a policy with the industry's defaults (30 s for the issuer, 30 s for an inspected card).
    public init(
        presentCard: Duration? = nil, online: Duration = .seconds(30), total: Duration? = nil,
        confirmWindow: Duration = .seconds(30), conclude: Duration = .seconds(10), maximumSends: Int = 4,
        maximumAsks: Int = 6,
        firstPause: Duration = .milliseconds(500), longestPause: Duration = .seconds(8),
        unknownPause: Duration = .seconds(60), claimsOnReturn: Bool = true
    ) {
        self.presentCard = presentCard
        self.online = online
        self.total = total
        self.confirmWindow = confirmWindow
        self.conclude = conclude
        self.maximumSends = maximumSends
        self.maximumAsks = maximumAsks
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.unknownPause = unknownPause
        self.claimsOnReturn = claimsOnReturn
    }

    /// Returns the pause before repetition number `count`, from 1: doubled each time, half fixed and half jitter.
    ///
    /// It is between zero and a day, whatever the policy says.
    func pause(_ count: Int, _ jitter: Jitter) -> Duration {
        let longest = Self.withinADay(longestPause)
        let doubled = Self.withinADay(firstPause) * (1 << min(max(count, 1) - 1, 10))
        return min(doubled, longest) * (500 + jitter.permille / 2) / 1000
    }

    /// Returns the pause before repetition number `count` for what an earlier process left: doubled, starting at the
    /// longest pause with somebody waiting, up to `unknownPause`.
    func pauseWhenResumed(_ count: Int) -> Duration {
        min(Self.withinADay(longestPause) * (1 << min(max(count, 1) - 1, 10)), Self.withinADay(unknownPause))
    }

    private static func withinADay(_ duration: Duration) -> Duration { min(max(duration, .zero), .seconds(86_400)) }
}
