import TenderModel
public import TenderSale

/// A whole till: the register, and the screens by which people work it.
///
/// Pure: events go in, what is to be done comes out, in order. `TillView` makes a picture of it.
public struct Till: Hashable, Sendable {
    /// What does not change.
    public let setup: TillSetup
    /// What is sold, paid and counted.
    public internal(set) var register: Register
    /// The line in which everything is typed, the help, and the question before the end.
    public internal(set) var console: TillState
    /// What is shown.
    public internal(set) var page = TillPage.starting
    /// Whether nothing is shown and done until somebody unlocks it.
    public internal(set) var isLocked = false
    /// The charge or refund of a card that runs; nil when none does.
    public internal(set) var charge: CardPanel?
    /// Whether the keys are the simulated customer's.
    public internal(set) var isCustomersTurn = false
    /// How the reader stands.
    public internal(set) var reader = ReaderCondition(status: .notConnected)
    /// The readers that were found last.
    public internal(set) var foundReaders: [FoundReader] = []
    /// What was found to be wrong with the reader.
    public internal(set) var diagnosis: [String] = []
    /// The payments that somebody has to look at.
    public internal(set) var pending: [PendingPayment] = []
    /// What is stored offline.
    public internal(set) var offline = OfflineQueue()
    /// How the printer stands.
    public internal(set) var printer = PrinterCondition.none
    /// How the simulated customer stands; nil without one.
    public internal(set) var customer: CustomerCondition?
    /// What was printed last.
    public internal(set) var paper: Receipt?
    /// Whether that was printed again.
    var isPaperDuplicate = false
    /// Whether nobody knows what the journal holds, so that nothing is done until the till is started again.
    public internal(set) var isInDoubt = false
    /// The scans that sold nothing, and that nobody has acknowledged, oldest first.
    public internal(set) var unsold: [UnsoldScan] = []
    /// How many more there were than are kept.
    public internal(set) var furtherUnsold = 0
    /// The time, in milliseconds since 1970, UTC.
    public internal(set) var now: Int64 = 0

    var pin: PINEntry?
    /// What was counted to close a shift that is still to be ended.
    var closing: CashCount?
    /// What was counted before another page was looked at.
    var keptCount: CountEntry?
    /// What was typed before the till could tell what it is for.
    var typedAhead = TypedAhead()
    /// Whether a PIN was right, and what it allows is still being written.
    var isPINAnswered = false
    /// Whether keys are taken that were typed before the screen showed what is there now.
    var isCatchingUp = false
    /// What came as fast as a scan while a question was open.
    var fastCharacters = ""

    /// Begins with nothing read from the journal.
    public init(_ setup: TillSetup, size: GridSize) {
        self.setup = setup
        register = Register(setup.register)
        console = TillState(
            size: size, language: setup.language, currency: setup.register.catalogue.currency,
            frame: FrameContent(shop: setup.shop, till: setup.register.lane))
    }

    /// What the register asks, over any page; nil for nothing.
    public var question: RegisterQuestion? { register.question }
    /// How many digits of a PIN are typed, and whose it is; nil when none is asked for.
    public var pinEntry: (personID: String, digits: Int, isChecking: Bool)? {
        pin.map { ($0.personID, $0.count, $0.isChecking) }
    }

    var language: TillLanguage { setup.language }

    /// Something happened.
    ///
    /// - Parameters:
    ///   - event: What.
    ///   - time: When, in milliseconds since 1970, UTC.
    /// - Returns: What is to be done, in this order; an action that fails is not followed by the next.
    public mutating func handle(_ event: TillEvent, at time: Int64) -> [TillAction] {
        now = time
        defer { fillFrame() }
        return take(event) + takeTypedAhead()
    }

    private mutating func take(_ event: TillEvent) -> [TillAction] {
        switch event {
        case .input(let input): return take(input)
        case .register(let input):
            if case .restored = input { return run(register.handle(input, at: now)) + begin() }
            return run(register.handle(input, at: now))
        case .news(let news): return take(news)
        case .tick: return []
        }
    }

    private mutating func take(_ input: TillInput) -> [TillAction] {
        switch input {
        case .resized: return forward(input)
        case .scanned(let code): return scan(code)
        case .key(let key, let isFast): return press(key, isFast: isFast)
        }
    }

    /// Tells the register something, and does what follows.
    mutating func tell(_ input: RegisterInput) -> [TillAction] { run(register.handle(input, at: now)) }

    /// Shows an answer until the next key.
    mutating func show(_ kind: StateMark.Kind?, _ text: Translation) {
        console.show(MessageLine(kind, text.text(language)))
    }

    private mutating func fillFrame() {
        console.frame.cashier = register.person?.name
        console.frame.shift = register.book.shift?.number
        console.frame.total = shownTotal
        console.frame.isPartlyPaid = register.ticket?.legs.contains(where: \.isPaid) ?? false
        console.frame.reader = readerMark
        console.frame.gateway = gatewayMark
        console.frame.time = clock
        console.frame.notes = notes
    }

    /// What stays in sight until somebody looked into it.
    private var notes: [StateMark] {
        guard page != .starting else { return [] }
        var notes: [StateMark] = []
        if !unsold.isEmpty {
            notes.append(StateMark(.bad, PageText.unsold(unsold.count + furtherUnsold).text(language)))
        }
        if isInDoubt { notes.append(StateMark(.bad, PageText.restart.text(language))) }
        let unresolved = unresolvedPayments.count
        if unresolved > 0 { notes.append(StateMark(.unknown, PageText.unresolved(unresolved).text(language))) }
        if !register.parked.isEmpty {
            notes.append(StateMark(.warning, PageText.parkedTickets(register.parked.count).text(language)))
        }
        if case .failed = printer { notes.append(StateMark(.warning, PageText.notPrinted.text(language))) }
        if !offline.entries.isEmpty {
            notes.append(StateMark(.warning, PageText.offline(offline.entries.count).text(language)))
        }
        return notes
    }

    private var shownTotal: Amount? {
        register.ticket.map { $0.legs.contains(where: \.isPaid) ? $0.remainingWithTips : $0.totalWithTips }
    }

    /// Hours and minutes of the shop's clock.
    private var clock: String {
        let minutes = now / 60_000 + Int64(setup.register.receipts.time.offsetMinutes)
        let ofDay = Int(((minutes % 1440) + 1440) % 1440)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return now == 0 ? "" : "\(two(ofDay / 60)):\(two(ofDay % 60))"
    }

    /// What the last calls came to; nothing is asked for the light alone.
    private var gatewayMark: StateMark {
        let word = PageText.gateway(offline.isOnline).text(language)
        switch offline.isOnline {
        case true?: return StateMark(.good, word)
        case false?: return StateMark(.bad, word)
        case nil: return StateMark(.unknown, word)
        }
    }

    private var readerMark: StateMark {
        let word = PageText.reader(reader.status).text(language)
        switch reader.status {
        case .connected: return StateMark(reader.problem == nil ? .good : .warning, word)
        case .connecting, .discovering: return StateMark(.unknown, word)
        default: return StateMark(.warning, word)
        }
    }
}
