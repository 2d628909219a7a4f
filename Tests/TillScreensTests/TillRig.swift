import TenderBytes
import TenderModel
import TenderSale
import Testing
import TillScreens

/// A shop around a whole till: somebody at its keys, its screen, and what `RigShop` has.
@dynamicMemberLookup
struct TillRig {
    enum Job {
        case event(TillEvent)
        case action(TillAction)
    }

    let setup: TillSetup
    var till: Till
    var shop = RigShop()
    var time: Int64 = 1_800_000_000_000
    /// The right PINs.
    var pins = TillShop.pins
    /// Whether no PIN is taken.
    var isSignInLocked = false
    /// What was wanted beside the shop's part, in order.
    var wanted: [TillAction] = []
    var size = GridSize.standard
    /// Whether answers to what was wanted stay out until `answer` tells them.
    var isSlow = false
    /// The answers that are still to be told, in order.
    var unanswered: [TillEvent] = []

    init(_ setup: TillSetup, knowsPending: Bool = true) {
        self.setup = setup
        till = Till(setup, size: .standard)
        send(.register(.restored(tickets: [], events: [])))
        if knowsPending { learnPending() }
    }

    /// Tells the till at once that the journal has nothing open, as its shell does after a start.
    mutating func learnPending() { _ = till.handle(.news(.pending([])), at: time) }

    subscript<Value>(dynamicMember path: WritableKeyPath<RigShop, Value>) -> Value {
        get { shop[keyPath: path] }
        set { shop[keyPath: path] = newValue }
    }

    subscript<Value>(dynamicMember path: KeyPath<RigShop, Value>) -> Value { shop[keyPath: path] }

    var problems: [String] { shop.problems(of: till.register) }
    var message: MessageLine? { till.console.message }

    // MARK: - Events

    mutating func send(_ event: TillEvent) {
        var jobs = [Job.event(event)]
        while !jobs.isEmpty {
            switch jobs.removeFirst() {
            case .event(let event):
                time += 1000
                jobs += till.handle(event, at: time).map(Job.action)
            case .action(let action):
                let answers = perform(action)
                if isSlow { unanswered += answers } else { jobs += answers.map(Job.event) }
            }
        }
    }

    /// The next answer that stayed out comes.
    mutating func answer() {
        if !unanswered.isEmpty { send(unanswered.removeFirst()) }
    }

    /// Every answer comes, and those to what follows from them.
    mutating func answerAll() {
        isSlow = false
        while !unanswered.isEmpty { answer() }
    }

    mutating func perform(_ action: TillAction) -> [TillEvent] {
        switch action {
        case .shop(.readSellers(let day)):
            let report = try? SellerReport(
                day, of: shop.journal, transfers: TransferBook(), currency: till.register.book.currency)
            return report.map { [.news(.sellers($0))] } ?? []
        case .shop(.checkPIN(let attempt)): return [.news(.pin(verdict(attempt)))]
        case .shop(.follow(let legs)):
            wanted.append(action)
            guard !shop.isHolding else { return [] }
            return legs.map { .register(.leg($0, shop.truth[$0] ?? .canceled)) }
        case .shop(.findOwner(let typed)): return [.news(shop.owner(typed))]
        case .shop(.saveCard(let saving)): return shop.save(saving).map(TillEvent.news)
        case .shop(.cancelCharge(let leg)) where shop.heldSavings[leg] != nil:
            return shop.stop(saving: leg).map { [.news($0)] } ?? []
        case .shop(.askAgain), .shop(.acknowledge), .shop(.forwardOffline),
            .shop(.reader), .shop(.customer), .shop(.choose), .shop(.adopt), .screen:
            wanted.append(action)
            return []
        case .shop(let action): return shop.perform(action).map(TillEvent.register)
        }
    }

    func verdict(_ attempt: PINAttempt) -> PINVerdict {
        guard !isSignInLocked else { return .locked(seconds: 30) }
        let isRight = pins[attempt.personID].map { SecretBytes(utf8: $0) == attempt.pin } ?? false
        return isRight ? .right(personID: attempt.personID, attempt.purpose) : .wrong
    }

    /// The program was killed and started again: only what is durable is left.
    mutating func restart() {
        till = Till(setup, size: size)
        send(.register(.restored(tickets: shop.kept, events: shop.journal)))
        learnPending()
    }

    /// The card terminal tells what became of the charge that runs.
    mutating func cardAnswers(_ outcome: LegOutcome? = nil) {
        guard let leg = till.charge?.leg, let held = shop.held.removeValue(forKey: leg) else { return }
        let told = outcome ?? held
        if told != .unknown { shop.truth[leg] = told }
        send(.register(.leg(leg, told)))
    }

    /// Whoever asks the gateway about all that is unknown gets the truth.
    mutating func gatewayTells() {
        for leg in till.register.unknownLegs { send(.register(.leg(leg, shop.truth[leg] ?? .canceled))) }
    }

    // MARK: - Somebody at the keys

    mutating func press(_ keys: Key...) {
        for key in keys { send(.input(.key(key, isFast: false))) }
    }

    mutating func type(_ text: String, isFast: Bool = false) {
        for character in text { send(.input(.key(.character(character), isFast: isFast))) }
    }

    /// A line and Enter.
    mutating func line(_ text: String) {
        type(text)
        press(.enter)
    }

    mutating func lines(_ texts: String...) {
        for text in texts { line(text) }
    }

    /// A number and a function key.
    mutating func key(_ number: Int, _ typed: String = "") {
        type(typed)
        press(.function(number))
    }

    mutating func scan(_ code: String) { send(.input(.scanned(code))) }

    mutating func resize(_ width: Int, _ height: Int) {
        size = GridSize(width: width, height: height)
        send(.input(.resized(size)))
    }

    /// Chooses somebody by number and types their PIN.
    mutating func signIn(_ number: Int = 1) {
        line("\(number)")
        line(till.pinEntry.flatMap { pins[$0.personID] } ?? "")
    }

    /// The manager's word for what is asked.
    mutating func managerAllows() {
        line("1")
        line(pins["mia"] ?? "")
    }

    // MARK: - The screen

    func grid(_ size: GridSize? = nil, isUTF8: Bool = true) -> Grid {
        var shown = till
        if let size { _ = shown.handle(.input(.resized(size)), at: time) }
        return TillView.grid(shown, theme: Theme(depth: .mono, isUTF8: isUTF8))
    }

    var screen: String { grid().text }
    func shows(_ text: String) -> Bool { screen.contains(text) }
}

extension TillRig: CustomTestStringConvertible {
    var testDescription: String { "\n" + screen }
}

/// The shop of a whole till's tests.
enum TillShop {
    static let pen = RegisterShop.pen
    /// Digits that stand nowhere else.
    static let pins = ["anna": "86420975", "mia": "97531086"]
    static let euros = RegisterShop.euros

    static func setup(
        _ language: TillLanguage = .english, hasCustomer: Bool = false, step: Int64 = 1,
        permissions: Permissions = Permissions(), largestDifference: Int64? = nil,
        reasons: [Permission: [ReasonCode]] = [:]
    ) throws -> TillSetup {
        TillSetup(
            register: try register(step, permissions, language, largestDifference.map(euros), reasons),
            shop: "Café Zoë", language: language,
            denominations: [5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1].map(euros), hasCustomer: hasCustomer)
    }

    private static func register(
        _ step: Int64, _ permissions: Permissions, _ language: TillLanguage, _ largestDifference: Amount?,
        _ reasons: [Permission: [ReasonCode]]
    ) throws -> RegisterSetup {
        let taxes = try TaxTable([TaxClass(name: "A", rate: .zero, isIncluded: true)])
        let catalogue = try Catalogue(
            currency: .eur, taxes: taxes, departments: [Department(name: "All", taxClass: "A")],
            products: [
                Product(code: pen, plu: "11", name: "Pen, blue", department: "All", price: euros(250), taxClass: "A"),
                Product(code: "100", name: "Book about pens", department: "All", price: euros(1000), taxClass: "A"),
                Product(code: "7", plu: "70", name: "Flowers", department: "All", price: nil, taxClass: "A"),
                Product(code: "8", plu: "80", name: "Gift", department: "All", price: euros(0), taxClass: "A"),
            ])
        return RegisterSetup(
            catalogue: catalogue,
            people: [
                RegisterPerson(id: "anna", name: "Anna", role: .cashier),
                RegisterPerson(id: "mia", name: "Mia", role: .manager),
            ], permissions: permissions, cashRounding: CashRounding(step: step) ?? .none,
            largestDifference: largestDifference, reasons: reasons, lane: "L1",
            receipts: ReceiptContext(
                merchant: ReceiptMerchant(name: "Café Zoë"), time: ReceiptTime(milliseconds: 0, offsetMinutes: 60),
                locale: ReceiptLocale([.english: "en-GB", .german: "de-DE", .french: "fr-FR"][language] ?? "en-GB")),
            tips: TippingRules(
                .eur, fixedAmounts: [50, 100], percentages: [10, 15, 20], smartTipThreshold: 1000))
    }

    /// A till at which Anna has signed in and counted 100.00 into the drawer.
    static func opened(
        _ language: TillLanguage = .english, hasCustomer: Bool = false, step: Int64 = 1,
        permissions: Permissions = Permissions()
    ) throws -> TillRig {
        var rig = TillRig(try setup(language, hasCustomer: hasCustomer, step: step, permissions: permissions))
        rig.signIn()
        rig.line("2")
        rig.key(2)
        return rig
    }
}
