import TenderModel
import TenderSale
import TenderTestSupport

/// What tests sell and pay with.
enum Shop {
    static func euros(_ cents: Int64) -> Amount { Amount(minorUnits: cents, currency: .eur) }

    static func taxes() throws -> TaxTable {
        try TaxTable([
            TaxClass(name: "A", rate: try percent("19"), isIncluded: true),
            TaxClass(name: "B", rate: try percent("7"), isIncluded: true),
            TaxClass(name: "C", rate: try percent("8.875"), isIncluded: false),
        ])
    }

    static func percent(_ text: String) throws -> Percentage { try Required.some(Percentage(parsing: text)) }

    static func quantity(_ text: String) throws -> Quantity { try Required.some(Quantity(parsing: text)) }

    static func product(_ cents: Int64?, _ taxClass: String = "A", name: String = "Thing") -> Product {
        Product(code: "1", name: name, department: "All", price: cents.map(euros), taxClass: taxClass)
    }

    static func cart(_ prices: Int64...) throws -> Cart {
        var cart = Cart(currency: .eur, taxes: try taxes())
        for price in prices { try cart.add(product(price)) }
        return cart
    }

    static func ticket(_ prices: Int64..., step: Int64 = 1) throws -> Ticket {
        var ticket = Ticket(
            id: "T1", cashier: "anna", currency: .eur, taxes: try taxes(),
            cashRounding: try Required.some(CashRounding(step: step)))
        for price in prices { try ticket.edit { (cart) throws(CartError) in try cart.add(product(price)) } }
        return ticket
    }

    /// A card payment of a ticket, from its leg to its settlement.
    static func payByCard(_ ticket: inout Ticket, _ id: String, _ cents: Int64? = nil) throws {
        try ticket.addCard(id: id, amount: cents.map(euros))
        try ticket.start(id, intentID: "pi_" + id)
        let asked = try Required.some(ticket.leg(id)).asked
        try ticket.resolve(id, .settled(.init(amount: asked, tip: euros(0))))
    }

    /// A sale of these prices that one card paid.
    static func soldByCard(_ prices: [Int64]) throws -> TicketRecord {
        var ticket = try ticket()
        for price in prices { try ticket.edit { (cart) throws(CartError) in try cart.add(product(price)) } }
        try payByCard(&ticket, "L1")
        return try ticket.finish(number: 1)
    }

    /// A cart as random hands ring it up: nothing in it is refused silently, what cannot be is left out.
    static func randomCart(_ random: inout SplitMix64) throws -> Cart {
        var cart = Cart(currency: .eur, taxes: try taxes())
        for _ in 0..<Int(random.next() % 12 + 1) {
            let price = random.chance(10) ? 0 : Int64(random.next() % 100_000)
            let quantity = Quantity(thousandths: random.chance(60) ? 1000 : Int64(random.next() % 20_000) + 1)
            let number = try cart.add(product(price, random.pick(["A", "B", "C"])), quantity: quantity ?? .one)
            if random.chance(20) { try? cart.setDiscount(randomDiscount(&random, 5_000), ofLine: number) }
            if random.chance(10) { try cart.setExemption("export", ofLine: number) }
            if random.chance(10) { try cart.overridePrice(ofLine: number, to: euros(999), reason: "damaged") }
            if random.chance(10) { try cart.void(line: number, reason: "wrong") }
        }
        if random.chance(50) { try? cart.setDiscount(randomDiscount(&random, 20_000)) }
        return cart
    }

    static func randomDiscount(_ random: inout SplitMix64, _ most: UInt64) -> Discount? {
        if random.chance(50) { return .amount(euros(Int64(random.next() % most))) }
        return Percentage(thousandths: Int64(random.next() % 100_001)).map { .percent($0) }
    }
}
