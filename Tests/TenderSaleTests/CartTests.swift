import FoundationEssentials
import TenderModel
import TenderSale
import TenderTestSupport
import Testing

@Suite struct CartTests {
    @Test func taxThatPricesIncludeIsTakenOnceForEachClass() throws {
        var cart = try Shop.cart(119, 119)
        try cart.add(Shop.product(107, "B"), quantity: Shop.quantity("0.5"))
        #expect(cart.totals.total == Shop.euros(292))
        #expect(cart.totals.taxes.map(\.taxClass) == ["A", "B"])
        #expect(cart.totals.taxes.map(\.tax) == [Shop.euros(38), Shop.euros(4)])
        #expect(cart.totals.taxes.map(\.net) == [Shop.euros(200), Shop.euros(50)])
    }

    @Test func taxThatPricesDoNotIncludeIsAddedToTheSumOfTheClass() throws {
        var cart = try Shop.cart()
        for _ in 0..<3 { try cart.add(Shop.product(33, "C")) }
        // 99 × 8.875 % = 8.786: once, not three times 2.93.
        #expect(cart.totals.tax == Shop.euros(9))
        #expect(cart.totals.total == Shop.euros(108))
    }

    @Test(arguments: [(1, "0.5", 1), (3, "0.5", 2), (5, "0.1", 1), (1, "0.499", 0), (333, "3", 999)])
    func aHalfIsRoundedAwayFromZero(price: Int64, quantity: String, amount: Int64) throws {
        var cart = try Shop.cart()
        try cart.add(Shop.product(price), quantity: Shop.quantity(quantity))
        #expect(cart.totals.total == Shop.euros(amount))
    }

    @Test func aDiscountOfTheTicketGoesToTheLargestRemainders() throws {
        var cart = try Shop.cart(100, 100, 100)
        try cart.setDiscount(.amount(Shop.euros(100)))
        #expect(cart.totals.lines.map(\.ticketDiscount) == [34, 33, 33].map(Shop.euros))
        try cart.void(line: 1, reason: "wrong")
        #expect(cart.totals.lines.map(\.ticketDiscount) == [50, 50].map(Shop.euros))
        #expect(cart.totals.total == Shop.euros(100))
    }

    @Test func aDiscountTakesNoMoreThanThereIs() throws {
        var cart = try Shop.cart(100, 500)
        #expect(throws: CartError.discountOutOfRange(most: Shop.euros(600))) {
            try cart.setDiscount(.amount(Shop.euros(601)))
        }
        try cart.setDiscount(.amount(Shop.euros(400)))
        try cart.void(line: 2, reason: "wrong")
        #expect(cart.totals.total == Shop.euros(0))
        #expect(cart.totals.ticketDiscount == Shop.euros(100))
    }

    @Test func discountsOfLineAndTicketStack() throws {
        var cart = try Shop.cart(1000)
        try cart.setDiscount(.percent(Shop.percent("10")), ofLine: 1)
        try cart.setDiscount(.percent(Shop.percent("10")))
        #expect(cart.totals[line: 1]?.amount == Shop.euros(810))
        #expect(cart.totals.discount == Shop.euros(190))
    }

    @Test func anExemptedLineLeavesOutTheTaxOfItsPrice() throws {
        var cart = try Shop.cart(119)
        try cart.add(Shop.product(1000, "C"))
        try cart.setExemption("certificate 12", ofLine: 1)
        try cart.setExemption("certificate 12", ofLine: 2)
        #expect(cart.totals.total == Shop.euros(1100))
        #expect(cart.totals.taxes.map(\.taxClass) == ["exempt"])
        #expect(cart.totals.tax == Shop.euros(0))
        try cart.setExemption(nil, ofLine: 1)
        #expect(cart.totals[line: 1]?.amount == Shop.euros(119))
    }

    @Test func aVoidedLineStaysAndCountsForNothing() throws {
        var cart = try Shop.cart(100)
        try cart.void(line: 1, reason: "wrong")
        #expect(cart.lines.map(\.voided) == ["wrong"])
        #expect(cart.isEmpty)
        #expect(throws: CartError.lineIsVoided(1)) { try cart.void(line: 1, reason: "wrong") }
        #expect(throws: CartError.lineIsVoided(1)) { try cart.setDiscount(nil, ofLine: 1) }
        #expect(try cart.add(Shop.product(100)) == 2)
    }

    @Test func anotherPriceNeedsAReason() throws {
        var cart = try Shop.cart(100)
        #expect(throws: CartError.reasonNeeded) {
            try cart.overridePrice(ofLine: 1, to: Shop.euros(50), reason: " ")
        }
        try cart.overridePrice(ofLine: 1, to: Shop.euros(50), reason: "damaged")
        #expect(cart.totals.total == Shop.euros(50))
        try cart.removeOverride(ofLine: 1)
        #expect(cart.totals.total == Shop.euros(100))
    }

    @Test func whatCannotBeSoldIsRefusedAndChangesNothing() throws {
        var cart = try Shop.cart(100)
        let before = cart
        let refused: [(inout Cart) throws -> Void] = [
            { try $0.add(Shop.product(nil)) }, { try $0.add(Shop.product(5), price: Shop.euros(4)) },
            { try $0.add(Shop.product(nil), price: Shop.euros(-1)) }, { try $0.add(Shop.product(1, "Z")) },
            { try $0.add(Shop.product(1), quantity: Shop.quantity("-1")) },
            { try $0.add(Shop.product(nil), price: Shop.euros(.max)) },
            { try $0.add(Shop.product(nil), price: Amount(minorUnits: 1, currency: .usd)) },
            { try $0.add(Shop.product(1_000_000_000_000), quantity: Shop.quantity("1000000")) },
            { try $0.add(Shop.product(1, name: "\u{1B}[2J")) }, { try $0.void(line: 2, reason: "wrong") },
            { try $0.void(line: .min, reason: "wrong") }, { try $0.void(line: 1, reason: "") },
            { try $0.setQuantity(Shop.quantity("0"), ofLine: 1) }, { try $0.setDiscount(.amount(Shop.euros(-1))) },
            { try $0.setDiscount(.amount(Shop.euros(101)), ofLine: 1) }, { try $0.setExemption("", ofLine: 1) },
        ]
        let threw = refused.map { change in
            do {
                try change(&cart)
                return false
            } catch {
                return error is CartError
            }
        }
        #expect(threw == refused.map { _ in true })
        #expect(cart == before)
    }

    @Test func linesMakeTheTotalOfAnyCart() throws {
        var random = SplitMix64(seed: 11)
        var faults: [String] = []
        for run in 0..<3000 {
            let cart = try Shop.randomCart(&random)
            faults += Self.faults(of: cart).map { "\(run): \($0)" }
        }
        #expect(faults == [])
    }

    @Test func aCartIsReadAsItWasWritten() throws {
        var random = SplitMix64(seed: 12)
        var differing = 0
        for _ in 0..<200 {
            let cart = try Shop.randomCart(&random)
            let read = try JSONDecoder().decode(Cart.self, from: JSONEncoder().encode(cart))
            differing += read == cart ? 0 : 1
        }
        #expect(differing == 0)
    }

    @Test(arguments: [
        ("\"number\":1", "\"number\":3"), ("\"minorUnits\":100", "\"minorUnits\":-100"),
        ("\"minorUnits\":100", "\"minorUnits\":9223372036854775807"), ("\"quantity\":1000", "\"quantity\":0"),
        ("\"taxClass\":\"A\"", "\"taxClass\":\"Z\""),
    ])
    func aDamagedCartIsRefused(from: String, to: String) throws {
        let text = String(decoding: try JSONEncoder().encode(Shop.cart(100)), as: UTF8.self)
        let damaged = text.replacing(from, with: to)
        #expect(damaged != text)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Cart.self, from: Data(damaged.utf8)) }
    }

    @Test(arguments: [
        (1002, 5, 1000), (1003, 5, 1005), (1025, 50, 1050), (-1003, 5, -1005), (.max, 1000, .max), (7, 1, 7),
    ])
    func cashIsRoundedToTheStep(cents: Int64, step: Int64, rounded: Int64) throws {
        #expect(try Required.some(CashRounding(step: step)).rounded(Shop.euros(cents)) == Shop.euros(rounded))
    }

    static func faults(of cart: Cart) -> [String] {
        var faults: [String] = []
        let totals = cart.totals
        let shares = totals.lines.map(\.ticketDiscount.minorUnits)
        if shares.reduce(0, +) != totals.ticketDiscount.minorUnits { faults.append("shares of the discount") }
        if totals.lines.contains(where: { $0.amount.minorUnits < 0 || $0.ticketDiscount.minorUnits < 0 }) {
            faults.append("a negative line")
        }
        if totals.lines.contains(where: {
            $0.marked.minorUnits - $0.lineDiscount.minorUnits - $0.ticketDiscount.minorUnits != $0.amount.minorUnits
        }) {
            faults.append("a line's own sum")
        }
        for row in totals.taxes {
            let marked = totals.lines.filter { $0.taxClass == row.taxClass }.reduce(0) { $0 + $1.amount.minorUnits }
            let base = row.net.minorUnits + (row.isIncluded ? row.tax.minorUnits : 0)
            if base != marked { faults.append("the lines of \(row.taxClass)") }
            // The tax is within half a unit of the exact one: |tax × 100 % − net × rate| ≤ half of a unit's worth.
            let exact = Int128(row.net.minorUnits) * Int128(row.rate.thousandths) - Int128(row.tax.minorUnits) * 100_000
            if exact.magnitude * 2 > UInt128(row.isIncluded ? 100_000 + row.rate.thousandths : 100_000) {
                faults.append("the tax of \(row.taxClass)")
            }
        }
        let sum = totals.taxes.reduce(0) { $0 + $1.net.minorUnits + $1.tax.minorUnits }
        if sum != totals.total.minorUnits { faults.append("the total") }
        return faults
    }
}
