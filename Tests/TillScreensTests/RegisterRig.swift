import TenderModel
import TenderSale
import TillScreens

/// A shop around a register.
@dynamicMemberLookup
struct RegisterRig {
    enum Job {
        case action(RegisterAction)
        case input(RegisterEvent)
    }

    let setup: RegisterSetup
    var register: Register
    var time: Int64 = 1_800_000_000_000
    var shop = RigShop()
    var messages: [RegisterMessage] = []
    var questions: [RegisterQuestion] = []
    var boundaries = 0
    var crashAt: Int?

    init(_ setup: RegisterSetup) {
        self.setup = setup
        register = Register(setup)
    }

    var refusals: [RegisterRefusal] {
        messages.compactMap { message in
            if case .notSold(_, let refusal) = message { return refusal }
            guard case .refused(let refusal) = message else { return nil }
            return refusal
        }
    }

    subscript<Value>(dynamicMember path: WritableKeyPath<RigShop, Value>) -> Value {
        get { shop[keyPath: path] }
        set { shop[keyPath: path] = newValue }
    }

    subscript<Value>(dynamicMember path: KeyPath<RigShop, Value>) -> Value { shop[keyPath: path] }

    /// Sends an input and does what follows, until a crash.
    mutating func send(_ input: RegisterEvent) {
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
                jobs += register.handle(input, at: time).map(Job.action)
            case .action(let action): jobs += perform(action).map(Job.input)
            }
        }
    }

    /// The program was killed: only what is durable is left; somebody signs in, and the gateway tells of every payment.
    mutating func restart() {
        let person = register.person?.id
        register = Register(setup)
        run([.input(.restored(tickets: shop.kept, events: shop.journal))])
        if let person { run([.input(.signIn(cashierID: person))]) }
        for leg in register.unknownLegs + register.acceptedLegs {
            run([.input(.leg(leg, shop.truth[leg] ?? .canceled))])
        }
    }

    mutating func perform(_ action: RegisterAction) -> [RegisterEvent] {
        switch action {
        case .tell(let message): messages.append(message)
        case .ask(let question): questions.append(question)
        case .shop(let action): return shop.perform(action)
        }
        return []
    }

    /// What must hold at any time.
    var problems: [String] { shop.problems(of: register) }
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

    static let opening: [RegisterEvent] = [
        .signIn(cashierID: "anna"),
        .openShift(CashCount(total: euros(10_000)), businessDate: "2026-11-21"),
    ]

    static func books(_ count: Int64) -> RegisterEvent {
        .command(.item(code: book, quantity: Quantity(thousandths: count * 1000) ?? .one))
    }

    /// The day of the tests: what is sold, in the order of the comments of its figures.
    static let day: [RegisterEvent] =
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
