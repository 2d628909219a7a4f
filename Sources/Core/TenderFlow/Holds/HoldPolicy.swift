/// How a terminal watches holds that nobody has captured or released.
public struct HoldPolicy: Hashable, Sendable, Codable {
    /// How long before its end a hold raises an alarm; each of them raises one.
    public var alarms: [Duration]
    /// What to do with holds that nobody finished; the first rule that is due decides.
    ///
    /// There is none by default: a person decides.
    public var rules: [HoldRule]
    /// The longest time between two looks at the journal's holds; at least a minute.
    public var longestPause: Duration

    /// Creates a policy; by default, it raises alarms a day and two hours before the end, and does nothing else.
    public init(
        alarms: [Duration] = [.seconds(86_400), .seconds(7200)], rules: [HoldRule] = [],
        longestPause: Duration = .seconds(900)
    ) {
        self.alarms = alarms
        self.rules = rules
        self.longestPause = longestPause
    }

    /// No watch at all.
    public static let none = HoldPolicy(alarms: [], rules: [], longestPause: .zero)

    var watches: Bool { self != .none }

    /// The lead times in seconds, longest first.
    var leads: [Int64] { Set(alarms.map(\.components.seconds)).sorted(by: >) }

    var pause: Int64 { max(HoldWatch.shortestPause, longestPause.components.seconds) }
}
