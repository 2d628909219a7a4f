import Testing

@testable import SimulatedWorld

/// Customers whose cards have chips that compute.
@Suite struct ChipWorldTests {
    /// Those first that are known to come to an end that is rare.
    private static let seeds = [69, 3, 7, 18] + Array(UInt64(19)..<200)

    @Test func chipsComeToEveryEnd() {
        let faults: [FaultKind] = [.chipPulled, .chipSilent, .chipReplayed, .chipSignedWrongly]
        let ends = Set(["approved", "declined", "disbelieved", "overtaken"] + faults.map(\.rawValue))
        var words: Set<String> = []
        var broken: [Violation] = []
        for seed in Self.seeds where words != ends {
            var shop = Shop(Shop.Plan(seed: seed, lanes: 2, sales: 32, faults: .heavy))
            shop.run()
            words.formUnion(faults.filter { shop.faults.counts[$0.index] > 0 }.map(\.rawValue))
            let charges = shop.chipCharges()
            for charge in charges {
                words.insert(charge.isApproved ? "approved" : charge.promise.isHonest ? "declined" : "disbelieved")
            }
            // Newest first: a payment that was stored comes after one that its card made later.
            let approved = charges.filter(\.isApproved).map(\.promise)
            let isOvertaken = approved.indices.contains { newer in
                approved[newer...].contains {
                    $0.card == approved[newer].card && $0.reading > approved[newer].reading
                }
            }
            if isOvertaken { words.insert("overtaken") }
            broken += shop.violations
        }
        #expect(words == ends)
        #expect(broken == [])
    }

    @Test func aLostAnswerIsAskedForWithTheSameCryptogram() {
        var shop = WorldTests.shop("a chip, the answer lost")
        #expect(shop.violations == [])
        #expect(shop.chipCharges().map(\.isApproved) == [true])
        #expect(shop.wallet.promises.count == 1)
    }

    @Test func aCryptogramThatIsPresentedAgainIsSeen() {
        let isSeen = (UInt64(1)..<20).contains { seed in
            var plan = Shop.Plan(seed: seed, lanes: 2, sales: 32, faults: .heavy)
            plan.flaw = .makesNewKeys
            var shop = Shop(plan)
            shop.run()
            return shop.violations.contains { $0.kind == .chipDistrusted }
        }
        #expect(isSeen)
    }

    @Test func whatCardIssuerAndRecordsDisagreeAboutIsSeen() throws {
        let changes: [(kind: Violation.Kind, change: (inout [Shop.ChipCharge]) -> Void)] = [
            (.doubleCharge, { $0 += $0 }), (.doubleCharge, { $0[0].amount += 1 }), (.falseApproval, { $0 = [] }),
            (.chipDistrusted, { $0.append($0[0].declined("duplicate_transaction")) }),
            (.chipDistrusted, { $0.append($0[0].declined("fraudulent")) }),
        ]
        let seen = changes.map { kind, change in
            var shop = WorldTests.shop("a chip, the answer lost")
            var charges = shop.chipCharges()
            shop.check(charges)
            let before = shop.violations
            change(&charges)
            shop.check(charges)
            return before.isEmpty && shop.violations.map(\.kind) == [kind]
        }
        #expect(seen == changes.map { _ in true })
    }
}

extension Shop.ChipCharge {
    fileprivate func declined(_ reason: String) -> Self {
        var charge = self
        (charge.isApproved, charge.reason) = (false, reason)
        return charge
    }
}
