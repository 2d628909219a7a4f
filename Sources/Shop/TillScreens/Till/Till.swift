import TenderModel
public import TenderSale

/// A whole till: the register, and the screens by which people work it.
///
/// Pure: events go in, actions come out, in order. `TillView` draws a picture of it.
public struct Till: Hashable, Sendable {
    /// The setup, constant while a ticket is open.
    public internal(set) var setup: TillSetup
    /// The register, which sells, takes payments and counts.
    public internal(set) var register: Register
    /// The console: the line that everything is typed into, the help, and the question before the end.
    public internal(set) var console: Console
    /// The current page.
    public internal(set) var page = TillPage.starting
    /// Whether nothing is shown or done until somebody unlocks it.
    public internal(set) var isLocked = false
    /// The running charge, refund or saving of a card; `nil` without one.
    public internal(set) var charge: CardPanel?
    /// Whether the keys belong to the simulated customer.
    public internal(set) var isCustomersTurn = false
    /// The reader's condition.
    public internal(set) var reader = ReaderCondition(status: .notConnected)
    /// Whether a card is in the reader's slot.
    var isCardIn = false
    /// Whether the reader has told the customer to take that card out.
    var isRemovalAsked = false
    /// Whether the customer's card is to be taken out of the reader.
    public var hasCardToRemove: Bool { isCardIn && isRemovalAsked }
    /// The readers of the last search.
    public internal(set) var foundReaders: [FoundReader] = []
    /// The findings of the last reader diagnosis.
    public internal(set) var diagnosis: [String] = []
    /// The payments that somebody has to look at.
    public internal(set) var pending: [PendingPayment] = []
    /// Whether the journal has told them.
    public internal(set) var knowsPending = false
    /// The offline queue.
    public internal(set) var offline = OfflineQueue()
    /// The printer's condition.
    public internal(set) var printer = PrinterCondition.none
    /// The condition of the journal's copy at head office; `nil` for a till without one.
    public internal(set) var chain: ChainCondition?
    /// The simulated customer's condition; `nil` without one.
    public internal(set) var customer: CustomerCondition?
    /// The last print.
    public internal(set) var paper: Receipt?
    /// Whether the last print was a reprint.
    var isPaperDuplicate = false
    /// Whether it is unknown what the journal holds, so that nothing is done until the till is restarted.
    public internal(set) var isInDoubt = false
    /// The scans that sold nothing and that nobody has acknowledged, oldest first.
    public internal(set) var unsold: [UnsoldScan] = []
    /// The number of further ones that were not kept.
    public internal(set) var furtherUnsold = 0
    /// The time, in milliseconds since 1970, UTC.
    public internal(set) var now: Int64 = 0

    /// What head office has published, until the till sells with it.
    var published: PublishedSetup?
    var pin: PINEntry?
    /// The count for closing a shift that has yet to end.
    var closing: CashCount?
    /// The count from before another page was shown.
    var keptCount: CountEntry?
    /// The keys typed before the till could tell what they are for.
    var typedAhead = TypedAhead()
    /// Whether a PIN was right, and what it allows is still being written.
    var isPINAnswered = false
    /// Whether keys are being handled that were typed before the screen showed its current content.
    var isCatchingUp = false
    /// The characters that came as fast as a scan while a question was open.
    var fastCharacters = ""

    /// Creates a till that has read nothing of the journal.
    public init(_ setup: TillSetup, size: GridSize) {
        self.setup = setup
        register = Register(setup.register)
        console = Console(
            size: size, language: setup.language, currency: setup.register.catalogue.currency,
            frame: FrameContent(shop: setup.shop, till: setup.register.lane))
    }

    /// The register's question, over any page; `nil` without one.
    public var question: RegisterQuestion? { register.question }
    /// The number of PIN digits typed, and whose PIN it is; `nil` when none is requested.
    public var pinEntry: (personID: String, digits: Int, isChecking: Bool)? {
        pin.map { ($0.personID, $0.count, $0.isChecking) }
    }

    var language: TillLanguage { setup.language }

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - time: When, in milliseconds since 1970, UTC.
    /// - Returns: The actions, in order; if one fails, the next is not carried out.
    public mutating func handle(_ event: TillEvent, at time: Int64) -> [TillAction] {
        now = time
        defer { fillFrame() }
        return take(event) + takeTypedAhead() + adoptPublished()
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

    private mutating func take(_ input: ConsoleEvent) -> [TillAction] {
        switch input {
        case .resized: return forward(input)
        case .scanned(let code): return scan(code)
        case .key(let key, let isFast): return press(key, isFast: isFast)
        }
    }

    /// Passes an input to the register, and does what follows.
    mutating func tell(_ input: RegisterEvent) -> [TillAction] { run(register.handle(input, at: now)) }

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
        console.frame.chain = chainMark
        console.frame.time = clock
        console.frame.notes = notes
    }

    /// The notes that stay in sight until somebody looked into them.
    private var notes: [StateMark] {
        guard page != .starting else { return [] }
        var notes: [StateMark] = []
        if hasCardToRemove { notes.append(StateMark(.warning, PageText.display(.removeCard).text(language))) }
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

    /// The hours and minutes of the shop's clock.
    private var clock: String {
        let minutes = now / 60_000 + Int64(setup.register.receipts.time.offsetMinutes)
        let ofDay = Int(((minutes % 1440) + 1440) % 1440)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return now == 0 ? "" : "\(two(ofDay / 60)):\(two(ofDay % 60))"
    }

    /// The gateway's state according to the last calls; nothing is sent for the light alone.
    private var gatewayMark: StateMark {
        let word = PageText.gateway(offline.isOnline).text(language)
        switch offline.isOnline {
        case true?: return StateMark(.good, word)
        case false?: return StateMark(.bad, word)
        case nil: return StateMark(.unknown, word)
        }
    }

    private var chainMark: StateMark? {
        guard let chain else { return nil }
        let word = PageText.chain(chain) { text(ofTime: $0) }.text(language)
        return StateMark(chain.problem != nil ? .bad : chain.waiting > 0 ? .warning : .good, word)
    }

    /// Returns the hours and minutes of a moment by the shop's clock; the date for another day.
    func text(ofTime milliseconds: Int64) -> String {
        let offset = setup.register.receipts.time.offsetMinutes
        let moment = ReceiptTime(milliseconds: milliseconds, offsetMinutes: offset).local
        let today = ReceiptTime(milliseconds: now, offsetMinutes: offset).local
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        guard (moment.year, moment.month, moment.day) != (today.year, today.month, today.day) else {
            return "\(two(moment.hour)):\(two(moment.minute))"
        }
        return "\(moment.year)-\(two(moment.month))-\(two(moment.day))"
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
