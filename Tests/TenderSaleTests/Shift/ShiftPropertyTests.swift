import ShopTestSupport
import TenderModel
import TenderSale
import Testing

@Suite struct ShiftPropertyTests {
    @Test func whateverHappensTheDrawerHoldsWhatIsExpectedAndTheZIsTheX() throws {
        var wrong: [String] = []
        for seed in 1...60 as ClosedRange<UInt64> {
            var day = RandomDay(seed: seed)
            for shift in 1...3 {
                try day.shift(80)
                let x = try day.till.x()
                let counted = day.till.drawer < 0 ? 0 : day.till.drawer
                var z = try day.till.close(counted: counted)
                if x.expectedCash.minorUnits != day.till.drawer { wrong.append("seed \(seed): \(x.expectedCash)") }
                let payments = Dictionary(uniqueKeysWithValues: x.payments.map { ($0.name, $0.amount.minorUnits) })
                if payments != day.taken { wrong.append("seed \(seed): \(payments)") }
                let sums = [x.tickets, x.payments, x.tips].map { $0.reduce(0) { $0 + $1.amount.minorUnits } }
                if sums[0] + x.rounding.minorUnits != sums[1] { wrong.append("seed \(seed): \(sums)") }
                if z.number != shift || z.difference?.minorUnits != counted - day.till.drawer {
                    wrong.append("seed \(seed): \(z)")
                }
                (z.number, z.counted, z.difference, z.madeAt, z.madeBy) = (nil, nil, nil, x.madeAt, x.madeBy)
                if z != x { wrong.append("seed \(seed): \(z) is not \(x)") }
            }
        }
        #expect(wrong == [])
    }

    @Test func foldingWhatWasWrittenGivesTheSameBookAfterEachEvent() throws {
        var wrong: [UInt64] = []
        for seed in 100...110 as ClosedRange<UInt64> {
            var day = RandomDay(seed: seed)
            try day.shift(60)
            try day.till.close(counted: 0)
            try day.shift(40)
            var book = ShopBook(currency: .eur)
            for (index, event) in day.till.events.enumerated() {
                try book.take(event)
                let folded = ShopBook(currency: .eur, folding: day.till.events[...index])
                if folded != book || !folded.findings.isEmpty { wrong.append(seed) }
            }
            if book != day.till.book { wrong.append(seed) }
        }
        #expect(wrong == [])
    }
}
