/// A hold that ends soon, or has ended.
public struct HoldAlarm: Hashable, Sendable, Codable {
    /// The hold.
    public var hold: Hold
    /// Why it is reported.
    public var kind: Kind

    /// Why a hold is reported.
    public enum Kind: Hashable, Sendable, Codable {
        /// It ends in this many seconds or fewer.
        case endsWithin(Int64)
        /// It has ended: the money is no longer the shop's.
        case lapsed
    }

    /// Creates an alarm.
    public init(_ hold: Hold, _ kind: Kind) {
        self.hold = hold
        self.kind = kind
    }
}

/// What became of a hold that a policy decided to finish.
public struct FinishedHold: Hashable, Sendable, Codable {
    /// The PaymentIntent.
    public var intentID: String
    /// The rule, which is the reason too.
    public var rule: HoldRule
    /// What became of it.
    public var end: End

    /// What became of the request.
    public enum End: String, Hashable, Sendable, Codable {
        /// It was released or captured, as the rule says.
        case done
        /// It was not: the hold is as it was, or somebody else finished it.
        case notDone
        /// Nobody could tell; the outcome is being resolved.
        case unknown
    }

    /// Creates a report.
    public init(_ intentID: String, _ rule: HoldRule, _ end: End) {
        self.intentID = intentID
        self.rule = rule
        self.end = end
    }
}
