import TenderModel
import TenderSale
import TillScreens

/// A shop around a register: a journal, kept tickets, a card terminal with scripted answers, paper and a drawer.
struct RegisterRig {
    enum Job {
        case effect(RegisterEffect)
        case input(RegisterInput)
    }

    let setup: RegisterSetup
    var register: Register
    var time: Int64 = 1_800_000_000_000
    var journal: [ShopEvent] = []
    var kept: [Ticket] = []
    var charges: [String: Int] = [:]
    /// What the gateway knows of each payment.
    var truth: [String: LegOutcome] = [:]
    /// How the next cards answer; approved in full when there is nothing left.
    var answers: [LegOutcome?] = []
    var paper: [Receipt] = []
    var reprints: [Receipt] = []
    var drawer: [String] = []
    var messages: [RegisterMessage] = []
    var questions: [RegisterQuestion] = []
    var faults: [String] = []
    var boundaries = 0
    var crashAt: Int?

    init(_ setup: RegisterSetup) {
        self.setup = setup
        register = Register(setup)
    }

    var refusals: [RegisterRefusal] {
        messages.compactMap { message in
            guard case .refused(let refusal) = message else { return nil }
            return refusal
        }
    }

    var finished: [TicketRecord] {
        journal.compactMap { event in
            guard case .ticketFinished(let record) = event.kind else { return nil }
            return record
        }
    }

    /// Sends an input and does what follows, until a crash.
    mutating func send(_ input: RegisterInput) {
        run([.input(input)])
    }

    mutating func run(_ first: [Job]) {
        var jobs = first
        while !jobs.isEmpty {
            if boundaries == crashAt {
                crashAt = nil
                return restart()
            }
            boundaries += 1
            switch jobs.removeFirst() {
            case .input(let input):
                time += 1000
                jobs += register.handle(input, at: time).map(Job.effect)
            case .effect(let effect): jobs += perform(effect).map(Job.input)
            }
        }
    }

    /// The program was killed: only what is durable is left; somebody signs in, and the gateway tells of every payment.
    mutating func restart() {
        let person = register.person?.id
        register = Register(setup)
        run([.input(.restored(tickets: kept, events: journal))])
        if let person { run([.input(.signIn(cashierID: person))]) }
        for leg in register.unknownLegs { run([.input(.leg(leg, truth[leg] ?? .canceled))]) }
    }

    mutating func perform(_ effect: RegisterEffect) -> [RegisterInput] {
        switch effect {
        case .record(let event):
            journal.append(event)
            return [.recorded(eventID: event.id)]
        case .keep(let ticket):
            let place = kept.firstIndex { $0.id == ticket.id }
            if let place { kept[place] = ticket } else { kept.append(ticket) }
        case .forget(let id): kept.removeAll { $0.id == id }
        case .charge(let ticket, let leg, let amount, let tip): return charge(ticket, leg, amount, tip)
        case .refundCard(let ticket, let leg, _, let amount):
            expectKept(ticket, leg)
            charges[leg, default: 0] += 1
            let zero = Amount(minorUnits: 0, currency: amount.currency)
            truth[leg] = .settled(.init(amount: amount, tip: zero, refundID: "re_" + leg))
            return [.leg(leg, truth[leg] ?? .unknown)]
        case .releaseCard(let ticket, let leg, _):
            expectKept(ticket, leg)
            charges[leg, default: 0] += 1
            guard let asked = kept.first(where: { $0.id == ticket })?.leg(leg) else { return [] }
            truth[leg] = .settled(.init(amount: asked.asked, tip: asked.tip))
            return [.leg(leg, truth[leg] ?? .unknown)]
        case .cancelCharge: break
        case .print(let receipt, let isReprint): print(receipt, isReprint)
        case .openDrawer(let id):
            if !journal.contains(where: { $0.id == id }) { faults.append("drawer before its event") }
            drawer.append(id)
        case .tell(let message): messages.append(message)
        case .ask(let question): questions.append(question)
        }
        return []
    }

    private mutating func charge(_ ticket: String, _ leg: String, _ amount: Amount, _ tip: Amount) -> [RegisterInput] {
        let isRecorded = journal.contains { event in
            guard case .cardStarted(ticket, leg, _, amount) = event.kind else { return false }
            return true
        }
        if !isRecorded { faults.append("charge before its event") }
        expectKept(ticket, leg)
        charges[leg, default: 0] += 1
        let approved = LegOutcome.settled(.init(amount: amount, tip: tip))
        let answer = answers.isEmpty ? nil : answers.removeFirst()
        // What the till cannot tell was approved at the gateway.
        truth[leg] = answer == .unknown ? approved : answer ?? approved
        return [.leg(leg, answer ?? approved)]
    }

    private mutating func expectKept(_ ticket: String, _ leg: String) {
        let state = kept.first { $0.id == ticket }?.leg(leg)?.state
        if state != .running { faults.append("card before its ticket was kept") }
    }

    private mutating func print(_ receipt: Receipt, _ isReprint: Bool) {
        if isReprint { return reprints.append(receipt) }
        let isTicket = [.sale, .refund, .void, .offline, .pending].contains(receipt.kind)
        if isTicket, !finished.contains(where: { $0.number == receipt.number }) {
            faults.append("receipt before its record")
        }
        paper.append(receipt)
    }

    /// What must hold at any time.
    var problems: [String] {
        let folded = ShopBook(currency: setup.catalogue.currency, folding: journal)
        let twice = charges.filter { $0.value > 1 }.keys.map { "twice " + $0 }
        let isFolded = register.isRecording || register.book == folded
        return faults + folded.findings.map { "\($0.error)" } + twice + (isFolded ? [] : ["book differs"])
    }

    /// The cards' money as the gateway has it, refunds taken off.
    var gatewayTotal: Int64 {
        truth.values.reduce(0) { sum, outcome in
            guard case .settled(let money) = outcome else { return sum }
            return sum + money.amount.minorUnits
        }
    }

    /// The cards' money as the finished tickets have it.
    var soldByCard: Int64 { paid { $0 == .card } }
    /// The cash of the finished tickets.
    var soldForCash: Int64 { paid { $0 == .cash } }

    private func paid(_ isMeant: (LegRecord.Method) -> Bool) -> Int64 {
        finished.flatMap(\.legs).filter { isMeant($0.method) }.reduce(0) { $0 + $1.amount.minorUnits }
    }
}

/// The shop of the register's tests.
enum RegisterShop {
    static let pen = "4006381333931"
    static let book = "100"

    static func euros(_ cents: Int64) -> Amount { Amount(minorUnits: cents, currency: .eur) }

    static func setup(step: Int64 = 1) throws -> RegisterSetup {
        let taxes = try TaxTable([TaxClass(name: "A", rate: .zero, isIncluded: true)])
        let catalogue = try Catalogue(
            currency: .eur, taxes: taxes, departments: [Department(name: "All", taxClass: "A")],
            products: [
                Product(code: pen, name: "Pen", department: "All", price: euros(250), taxClass: "A"),
                Product(code: book, name: "Book", department: "All", price: euros(1000), taxClass: "A"),
                Product(code: "7", name: "Open", department: "All", price: nil, taxClass: "A"),
                Product(code: "8", name: "Gift", department: "All", price: euros(0), taxClass: "A"),
            ])
        return RegisterSetup(
            catalogue: catalogue,
            people: [
                RegisterPerson(id: "anna", name: "Anna", role: .cashier),
                RegisterPerson(id: "mia", name: "Mia", role: .manager),
            ],
            cashRounding: CashRounding(step: step) ?? .none, lane: "L1",
            receipts: ReceiptContext(
                merchant: ReceiptMerchant(name: "Shop"), time: ReceiptTime(milliseconds: 0, offsetMinutes: 60),
                locale: ReceiptLocale("en-GB")))
    }

    /// A till with an open shift and Anna at it.
    static func opened(step: Int64 = 1) throws -> RegisterRig {
        var rig = RegisterRig(try setup(step: step))
        for input in opening { rig.send(input) }
        return rig
    }

    static let opening: [RegisterInput] = [
        .signIn(cashierID: "anna"),
        .openShift(CashCount(total: euros(10_000)), businessDate: "2026-11-21"),
    ]

    static func books(_ count: Int64) -> RegisterInput {
        .command(.item(code: book, quantity: Quantity(thousandths: count * 1000) ?? .one))
    }

    /// The day of the tests: what is sold, in the order of the comments of its figures.
    static let day: [RegisterInput] =
        opening + [
            // 22.50 in cash, with change.
            .scanned(pen), books(2), .command(.cash(euros(3000))),
            // 30.00: a card for 20.00, cash for the rest.
            books(3), .command(.card(euros(2000))), .command(.cash(nil)),
            // 10.00: one card is declined, the other pays.
            books(1), .command(.card(nil)), .command(.card(nil)),
            // 2.50 parked, 2.50 in cash meanwhile.
            .scanned(pen), .command(.park("bob")), .scanned(pen), .command(.cash(nil)),
            .command(.recall("bob")), .command(.cash(euros(500))),
            // 10.00 after a line was taken off.
            .scanned(pen), books(1), .command(.voidLine(1)), .reason(.mistyped, text: ""), .command(.cash(nil)),
            // The first sale goes back in cash, with the manager's word.
            .command(.refund(1)), .allowed(by: "mia"), .reason(.damaged, text: "wet"), .command(.cash(nil)),
            .command(.paidIn(euros(2000), reason: "change")),
            .command(.paidOut(euros(5000), reason: "safe")), .allowed(by: "mia"),
            .command(.plain(.readX)), .allowed(by: "mia"),
            .signOut, .signIn(cashierID: "mia"), .command(.noSale(reason: "check")),
            // 10.00 on a card of which nobody knows at first; 2.50 in cash meanwhile.
            books(1), .command(.card(nil)), .command(.park("later")), .scanned(pen), .command(.cash(nil)),
        ]

    static let answers: [LegOutcome?] = [nil, .declined(reason: "no funds"), nil, .unknown]
}
