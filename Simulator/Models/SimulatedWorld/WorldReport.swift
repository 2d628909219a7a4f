/// What happened in a simulated world.
public struct WorldReport: Hashable, Sendable {
    /// How many sales were made.
    public var sales = 0
    /// How many faults happened, by kind; kinds that did not happen are left out.
    public var faults: [FaultKind: Int] = [:]
    /// How often a process ended in the middle.
    public var crashes = 0
    /// How many outcomes were unknown for a time, and known later.
    public var unknownsResolved = 0
    /// The seconds that passed in the world.
    public var virtualSeconds: Int64 = 0
    /// A digest over every event in order: 16 hexadecimal digits.
    public var traceHash = ""
    /// The promises that were broken.
    public var violations: [Violation] = []

    /// Money taken twice, or more than was asked for.
    public var doubleCharges: Int { count(.doubleCharge) }
    /// Approvals that the shop's records do not tell.
    public var lostApprovals: Int { count(.lostApproval) }
    /// Approvals that somebody was shown without proof.
    public var falseApprovals: Int { count(.falseApproval) }

    private func count(_ kind: Violation.Kind) -> Int { violations.count { $0.kind == kind } }

    mutating func add(_ shop: Shop) {
        sales += shop.sales.count
        for (kind, count) in zip(FaultKind.allCases, shop.faults.counts) where count > 0 {
            faults[kind, default: 0] += count
        }
        crashes += shop.crashes
        unknownsResolved += shop.unknownsResolved
        virtualSeconds += (shop.now + shop.slept) / 1000
    }
}
