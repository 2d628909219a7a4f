import SimulatedCard
import SimulatedPayments
import TenderModel

/// An explorer of crash points: cuts the power at every write and send of fixed sales, and at every write and send of
/// the recovery from that.
public struct CrashPoints: Sendable {
    /// The report of a run.
    public struct Report: Sendable {
        /// The number of points of a first power cut.
        public var points = 0
        /// The number of runs: each point, and each of its second points.
        public var runs = 0
        /// The runs of each scenario.
        public var scenarios: [(name: String, runs: Int)] = []
        /// The invariants that were violated.
        public var violations: [Violation] = []
    }

    /// Creates the explorer.
    public init() {}

    /// Runs every scenario with every pair of cuts.
    public func run() -> Report { run(Scenario.all) }

    func run(_ scenarios: [Scenario]) -> Report {
        var report = Report()
        for scenario in scenarios { run(scenario, &report) }
        return report
    }

    private func run(_ scenario: Scenario, _ report: inout Report) {
        let before = report.runs
        let points = run(scenario, [], &report).points
        report.points += points
        for first in 1...max(1, points) {
            let once = run(scenario, [first], &report)
            guard once.points > first else { continue }
            for second in (first + 1)...once.points { _ = run(scenario, [first, second], &report) }
        }
        report.scenarios.append((scenario.name, report.runs - before))
    }

    /// Runs a scenario until it has nothing more to do; the points are those up to then.
    private func run(_ scenario: Scenario, _ cuts: [Int], _ report: inout Report) -> Shop {
        var plan = Shop.Plan(seed: 1, lanes: 1, sales: 1, faults: .none)
        plan.cuts = cuts
        plan.scenario = scenario
        var shop = Shop(plan)
        shop.run()
        report.runs += 1
        guard !shop.violations.isEmpty, report.violations.count < 10 else { return shop }
        plan.keepsText = true
        var told = Shop(plan)
        told.run()
        for var violation in told.violations {
            violation.message = "\(scenario.name), cut at \(cuts): \(violation.message)"
            if report.violations.isEmpty { violation.trace = told.trace.lines }
            report.violations.append(violation)
        }
        return shop
    }
}

extension Scenario {
    /// The sales whose every crash point is tried.
    static let all: [Scenario] = [
        make("approve"),
        make("collect and confirm in one call") { $0.order.isProcessed = true },
        make("inspect the card first") { $0.order.isInspected = true },
        make("a chip, the answer lost") {
            $0.hasChip = true
            $0.faults = [.confirm: [1: .answerDropped]]
        },
        make("a surcharge, the answer lost") {
            ($0.order.isInspected, $0.order.surcharge) = (true, 20)
            $0.faults = [.confirm: [1: .answerDropped]]
        },
        make("decline, then approve") { $0.cards = named("chargeDeclined", "visa") },
        make("manual capture") { hold(&$0, .capture(permille: 1000)) },
        make("part of it captured, the answer lost") {
            hold(&$0, .capture(permille: 500))
            $0.faults = [.capture: [1: .answerDropped]]
        },
        make("hold raised and captured") { raise(&$0, .capture(permille: 1000)) },
        make("hold raised, the answer lost") {
            raise(&$0, .capture(permille: 1000))
            $0.faults = [.increment: [1: .answerDropped]]
        },
        make("hold not raised, and given up") {
            raise(&$0, .cancel)
            // 12.01 is declined.
            $0.order.raise = 1092
            $0.faults = [.increment: [1: .answerDropped]]
        },
        make("a part approved, the answer lost") {
            $0.order.acceptsPartial = true
            $0.cards = named("partiallyApproved")
            $0.faults = [.confirm: [1: .answerDropped]]
        },
        make("a part approved, and reversed") {
            $0.order.acceptsPartial = true
            $0.cards = named("partiallyApproved")
            $0.order.stop = (.reverseIfApproved, 40)
        },
        make("an increment after the capture") {
            raise(&$0, .capture(permille: 1000))
            $0.order.raisesLate = true
        },
        make("a fee at the capture, the answer lost") {
            hold(&$0, .capture(permille: 500))
            $0.order.fee = 100
            $0.faults = [.capture: [1: .answerDropped]]
        },
        make("a colleague captures first") {
            hold(&$0, .capture(permille: 500))
            $0.order.colleague = 1
        },
        make("a colleague captures, the till's request lost") {
            hold(&$0, .capture(permille: 500))
            $0.order.colleague = 100
            $0.faults = [.capture: [1: .requestDropped]]
        },
        make("an edit before the card is collected again, the answer lost") {
            $0.order.edit = 800
            $0.faults = [.update: [1: .answerDropped]]
        },
        make("hold given up") { hold(&$0, .cancel) },
        make("answer lost after the approval") { $0.faults = [.confirm: [1: .answerDropped]] },
        make("request lost before the approval") { $0.faults = [.confirm: [1: .requestDropped]] },
        make("stored 500 after the approval") { $0.faults = [.confirm: [1: .storedServerError]] },
        make("stop races an approval") { $0.order.stop = (.stop, 40) },
        make("reversal of a captured approval") { $0.order.stop = (.reverseIfApproved, 40) },
        make("reversal of a hold, its answer lost") {
            hold(&$0, .nothing)
            $0.order.stop = (.reverseIfApproved, 40)
            $0.faults = [.cancel: [1: .answerDropped]]
        },
        make("refund") { $0.order.refund = 1000 },
        make("part refunded, the answer lost") {
            $0.order.refund = 300
            $0.faults = [.refund: [1: .answerDropped]]
        },
        make("a seller's share, the answer lost") {
            $0.order.share = 200
            if let transfer = Endpoint(rawValue: "transfers.create") { $0.faults = [transfer: [1: .answerDropped]] }
        },
        make("approval slower than anybody waits") {
            $0.faults = [.confirm: [1: .requestDelayed, 2: .requestDropped]]
        },
        make("stored, then approved") { $0.order.behavior = .forceOffline },
        make("stored without a connection, then declined") {
            $0.cards = named("chargeDeclined")
            $0.order.behavior = .preferOnline
            $0.outage = 20_000
        },
        make("stored, then answered about another amount") {
            $0.order.behavior = .forceOffline
            $0.faults = [.create: [1: .otherAmount]]
        },
        make("stored, then approved with the answer lost") {
            $0.order.behavior = .forceOffline
            $0.faults = [.confirm: [1: .answerDropped]]
        },
    ]

    private static func make(_ name: String, _ change: (inout Scenario) -> Void = { _ in }) -> Scenario {
        var scenario = Scenario(name: name)
        change(&scenario)
        return scenario
    }

    private static func hold(_ scenario: inout Scenario, _ afterwards: SaleOrder.Afterwards) {
        scenario.order.captureMethod = .manual
        scenario.order.afterwards = afterwards
    }

    private static func raise(_ scenario: inout Scenario, _ afterwards: SaleOrder.Afterwards) {
        hold(&scenario, afterwards)
        scenario.order.raise = 1500
    }

    private static func named(_ names: String...) -> [SimulatedCard] {
        names.compactMap { try? SimulatedCard.named($0) }
    }
}
