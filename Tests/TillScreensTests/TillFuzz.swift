import TenderModel
import TenderSale
import TillScreens

/// Random hands at a whole till whose window, journal, cards, world and power are as random.
struct TillFuzz {
    var rig: TillRig
    var random: RandomNumbers
    var pending: [TillEvent] = []
    var wrong: [String] = []
    var events = 0
    var pages: Set<String> = []
    private var isBetween = false
    /// The tickets on which a tip was named.
    private var tipped: Set<String> = []

    init(_ rig: TillRig, seed: UInt64) {
        self.rig = rig
        random = RandomNumbers(seed: seed)
    }

    mutating func step() {
        if odds(200) { return restart() }
        if !pending.isEmpty, !odds(3) { return send(pending.removeFirst()) }
        if odds(rig.till.console.isTooSmall ? 2 : 25) { return send(.input(.resized(size()))) }
        if odds(16) { return news() }
        if odds(3), let leg = rig.held.keys.sorted().first { return cardAnswers(leg) }
        if odds(3), let id = rig.heldSavings.keys.sorted().first { return savingEnds(id) }
        if odds(40), let leg = rig.till.register.acceptedLegs.first {
            return send(.register(.leg(leg, odds(3) ? .declined(reason: "no") : rig.truth[leg] ?? .canceled)))
        }
        if odds(20), let leg = rig.till.register.unknownLegs.first {
            return send(.register(.leg(leg, rig.truth[leg] ?? .canceled)))
        }
        if rig.till.pinEntry != nil { return pin() }
        if !odds(6), let line = needed() { return line.isEmpty ? press(.function(2)) : type(line) }
        switch Int.random(in: 0...9, using: &random) {
        case 0: send(.input(.scanned(pick([TillShop.pen, "100", "x", random.text(upTo: 9)]))))
        case 1...3: press(pick(Self.keys))
        case 4: press(.character(pick(Array("0123456789.,%*CADTLVXZ ntisrcxunl"))))
        default: type(odds(15) ? pick(Self.rare) : pick(Self.lines))
        }
    }

    var problems: [String] { wrong + rig.problems + lost + differing }

    /// The cards of receipts that paid otherwise, tips in it, than the gateway knows; an accepted one proves nothing.
    private var differing: [String] {
        rig.finished.flatMap(\.legs).filter { $0.method.hasIntent && $0.standing == .settled }.compactMap { leg in
            guard case .settled(let money)? = rig.truth[leg.id] else { return "\(leg.id) was never paid" }
            let paid = money.amount.minorUnits + money.tip.minorUnits
            return paid == leg.amount.minorUnits + leg.tip.minorUnits ? nil : "\(leg.id) paid \(paid)"
        }
    }

    /// The cards' money of which neither the journal nor a ticket that is kept knows.
    var lost: [String] {
        let known = rig.finished.flatMap { $0.legs.map(\.id) } + rig.kept.flatMap { $0.legs.map(\.id) }
        let back = rig.truth.keys.compactMap(Register.payment(refundedAs:))
        return rig.truth.compactMap { leg, outcome in
            guard case .settled = outcome, !(known + back).contains(Register.payment(refundedAs: leg) ?? leg) else {
                return nil
            }
            return "lost " + leg
        }
    }

    // MARK: - The world

    private mutating func send(_ event: TillEvent) {
        var event = event
        if case .register(.recorded(let id)) = event, odds(25), rig.journal.last?.id == id {
            // It turns out not to be in the journal.
            rig.journal.removeLast()
            event = .register(.recordFailed(eventID: id, "disk"))
        }
        if case .input(.resized(let size)) = event { rig.size = size }
        events += 1
        rig.time += 1000
        rig.isHolding = !odds(3)
        let before = rig.till
        if let ticket = before.register.ticket, ticket.namedTip != nil { tipped.insert(ticket.id) }
        let actions = rig.till.handle(event, at: rig.time)
        for action in actions { pending += rig.perform(action) }
        checkMoney(before, actions)
        checkScans(before, event, actions)
        rig.wanted = []
        // Most screens between two letters of a line are alike.
        guard !isBetween || odds(8) else { return }
        pages.insert(Mirror(reflecting: rig.till.page).children.first?.label ?? "\(rig.till.page)")
        check(event)
    }

    /// What TOTAL said is what is asked for, the tip in it; and a tip is of the ticket that it was named on.
    private mutating func checkMoney(_ before: Till, _ actions: [TillAction]) {
        for action in actions {
            switch action {
            case .shop(.charge(let ticket, let leg, let amount, let tip)):
                if tip.minorUnits != 0, !tipped.contains(ticket) { wrong.append("\(leg): another ticket's tip") }
                let total = before.console.frame.total
                // What was typed while the journal was written may have paid a part since.
                let isLast = rig.till.register.ticket?.legs.last?.id == leg
                if isLast, rig.till.console.frame.total != total { wrong.append("\(leg): TOTAL is another than asked") }
                let asked = amount.minorUnits + tip.minorUnits
                if asked > total?.minorUnits ?? 0 { wrong.append("\(leg): \(asked) of \(String(describing: total))") }
            case .shop(.record(let event)):
                guard case .ticketFinished(let record) = event.kind, !tipped.contains(record.id) else { continue }
                if record.legs.contains(where: { $0.tip.minorUnits > 0 }) {
                    wrong.append("another ticket's tip is paid")
                }
            default: break
            }
        }
    }

    /// A scan sells, asks for the article's price, waits for the journal, or is told with the bell; and only a person's
    /// Esc or CL takes that away.
    private mutating func checkScans(_ before: Till, _ event: TillEvent, _ actions: [TillAction]) {
        let after = rig.till
        let isTold = after.unsold.count > before.unsold.count
        if isTold != actions.contains(.screen(.bell)) {
            wrong.append("\(event): told \(isTold), and the bell otherwise")
        }
        if case .input(.scanned(let code)) = event, !isTold, !before.register.isRecording,
            after.register.ticket?.cart?.lines.count == before.register.ticket?.cart?.lines.count,
            after.register.question == before.register.question
        {
            wrong.append("\(code) sold nothing, and nothing tells")
        }
        if case .input(.key(let key, isFast: false)) = event, key == .escape || key == .enter { return }
        if !after.unsold.starts(with: before.unsold) { wrong.append("\(event) took a scan away that nobody has seen") }
    }

    private func runs(_ charge: CardPanel, _ ticket: Ticket?) -> Bool {
        if let saving = charge.saving { return rig.savings.contains(saving) }
        guard let payment = Register.payment(refundedAs: charge.leg) else {
            return ticket?.leg(charge.leg)?.state == .running
        }
        return ticket?.leg(payment)?.state == .refunding
    }

    private mutating func check(_ event: TillEvent) {
        let till = rig.till
        let grid = TillView.grid(till, theme: Theme(depth: .mono, isUTF8: events.isMultiple(of: 2)))
        var faults = grid.faults
        if grid.size != rig.size { faults.append("another size") }
        if !till.console.isTooSmall { faults += TillPages.missing(grid, till) }
        let text = grid.area.height < 3 ? "" : grid.text(ofRow: grid.size.height - 2)
        if rig.pins.values.contains(where: { text.contains($0.prefix(5)) }) { faults.append("a PIN") }
        if till.register.person == nil, ![.signIn, .starting].contains(till.page) { faults.append("nobody's page") }
        if let charge = till.charge, !runs(charge, till.register.ticket) {
            faults.append("a charge that does not run")
        }
        if events.isMultiple(of: 50) { faults += rig.problems }
        if !faults.isEmpty { wrong.append("\(event) on \(till.page): \(faults)") }
    }

    private mutating func restart() {
        pending = []
        rig.till = Till(rig.setup, size: rig.size)
        send(.register(.restored(tickets: rig.kept, events: rig.journal)))
    }

    private mutating func cardAnswers(_ leg: String) {
        let held = rig.held.removeValue(forKey: leg) ?? .canceled
        let outcome: LegOutcome =
            switch Int.random(in: 0...7, using: &random) {
            case 0, 3: .unknown
            case 1: .declined(reason: random.text(upTo: 12))
            case 2: .canceled
            default: held
            }
        if outcome != .unknown { rig.truth[leg] = outcome }
        send(.register(.leg(leg, outcome)))
    }

    private mutating func savingEnds(_ id: String) {
        let held = rig.heldSavings.removeValue(forKey: id) ?? .unknown
        send(.news(.cardSaving(id: id, odds(2) ? held : pick(outcomes()))))
    }

    private mutating func outcomes() -> [SavingOutcome] {
        let said = random.text(upTo: 12)
        return [.saved(card: said), .declined(reason: said), .canceled(.gatewayRefused(said)), .unknown]
    }

    private mutating func size() -> GridSize {
        let isSmall = odds(6)
        return GridSize(
            width: Int.random(in: isSmall ? 0...39 : 40...90, using: &random),
            height: Int.random(in: isSmall ? 0...11 : 12...26, using: &random))
    }

    private mutating func news() {
        let amount = TillShop.euros(Int64.random(in: 0...99_999, using: &random))
        let text = random.text(upTo: 30)
        let news: TillNews =
            switch Int.random(in: 0...13, using: &random) {
            case 0: .reader(ReaderCondition(status: pick(Self.states), name: text, battery: 7, problem: text))
            case 1: .readersFound([FoundReader(id: "a", name: text), FoundReader(id: "b", name: "b", problem: text)])
            case 2: .diagnosis([text, text])
            case 3, 11, 12:
                .pending(
                    (odds(3) ? PendingPayment.State.allCases : [.unclaimed]).map {
                        PendingPayment(
                            id: "\($0)", leg: odds(2) ? rig.truth.keys.sorted().randomElement(using: &random) : nil,
                            state: $0, amount: odds(2) ? amount : nil, began: rig.time)
                    })
            case 4: .pending([])
            case 5:
                .offline(
                    OfflineQueue(
                        entries: [.init(id: "o", amount: amount, card: text, state: text, storedAt: .max)],
                        isOnline: odds(2)))
            case 6: .printer(odds(2) ? .failed(text) : .waiting(2))
            case 7: .customer(CustomerCondition(card: text, cardNote: text, isCardIn: odds(2), isPluggedIn: odds(2)))
            case 8: odds(2) ? .failed(text) : .done(text)
            case 9: .pin(odds(2) ? .wrong : .right(personID: "mia", pick([.signIn, .allow, .unlock])))
            case 10: odds(2) ? .notSaved(customer: text) : .cardSaving(id: text, pick(outcomes()))
            default: .card(leg: rig.till.charge?.leg ?? "", pick(Self.progress))
            }
        send(.news(news))
    }

    // MARK: - Hands

    private mutating func odds(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }
    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func press(_ key: Key) { send(.input(.key(key, isFast: odds(6)))) }

    private mutating func type(_ line: String) {
        let isFast = odds(12)
        for character in line {
            isBetween = true
            send(.input(.key(.character(character), isFast: isFast)))
            isBetween = false
        }
        if odds(10) { return }
        send(.input(.key(.enter, isFast: isFast)))
    }

    /// The next digit of the PIN that is asked for, mostly.
    private mutating func pin() {
        guard let entry = rig.till.pinEntry, let pin = rig.pins[entry.personID] else { return }
        if odds(20) { return press(pick([.escape, .character("5"), .backspace, .tab])) }
        guard entry.digits < pin.count else { return press(.enter) }
        let digit = pin[pin.index(pin.startIndex, offsetBy: entry.digits)]
        isBetween = true
        send(.input(.key(.character(digit), isFast: false)))
        isBetween = false
    }

    /// What gets the till to sell: signing in, unlocking, answering, and a shift; F2 where it is empty.
    private mutating func needed() -> String? {
        let till = rig.till
        if !till.console.editor.isEmpty { return nil }
        if till.isLocked { return "1" }
        if till.register.person == nil { return pick(["1", "2", "2"]) }
        if till.question != nil { return pick(["1", "1", "2 because", "5 other"]) }
        if case .unknown = till.page, !odds(3) { return "AC slip" }
        if case .consent = till.page { return pick(["1", "2", "3"]) }
        if till.register.book.shift == nil { return till.page == .sale ? "OS" : "" }
        if till.register.book.shift?.stage == .ended { return pick(["Z", "2", ""]) }
        if till.page == .tender { return pick(["CA", "CD", "CD", "500CA", "300CD", "100TP"]) }
        if till.pending.contains(where: { $0.state == .unclaimed && $0.amount != nil }), odds(3) {
            guard case .unresolved = till.page else { return "UR" }
            return pick(["GB", "GB", "AK", "U", "D"])
        }
        if till.page == .sale, till.register.ticket == nil {
            return pick(["100", "11", "3*11", "RC", "RF 1", "100", "11", "3*11", "RC", "RF 1", "SV a@b"])
        }
        if till.page == .sale, odds(8) { return "PK" }
        if till.page == .sale, odds(2) { return "" }
        if case .unresolved = till.page, odds(3) { return pick(["GB", "AK", "U", "D"]) }
        return nil
    }

    private static let states: [ConnectionStatus] = [
        .notConnected, .discovering, .connecting, .connected, .reconnecting,
    ]
    private static let progress: [CardProgress] = [
        .waiting([.tapCard, .swipeCard]), .shows(.tryAnotherCard), .read("visa 4242"), .processing, .sendingAgain(3),
        .asking(900),
    ]
    private static let keys: [Key] =
        [
            .enter, .enter, .escape, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right, .home,
            .end, .pageUp, .pageDown, .control("c"), .control("l"), .control("u"), .control("z"), .character("?"),
            .character("世"), .character("\u{301}"),
        ] + (0...13).map(Key.function) + [.function(3), .function(4), .function(4)]
    private static let lines = [
        "11", "100", "3*11", "8", "70", "1250 DP 1", "VD", "VD 1", "CN", "10%LD", "100TD", "PO 1.99", "PV pen", "TL",
        "CA", "2000CA", "CA", "CD", "500CD", "CD", "XT", "300XT", "200TP", "10%TP", "PK", "PK a", "RC", "RC a", "RF",
        "RF 1", "RF 2", "RP", "NS", "2000PI", "1000PY x", "OS", "X", "RE", "UR", "AC ref", "AK", "GB", "OQ send",
        "RD find", "RD off", "RD", "CU tap", "U", "D 2", "CL", "1", "2", "0", "12", "3*0.50", "5.00", "?", "RF 3", "CA",
        "SV cus_1", "SV a@b", "SV several@b",
    ]
    private static let rare = ["LK", "SO", "Z"]
}
