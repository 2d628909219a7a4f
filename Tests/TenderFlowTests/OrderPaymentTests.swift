import TenderFlow
import TenderTestSupport
import Testing

/// Several cards for one order: what is asked for after each event.
@Suite struct OrderPaymentTests {
    private typealias Event = OrderPayment.Event

    private static let approved = OrderLeg("pi_1", .approved(400))
    private static let unknown = OrderLeg("pi_1", .unknown)

    /// The events, and the last action.
    private static let table: [(String, [Event], Bool, OrderPayment.Action?)] = [
        ("nothing yet", [.started([])], true, .ask(balance: 1000)),
        ("all of it", [.started([]), .next(nil)], true, .pay(1000)),
        ("a part", [.started([]), .next(400)], true, .pay(400)),
        ("more than is left", [.started([]), .next(1001)], true, .ask(balance: 1000)),
        ("nothing", [.started([]), .next(0)], true, .ask(balance: 1000)),
        ("a leg", [.started([]), .next(400), .ended(approved)], true, .ask(balance: 600)),
        (
            "the rest",
            [.started([]), .next(400), .ended(approved), .next(nil), .ended(OrderLeg("pi_2", .approved(600)))],
            true, .finish(.paid)
        ),
        ("a decline", [.started([]), .next(nil), .ended(OrderLeg("pi_1", .notPaid))], true, .ask(balance: 1000)),
        ("no card", [.started([]), .next(nil), .notBegun], true, .ask(balance: 1000)),
        ("unknown", [.started([]), .next(nil), .ended(unknown)], true, .finish(.unknown)),
        ("no card at all", [.started([]), .stopped], true, .finish(.nothing)),
        ("kept", [.started([approved]), .stopped], false, .finish(.kept(balance: 600))),
        ("given back", [.started([approved]), .stopped], true, .void("pi_1")),
        (
            "it went back", [.started([approved]), .stopped, .voided(OrderLeg("pi_1", .givenBack))], true,
            .finish(.nothing)
        ),
        (
            "it could not go back", [.started([approved]), .stopped, .voided(approved)], true,
            .finish(.kept(balance: 600))
        ),
        (
            "nobody can tell whether it went back",
            [.started([approved]), .stopped, .voided(OrderLeg("pi_1", .givingBack(400)))], true, .finish(.unknown)
        ),
        ("left unknown", [.started([unknown])], true, .resolve("pi_1")),
        ("still unknown", [.started([unknown]), .ended(unknown)], true, .finish(.unknown)),
        ("resolved", [.started([unknown]), .ended(approved)], true, .ask(balance: 600)),
        ("left while it went back", [.started([OrderLeg("pi_1", .givingBack(400))])], true, .void("pi_1")),
        (
            "still going back",
            [.started([OrderLeg("pi_1", .givingBack(400))]), .voided(OrderLeg("pi_1", .givingBack(400)))], true,
            .finish(.unknown)
        ),
        ("paid before", [.started([OrderLeg("pi_1", .approved(1000))])], true, .finish(.paid)),
        ("late", [.started([]), .voided(approved)], true, nil),
    ]

    @Test func eachEventHasItsAction() {
        var wrong: [String] = []
        for (name, events, isAllOrNothing, expected) in Self.table {
            var order = OrderPayment(total: 1000, isAllOrNothing: isAllOrNothing)
            let last = events.map { order.handle($0) }.last ?? nil
            if last != expected { wrong.append("\(name): \(String(describing: last))") }
        }
        #expect(wrong == [])
    }

    /// Whatever cards do, no leg is begun while another is unknown, and what is told as held is what is held.
    @Test func theMoneyThatIsHeldIsTheMoneyThatIsTold() {
        var random = SplitMix64(seed: 7)
        var wrong: [String] = []
        for round in 0..<2000 {
            let isAllOrNothing = random.next() % 2 == 0
            var order = OrderPayment(total: 1000, isAllOrNothing: isAllOrNothing)
            var held: [String: Int64] = [:]
            var event = Event.started([])
            var steps = 0
            while let action = order.handle(event), steps < 100 {
                steps += 1
                let hasUnknown = order.legs.contains { $0.state == .unknown }
                switch action {
                case .ask(let balance):
                    if hasUnknown { wrong.append("\(round): a card is asked for beside an unknown one") }
                    if balance != 1000 - held.values.reduce(0, +) { wrong.append("\(round): balance \(balance)") }
                    event = random.next() % 4 == 0 ? .stopped : .next(Int64(random.next() % 500) + 1)
                case .pay(let amount):
                    let id = "pi_\(steps)"
                    switch random.next() % 6 {
                    case 0: event = .ended(OrderLeg(id, .notPaid))
                    case 1: event = .notBegun
                    case 2: event = .ended(OrderLeg(id, .unknown))
                    case 3:
                        held[id] = (amount + 1) / 2
                        event = .ended(OrderLeg(id, .approved((amount + 1) / 2)))
                    default:
                        held[id] = amount
                        event = .ended(OrderLeg(id, .approved(amount)))
                    }
                case .resolve(let id): event = .ended(OrderLeg(id, .notPaid))
                case .void(let id):
                    switch random.next() % 4 {
                    case 0: event = .voided(OrderLeg(id, .givingBack(held[id] ?? 0)))
                    case 1: event = .voided(OrderLeg(id, .approved(held[id] ?? 0)))
                    default:
                        held[id] = nil
                        event = .voided(OrderLeg(id, .givenBack))
                    }
                case .finish(let end):
                    let sum = held.values.reduce(0, +)
                    let isRight =
                        switch end {
                        case .paid: sum == 1000 && order.paid == sum
                        case .kept(let balance): balance == 1000 - order.paid && order.paid > 0 && order.paid <= sum
                        case .nothing: sum == 0
                        case .unknown: order.legs.contains { $0.state == .unknown || $0.paid == 0 }
                        }
                    if !isRight { wrong.append("\(round): \(end), and \(held) is held") }
                }
            }
            if steps >= 100 { wrong.append("\(round): it never ends") }
        }
        #expect(wrong.prefix(5) == [])
    }

    @Test func everyOrderOfEventsKeepsTheMoney() {
        let results = OrderWorld.full.map { _, world in
            var explorer = Explorer<OrderWorld>()
            return explorer.explore(world)
        }
        #expect(results.allSatisfy { $0.isClean }, "\(results)")
    }
}
