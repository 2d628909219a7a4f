import TenderBytes

/// Shops that sell to their last sale while everything that can go wrong does: the product's machines and records, the
/// simulated reader and the gateway's rules, in one thread and virtual time.
///
/// Equal arguments give equal runs, in every process and on every machine.
public struct World: Sendable {
    /// The number of sales of one shop; then the next one begins empty, so that memory stays flat.
    public static let salesPerShop = 32

    private let seed: UInt64
    private let lanes: Int
    private let sales: Int
    private let faults: FaultLevel

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - seed: The source of all chance.
    ///   - lanes: The lanes of a shop, 1 to 16.
    ///   - sales: The total number of sales.
    ///   - faults: The frequency of faults.
    public init(seed: UInt64, lanes: Int = 2, sales: Int, faults: FaultLevel = .heavy) {
        self.seed = seed
        self.lanes = min(16, max(1, lanes))
        self.sales = max(0, sales)
        self.faults = faults
    }

    /// Makes all sales; stops at the first shop in which an invariant is violated, and shrinks the run that led to it.
    ///
    /// - Parameter progress: Called with the number of sales made so far, after each shop.
    public func run(progress: (Int) -> Void = { _ in }) -> WorldReport {
        var report = WorldReport()
        var hash = SplitMix64.mix(seed)
        var made = 0
        while made < sales {
            let count = min(Self.salesPerShop, sales - made)
            let plan = Shop.Plan(
                seed: SplitMix64.draw(seed, UInt64(made)), lanes: min(lanes, count), sales: count, faults: faults)
            var shop = Shop(plan)
            shop.run()
            made += count
            report.add(shop)
            hash = SplitMix64.mix(hash ^ shop.trace.digest)
            progress(made)
            guard shop.violations.isEmpty else {
                report.violations = Shrinker(plan, shop.violations).shrunk()
                break
            }
        }
        report.traceHash = Hex.encode((0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * $0)) })
        return report
    }
}
