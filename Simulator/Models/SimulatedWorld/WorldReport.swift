/// The report of a simulated world.
public struct WorldReport: Hashable, Sendable {
    /// The number of sales made.
    public var sales = 0
    /// The number of faults by kind; kinds that did not happen are left out.
    public var faults: [FaultKind: Int] = [:]
    /// The number of processes that ended in the middle.
    public var crashes = 0
    /// The number of outcomes that were unknown for a while, and known later.
    public var unknownsResolved = 0
    /// The seconds that passed in the world.
    public var virtualSeconds: Int64 = 0
    /// A digest of every event in order: 16 hexadecimal digits.
    public var traceHash = ""
    /// The violated invariants.
    public var violations: [Violation] = []

    /// The number of times that money was taken twice, or more than requested.
    public var doubleCharges: Int { count(.doubleCharge) }
    /// The number of approvals that the shop's records do not show.
    public var lostApprovals: Int { count(.lostApproval) }
    /// The number of approvals that somebody was shown without proof.
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
