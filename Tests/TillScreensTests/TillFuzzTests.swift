import TenderModel
import TenderSale
import Testing
import TillScreens

@Suite("Random hands at a till")
struct TillFuzzTests {
    private static let seeds = UInt64(0)..<10

    @Test("10,000 keys, scans, sizes, news and answers, with restarts: no trap, no card twice, every screen usable")
    func anything() async {
        let worlds = await withTaskGroup(of: TillFuzz?.self) { group in
            for seed in Self.seeds { group.addTask { try? Self.play(seed) } }
            return await group.reduce(into: []) { $0.append($1) }
        }.compactMap { $0 }
        let wrong = worlds.flatMap(\.problems)
        #expect(wrong.prefix(3) == [])
        #expect(worlds.reduce(0) { $0 + $1.events } >= 10_000)
        #expect(worlds.reduce(0) { $0 + $1.rig.finished.count } > 30)
        #expect(worlds.reduce(0) { $0 + $1.rig.charges.count } > 30)
        let reached = worlds.reduce(into: [0, 0, 0, 0]) { sums, world in
            sums[0] += world.rig.finished.count { $0.legs.contains(where: \.isAccepted) }
            sums[1] += world.rig.shop.orphans.count
            sums[2] += world.rig.finished.count { $0.legs.contains { $0.tip.minorUnits > 0 } }
            sums[3] += world.rig.savings.count
        }
        #expect(reached.allSatisfy { $0 > 0 }, "accepted, orphans, tips, savings: \(reached)")
        #expect(worlds.reduce(into: Set<String>()) { $0.formUnion($1.pages) }.count == 18)
    }

    private static func play(_ seed: UInt64) throws -> TillFuzz {
        let rig = try TillShop.opened(
            TillLanguage.allCases[Int(seed) % 3], hasCustomer: seed.isMultiple(of: 2),
            step: seed.isMultiple(of: 3) ? 5 : 1)
        var fuzz = TillFuzz(rig, seed: seed)
        while fuzz.events < 1000 { fuzz.step() }
        return fuzz
    }
}
