/// How long a payment waits and how often it repeats itself.
public struct PaymentPolicy: Hashable, Sendable, Codable {
    /// How long a card is waited for; nil waits until the total runs out.
    public var presentCard: Duration?
    /// How long one exchange with the gateway may take.
    public var online: Duration
    /// How long collection and confirmation may take together; nil for no limit.
    public var total: Duration?
    /// How long an inspected card may wait for confirm or cancel.
    public var confirmWindow: Duration
    /// How often one request is sent before the gateway is asked about it.
    public var maximumSends: Int
    /// How many questions without a clear answer make an outcome unknown.
    public var maximumAsks: Int
    /// The pause before the first repetition; each further one doubles it.
    public var firstPause: Duration
    /// The longest pause between repetitions.
    public var longestPause: Duration
    /// The pause between questions once the outcome was told as unknown.
    public var unknownPause: Duration

    /// Whether an approval counts as claimed once it was handed to the caller who waited for it.
    ///
    /// Without, the application says so when it has shown it (`Terminal.claim`): until then a crash leaves it listed.
    public var claimsOnReturn: Bool

    /// Makes a policy; the defaults are the field's (30 s for the issuer, 30 s for an inspected card).
    public init(
        presentCard: Duration? = nil, online: Duration = .seconds(30), total: Duration? = nil,
        confirmWindow: Duration = .seconds(30), maximumSends: Int = 4, maximumAsks: Int = 6,
        firstPause: Duration = .milliseconds(500), longestPause: Duration = .seconds(8),
        unknownPause: Duration = .seconds(60), claimsOnReturn: Bool = true
    ) {
        self.presentCard = presentCard
        self.online = online
        self.total = total
        self.confirmWindow = confirmWindow
        self.maximumSends = maximumSends
        self.maximumAsks = maximumAsks
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.unknownPause = unknownPause
        self.claimsOnReturn = claimsOnReturn
    }

    /// The pause before repetition number `count`, from 1: doubled each time, half fixed and half jitter.
    ///
    /// Between nothing and a day, whatever the policy says.
    func pause(_ count: Int, _ jitter: Jitter) -> Duration {
        let longest = Self.withinADay(longestPause)
        let doubled = Self.withinADay(firstPause) * (1 << min(max(count, 1) - 1, 10))
        return min(doubled, longest) * (500 + jitter.permille / 2) / 1000
    }

    /// The pause before repetition number `count` for what an earlier process left: doubled from the longest pause of
    /// those that somebody waits for, up to `unknownPause`.
    func pauseWhenResumed(_ count: Int) -> Duration {
        min(Self.withinADay(longestPause) * (1 << min(max(count, 1) - 1, 10)), Self.withinADay(unknownPause))
    }

    private static func withinADay(_ duration: Duration) -> Duration { min(max(duration, .zero), .seconds(86_400)) }
}
