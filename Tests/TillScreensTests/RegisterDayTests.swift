import TenderModel
import TenderSale
import Testing
import TillScreens

@Suite("A register's day")
struct RegisterDayTests {
    private func euros(_ cents: Int64) -> Amount { RegisterShop.euros(cents) }

    private func close(_ rig: inout RegisterRig, counted: Int64) {
        rig.send(.endShift)
        rig.send(.closeShift(CashCount(total: euros(counted)), unresolved: []))
    }

    @Test("The Z is the sum of what was sold, to the cent")
    func wholeDay() throws {
        var rig = RegisterRig(try RegisterShop.setup())
        rig.answers = RegisterShop.answers
        for input in RegisterShop.day { rig.send(input) }
        let leg = try #require(rig.register.unknownLegs.first)
        rig.send(.leg(leg, try #require(rig.truth[leg])))
        rig.send(.command(.recall("later")))
        close(&rig, counted: 9750)

        #expect(rig.refusals == [])
        let z = try #require(rig.register.book.closed.first)
        let cash: [Int64] = [10_000, 2250, 1000, 250, 250, 1000, -2250, 2000, -5000, 250]
        #expect(z.expectedCash == euros(cash.reduce(0, +)))
        #expect(z.difference == euros(0))
        #expect(rig.soldByCard == 2000 + 1000 + 1000)
        #expect(rig.soldByCard == rig.gatewayTotal)
        #expect(z.tickets.reduce(0) { $0 + $1.amount.minorUnits } == 9000 - 2250)
        #expect(rig.finished.map(\.number) == Array(1...9))
        #expect(rig.paper.map(\.kind).filter { $0 == .zReport } == [.zReport])
        #expect(rig.paper.filter { $0.kind == .sale }.count == 8)
        #expect(rig.paper.contains { $0.kind == .xReport })
        #expect(rig.drawer.count == 6 + 1 + 2 + 1)
        #expect(rig.kept.isEmpty)
        #expect(rig.problems == [])
    }

    @Test("Killed at any boundary, the till goes on, and no card is charged twice or forgotten")
    func killedAnywhere() throws {
        var whole = RegisterRig(try RegisterShop.setup())
        whole.answers = RegisterShop.answers
        for input in RegisterShop.day { whole.send(input) }
        var failures: [String] = []
        for boundary in 0..<whole.boundaries {
            var rig = RegisterRig(try RegisterShop.setup())
            rig.answers = RegisterShop.answers
            rig.crashAt = boundary
            for input in RegisterShop.day { rig.send(input) }
            failures += finishDay(&rig).map { "\(boundary): \($0)" }
        }
        #expect(whole.boundaries > 150)
        #expect(failures == [])
    }

    /// A link pays, one is given up, one is unknown and parked, and one goes back.
    private static let linkDay: [RegisterEvent] =
        RegisterShop.opening + [
            RegisterShop.books(1), .command(.link(nil)),
            RegisterShop.books(3), .command(.link(RegisterShop.euros(2000))), .command(.link(nil)),
            RegisterShop.books(1), .command(.link(nil)), .command(.cash(nil)),
            RegisterShop.books(1), .command(.link(nil)), .command(.park("later")), .scanned(RegisterShop.pen),
            .command(.cash(nil)),
            .command(.refund(1)), .allowed(by: "mia"), .reason(.damaged, text: "wet"), .command(.card(nil)),
        ]
    private static let linkAnswers: [LegOutcome?] = [nil, nil, nil, .canceled, .unknown]

    @Test("Killed at any boundary of a day of links, nothing is paid twice or forgotten")
    func linksKilledAnywhere() throws {
        var whole = RegisterRig(try RegisterShop.setup())
        whole.answers = Self.linkAnswers
        for input in Self.linkDay { whole.send(input) }
        #expect(whole.finished.first?.legs.map(\.method) == [.link])
        #expect(whole.finished.last?.legs.map(\.method) == [.link])
        let boundaries = whole.boundaries
        var failures = finishDay(&whole)
        let payments = whole.register.book.closed.first?.payments.map { "\($0.name) \($0.amount.minorUnits)" }
        #expect(payments == ["cash 1250", "link 4000"])
        for boundary in 0..<boundaries {
            var rig = RegisterRig(try RegisterShop.setup())
            rig.answers = Self.linkAnswers
            rig.crashAt = boundary
            for input in Self.linkDay { rig.send(input) }
            failures += finishDay(&rig).map { "\(boundary): \($0)" }
        }
        #expect(boundaries > 60)
        #expect(failures == [])
    }

    /// A card nobody knows of is accepted twice: one paid, one did not, and both are told after their receipts.
    private static let acceptedDay: [RegisterEvent] =
        RegisterShop.opening
        + [
            RegisterShop.books(1), .command(.tip(.amount(RegisterShop.euros(200)))), .command(.card(nil)),
            .accept(leg: "L1-4", reference: "slip"), .allowed(by: "mia"), .reason(.customerProof, text: ""),
            RegisterShop.books(2), .command(.card(nil)),
        ]

    /// The day, and what is told afterwards of each payment that was accepted.
    private func accept(isPaid: Bool, crashAt: Int?) throws -> RegisterRig {
        var rig = RegisterRig(try RegisterShop.setup())
        rig.answers = [.unknown]
        rig.crashAt = crashAt
        for input in Self.acceptedDay { rig.send(input) }
        for payment in rig.register.book.accepted {
            if !isPaid { rig.truth[payment.id] = .declined(reason: "no") }
            rig.send(.leg(payment.id, try #require(rig.truth[payment.id])))
        }
        return rig
    }

    @Test(
        "Killed at any boundary of a day with an accepted payment, it stays its receipt's, and the Z is the gateway's")
    func acceptedKilledAnywhere() throws {
        var failures: [String] = []
        for isPaid in [true, false] {
            let whole = try accept(isPaid: isPaid, crashAt: nil)
            #expect(whole.register.book.accepted.map(\.missing) == (isPaid ? [] : [euros(1200)]))
            #expect(whole.boundaries > 20)
            for boundary in 0..<whole.boundaries {
                var rig = try accept(isPaid: isPaid, crashAt: boundary)
                failures += finishDay(&rig).map { "\(isPaid), \(boundary): \($0)" }
            }
        }
        #expect(failures == [])
    }

    /// Ends the day wherever the till stands, and tells what is wrong.
    private func finishDay(_ rig: inout RegisterRig) -> [String] {
        if rig.register.person == nil { rig.send(.signIn(cashierID: "mia")) }
        rig.send(.command(.plain(.clear)))
        if rig.register.book.shift == nil, rig.register.book.closed.isEmpty { rig.send(RegisterShop.opening[1]) }
        for leg in rig.register.unknownLegs { rig.send(.leg(leg, rig.truth[leg] ?? .canceled)) }
        rig.send(.command(.cash(nil)))
        while let aside = rig.register.parked.first {
            guard case .parked(let label) = aside.phase else { return ["not parked"] }
            rig.send(.command(.recall(label)))
            rig.send(.command(.cash(nil)))
            guard rig.register.ticket == nil else { return ["a ticket stays open"] }
        }
        rig.send(.endShift)
        rig.send(.closeShift(CashCount(total: euros(0)), unresolved: []))
        guard let z = rig.register.book.closed.first else { return ["no Z: \(rig.refusals)"] }
        let moved = rig.journal.reduce(Int64(0)) { sum, event in
            switch event.kind {
            case .paidIn(let amount, _): sum + amount.minorUnits
            case .paidOut(let amount, _): sum - amount.minorUnits
            default: sum
            }
        }
        var problems = rig.problems
        let byCard = (z.payments + z.tips).filter { ["card", "link"].contains($0.name) }
            .reduce(0) { $0 + $1.amount.minorUnits }
        if byCard != rig.gatewayTotal { problems.append("cards \(byCard) of \(rig.gatewayTotal)") }
        if z.expectedCash != euros(10_000 + rig.soldForCash + moved) { problems.append("cash \(z.expectedCash)") }
        if Set(rig.journal.map(\.id)).count != rig.journal.count { problems.append("an id twice") }
        return problems
    }
}
