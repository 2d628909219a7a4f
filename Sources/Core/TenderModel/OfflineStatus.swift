/// What is stored offline, and whether it can leave.
public struct OfflineStatus: Hashable, Sendable, Codable {
    /// Whether the gateway can be reached.
    public enum Network: String, Hashable, Sendable, Codable, CaseIterable {
        /// Nobody has tried yet.
        case unknown
        /// The last exchange found no way to it.
        case offline
        /// The last exchange was answered.
        case online
    }

    /// How many payments and cards to be saved are stored and not resolved, the quarantined ones included.
    public var count: Int
    /// How many of them are quarantined.
    public var quarantined: Int
    /// The sums of the payments, one amount a currency, in the order of the codes.
    public var totals: [Amount]
    /// Whether the gateway can be reached.
    public var network: Network
    /// Whether forwarding was paused.
    public var isPaused: Bool

    /// Makes a status.
    public init(
        count: Int = 0, quarantined: Int = 0, totals: [Amount] = [], network: Network = .unknown, isPaused: Bool = false
    ) {
        self.count = count
        self.quarantined = quarantined
        self.totals = totals
        self.network = network
        self.isPaused = isPaused
    }
}
