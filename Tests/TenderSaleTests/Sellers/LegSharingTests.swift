import TenderModel
import TenderSale
import TenderTestSupport
import Testing

@Suite struct LegSharingTests {
    private static func seller(_ name: String, _ fee: SellerFee) -> Seller {
        Seller(name: name, account: "acct_" + name, fee: fee)
    }

    private static func share(_ text: String) throws -> SellerFee { .share(try Shop.percent(text)) }

    private static func ticket(_ goods: (Int64, String, Seller?)...) throws -> Ticket {
        var ticket = try Shop.ticket()
        for (price, taxClass, seller) in goods {
            var product = Shop.product(price, taxClass)
            product.seller = seller
            try ticket.edit { (cart) throws(CartError) in try cart.add(product) }
        }
        return ticket
    }

    /// The sharing of a card payment of a ticket.
    private static func paid(_ ticket: Ticket, _ cents: Int64? = nil) throws -> LegSharing? {
        var ticket = ticket
        try Shop.payByCard(&ticket, "L1", cents)
        return ticket.leg("L1")?.sharing
    }

    private static func rows(_ sharing: LegSharing?) -> [[Int64]]? {
        sharing?.parts.map { [$0.gross.minorUnits, $0.fee.minorUnits, $0.net.minorUnits] }
    }

    /// The spec's example: 10.00 with a fee of 1.23 leaves 8.77 to the seller.
    @Test func theGoodsOfOneSellerAreADestinationChargeWithItsFee() throws {
        let ann = Self.seller("ann", try Self.share("12.3"))
        let bob = Self.seller("bob", .each(Shop.euros(50)))
        let sharings = [
            try Self.paid(Self.ticket((1000, "A", ann))), try Self.paid(Self.ticket((1000, "A", ann)), 500),
            try Self.paid(Self.ticket((1000, "A", ann), (30, "A", bob))),
            try Self.paid(Self.ticket((1000, "A", ann), (200, "A", nil))), try Self.paid(Self.ticket((200, "A", nil))),
            // The tax that is added is the seller's, who pays it.
            try Self.paid(Self.ticket((1000, "C", ann))),
        ]
        #expect(sharings.map { $0?.way } == [.destination, .destination, .transfers, .transfers, nil, .destination])
        #expect(
            sharings.map(Self.rows) == [
                [[1000, 123, 877]], [[500, 62, 438]], [[1000, 123, 877], [30, 30, 0]], [[1000, 123, 877]], nil,
                [[1089, 134, 955]],
            ])
    }

    /// Whatever is sold, in however many payments, and given back in however many parts: nothing is lost or made up.
    @Test func everyCentIsSomebodysWhateverIsSoldAndGivenBack() throws {
        var random = SplitMix64(seed: 11)
        var wrong: [String] = []
        for round in 0..<300 {
            let sellers: [Seller?] = [
                Self.seller("a", try Self.share("12.5")), Self.seller("b", .each(Shop.euros(75))),
                Self.seller("c", .share(.zero)), nil,
            ]
            var ticket = try Shop.ticket()
            for _ in 0..<Int(random.next() % 8 + 1) {
                var product = Shop.product(Int64(random.next() % 5000) + 1, random.pick(["A", "B", "C"]))
                product.seller = random.pick(sellers)
                try ticket.edit { (cart) throws(CartError) in try cart.add(product) }
            }
            let discount = try Shop.percent("10")
            if random.chance(30) {
                try ticket.edit { (cart) throws(CartError) in try cart.setDiscount(.percent(discount)) }
            }
            let total = ticket.total.minorUnits
            let first = Int64(random.next() % UInt64(total)) + 1
            try Shop.payByCard(&ticket, "L1", first)
            if first < total { try Shop.payByCard(&ticket, "L2") }
            for leg in ticket.legs {
                guard let sharing = leg.sharing else { continue }
                let gross = sharing.parts.reduce(0) { $0 + $1.gross.minorUnits }
                let isSound = sharing.parts.allSatisfy { (0...$0.gross.minorUnits).contains($0.fee.minorUnits) }
                if gross > leg.amount.minorUnits || !isSound { wrong.append("round \(round): \(sharing)") }
                if sharing.way == .destination, gross != leg.amount.minorUnits { wrong.append("round \(round)") }
                if Self.backInParts(sharing, &random) != Self.rows(sharing) { wrong.append("round \(round): back") }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    }

    /// All of a payment given back in random parts, added up and turned round.
    private static func backInParts(_ sharing: LegSharing, _ random: inout SplitMix64) -> [[Int64]] {
        var sums = sharing.parts.map { _ in [Int64](repeating: 0, count: 3) }
        var before: Int64 = 0
        while before < sharing.whole.minorUnits {
            let after = before + Int64(random.next() % UInt64(sharing.whole.minorUnits - before)) + 1
            let back = sharing.goingBack(from: Shop.euros(before), to: Shop.euros(after))
            for (place, row) in (rows(back) ?? []).enumerated() {
                for column in row.indices { sums[place][column] -= row[column] }
            }
            before = after
        }
        return sums
    }

    @Test func aRefundTakesBackInProportionWhatTheSaleShared() throws {
        let ann = Self.seller("ann", try Self.share("12.3"))
        var ticket = try Self.ticket((1000, "A", ann))
        try Shop.payByCard(&ticket, "L1")
        let sold = try ticket.finish(number: 1)
        var rows: [[[Int64]]?] = []
        var earlier: [TicketRecord] = []
        for (place, cents) in [Int64(333), 667].enumerated() {
            let plan = try Refundable(sold, earlier: earlier).plan(amount: Shop.euros(cents))
            var refund = Ticket(id: "R\(place)", cashier: "anna", refund: plan)
            try refund.addCardRefund(id: "B", of: "L1")
            try refund.start("B")
            try refund.resolve(
                "B", .settled(.init(amount: Shop.euros(-cents), tip: Shop.euros(0), refundID: "re_\(place)")))
            rows.append(Self.rows(refund.leg("B")?.sharing))
            earlier.append(try refund.finish(number: place + 2))
        }
        #expect(rows == [[[-333, -41, -292]], [[-667, -82, -585]]])
        #expect(earlier.last?.legs.first?.sharing?.way == .destination)
    }

    /// What was sold for whom outlives the program: as a ticket that is open, and in the journal.
    @Test func sellersAreKeptWithTheTicket() throws {
        let ann = Self.seller("ann", .each(Shop.euros(5)))
        var ticket = try Self.ticket((1000, "A", ann), (100, "B", nil))
        try Shop.payByCard(&ticket, "L1")
        let record = try ticket.finish(number: 1)
        let event = ShopEvent(id: "e", time: 1, businessDate: "2026-11-21", kind: .ticketFinished(record))
        #expect(try ShopEvent(event.record()) == event)
        #expect(record.lines.map(\.seller) == [ann, nil])
        #expect(record.legs.first?.sharing?.parts.map(\.account) == ["acct_ann"])
    }

    @Test func aPartialApprovalIsSharedAsFarAsItPays() throws {
        let ann = Self.seller("ann", try Self.share("10"))
        var ticket = try Self.ticket((1000, "A", ann), (1000, "A", nil))
        try ticket.addCard(id: "L1")
        try ticket.start("L1", intentID: "pi_1")
        try ticket.resolve("L1", .settled(.init(amount: Shop.euros(500), tip: Shop.euros(0))))
        #expect(Self.rows(ticket.leg("L1")?.sharing) == [[250, 25, 225]])
        #expect(ticket.leg("L1")?.sharing?.whole == Shop.euros(500))
    }
}
