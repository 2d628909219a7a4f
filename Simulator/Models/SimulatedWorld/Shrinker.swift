/// A search for a small run that still violates an invariant: fewer sales first, then fewer faults (delta debugging).
struct Shrinker {
    private let plan: Shop.Plan
    private let violations: [Violation]
    /// The most runs that it may take.
    private static let maximumRuns = 400

    init(_ plan: Shop.Plan, _ violations: [Violation]) {
        self.plan = plan
        self.violations = violations
    }

    /// Returns the violations of the smallest run found, with its trace and its faults.
    func shrunk() -> [Violation] {
        guard let first = violations.first else { return violations }
        var best = plan
        func breaks(_ plan: Shop.Plan) -> Bool {
            var shop = Shop(plan)
            shop.run()
            return shop.violations.contains { $0.kind == first.kind }
        }
        var whole = Shop(plan)
        whole.run()
        let names = whole.sales.map(\.name)
        let suspect = first.sale.map { [names[$0]] } ?? names
        let sales = smallest(suspect, or: names) { kept in
            var fewer = best
            fewer.onlySales = Set(kept)
            guard breaks(fewer) else { return false }
            best = fewer
            return true
        }
        best.onlySales = Set(sales)
        let struck = Self.struck(best)
        _ = smallest(struck, or: struck) { kept in
            var fewer = best
            fewer.allowed = Set(kept)
            guard breaks(fewer) else { return false }
            best = fewer
            return true
        }
        return told(best)
    }

    /// Runs delta debugging: leaves out ever smaller parts of a list as long as the rest still fails.
    ///
    /// - Parameter guess: The list to try first; `all` if it does not fail.
    private func smallest<Item>(
        _ guess: [Item], or all: [Item], fails: ([Item]) -> Bool
    ) -> [Item] {
        var kept = guess.count < all.count && fails(guess) ? guess : all
        var size = max(1, kept.count / 2)
        var tries = 0
        while kept.count > 1, tries < Self.maximumRuns {
            var start = 0
            var isSmaller = false
            while start < kept.count, kept.count > 1, tries < Self.maximumRuns {
                let fewer = Array(kept[..<start] + kept[min(kept.count, start + size)...])
                tries += 1
                if !fewer.isEmpty, fails(fewer) {
                    kept = fewer
                    isSmaller = true
                } else {
                    start += size
                }
            }
            if size == 1, !isSmaller { break }
            size = max(1, size / 2)
        }
        return kept
    }

    private static func struck(_ plan: Shop.Plan) -> [Faults.ID] {
        var shop = Shop(plan)
        shop.run()
        var seen: Set<Faults.ID> = []
        return shop.faults.struck.filter { seen.insert($0).inserted }
    }

    private func told(_ plan: Shop.Plan) -> [Violation] {
        var plan = plan
        plan.keepsText = true
        var shop = Shop(plan)
        shop.run()
        var told = shop.violations.isEmpty ? violations : shop.violations
        told[0].trace = shop.trace.lines
        told[0].faults = shop.faults.struck.map(Faults.name)
        return told
    }
}
