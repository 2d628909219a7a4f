import CommandLineOptions
import SimulatedWorld
import Tender

/// The command that lets simulated shops sell while everything goes wrong, and checks that no money is lost or taken
/// twice.
enum SimulateCommand: Command {
    static let name = "simulate"
    static let summary = "prove the promises about money in a simulated shop full of faults"
    private static let seed = Option(
        "seed", "N", "the seed of every random choice", as: .number(in: UInt64.min...UInt64.max), default: 1)
    private static let sales = Option("sales", "N", "how many sales", as: .number(in: 1...1_000_000_000), default: 1000)
    private static let lanes = Option("lanes", "N", "the tills of a shop", as: .number(in: 1...16), default: 2)
    private static let faults = Option<FaultLevel>(
        "faults", "LEVEL", "how much goes wrong", as: .choice, default: .heavy)
    private static let crashPoints = Option(
        flag: "crash-points", "cut the power at every write and send of set sales, twice, instead")
    static let options: [any DeclaredOption] = [seed, sales, lanes, faults, crashPoints, Output.json]
    static let notes = """
        Example: tender simulate --seed 1 --sales 100000 --faults heavy

        The same arguments give the same trace hash in every process and on every machine. A broken promise is printed
        with its seed and the smallest run that still breaks it (exit code 7).
        """

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        if arguments[crashPoints] { return crashPoints(output) }
        let seed = arguments[Self.seed]
        let sales = arguments[Self.sales]
        let lanes = arguments[Self.lanes]
        let level = arguments[faults]
        let clock = ContinuousClock()
        let start = clock.now
        var lastTold = start
        let report = World(seed: seed, lanes: lanes, sales: sales, faults: level).run { made in
            guard clock.now - lastTold > .seconds(5) else { return }
            lastTold = clock.now
            output.remark("\(made) of \(sales) sales")
        }
        let (seconds, attoseconds) = (clock.now - start).components
        let elapsed = max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
        tell(SimulationReport(report, salesPerSecond: Int64(report.sales) * 1000 / elapsed), output)
        tell(report.violations, output)
        return report.violations.isEmpty ? .done : .checkFailed
    }

    private static func crashPoints(_ output: Output) -> ExitCode {
        let report = CrashPoints().run()
        output.object(CrashPointReport(report))
        for (name, count) in report.scenarios { output.line("\(count) runs: \(name)") }
        output.line("\(report.points) crash points, \(report.runs) runs, \(report.violations.count) violations")
        tell(report.violations, output)
        return report.violations.isEmpty ? .done : .checkFailed
    }

    private static func tell(_ report: SimulationReport, _ output: Output) {
        output.object(report)
        for (name, value) in report.rows { output.line(name + String(repeating: " ", count: 20 - name.count) + value) }
        for (kind, count) in report.faults.sorted(by: { $0.key < $1.key }) {
            output.line("  " + kind + String(repeating: " ", count: max(1, 24 - kind.count)) + "\(count)")
        }
    }

    /// Violations go to stderr with JSON, so that stdout stays one object.
    private static func tell(_ violations: [Violation], _ output: Output) {
        let say = { (text: String) in output.isJSON ? output.remark(text) : output.line(text) }
        for violation in violations {
            say("VIOLATION \(violation.kind.rawValue) of seed \(violation.seed): \(violation.message)")
            if let sale = violation.sale { say("  sale \(sale)") }
            if !violation.faults.isEmpty { say("  faults: " + violation.faults.joined(separator: ", ")) }
            for line in violation.trace { say("  " + line) }
        }
    }
}

/// The JSON object of a run.
struct SimulationReport: Encodable {
    var sales: Int
    var faults: [String: Int]
    var crashes: Int
    var unknownsResolved: Int
    var doubleCharges: Int
    var lostApprovals: Int
    var falseApprovals: Int
    var virtualSeconds: Int64
    var traceHash: String
    var salesPerSecond: Int64

    init(_ report: WorldReport, salesPerSecond: Int64) {
        sales = report.sales
        faults = Dictionary(uniqueKeysWithValues: report.faults.map { ($0.rawValue, $1) })
        crashes = report.crashes
        unknownsResolved = report.unknownsResolved
        doubleCharges = report.doubleCharges
        lostApprovals = report.lostApprovals
        falseApprovals = report.falseApprovals
        virtualSeconds = report.virtualSeconds
        traceHash = report.traceHash
        self.salesPerSecond = salesPerSecond
    }

    var rows: [(String, String)] {
        [
            ("sales", "\(sales)"), ("crashes", "\(crashes)"), ("unknownsResolved", "\(unknownsResolved)"),
            ("doubleCharges", "\(doubleCharges)"), ("lostApprovals", "\(lostApprovals)"),
            ("falseApprovals", "\(falseApprovals)"), ("virtualSeconds", "\(virtualSeconds)"), ("traceHash", traceHash),
            ("salesPerSecond", "\(salesPerSecond)"), ("faults", "\(faults.values.reduce(0, +))"),
        ]
    }
}

/// The JSON object of the crash points.
struct CrashPointReport: Encodable {
    var points: Int
    var runs: Int
    var violations: Int

    init(_ report: CrashPoints.Report) {
        points = report.points
        runs = report.runs
        violations = report.violations.count
    }
}
