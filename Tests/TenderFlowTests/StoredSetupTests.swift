import TenderModel
import TenderTestSupport
import Testing

@testable import TenderFlow

/// A terminal that takes cards offline, whose journal answers at once; the reader and the gateway are by hand.
private struct Desk {
    static let parameters = SetupIntent(
        offline: SetupIntentParameters(customer: "cus_1", paymentMethodTypes: [.cardPresent]), base: "k"
    ).parameters
    static let id = "offline_seti_k"
    private static let limit = Amount(minorUnits: 1000, currency: .eur)

    private(set) var machine: TerminalMachine
    private(set) var histories: [String: PaymentHistory] = [:]
    /// What was answered, told and done, in words.
    private(set) var words: [String] = []
    /// The requests to the gateway, in words.
    private(set) var requests: [String] = []
    /// Whether the journal's records cannot be read.
    var isUnreadable = false
    /// Whether the reads of the journal wait.
    var holdsReads = false
    /// Whether records are lost, except those of stored cards.
    var losesRecords = false
    /// Whether each request was first sent too long ago.
    var isTooOld = false
    private var reads: [(Errand, String)] = []
    private var timers: [(Errand, Duration)] = []
    private var collection: Errand?
    private var exchange: Errand?
    private var opening: Serial = 0
    private var last: CommandID = 1

    init(_ method: DiscoveryMethod = .usb, left: [PaymentHistory] = []) {
        let policy = PaymentPolicy(maximumSends: 1, maximumAsks: 1, unknownPause: .seconds(105))
        machine = TerminalMachine(
            .init(
                policy: policy, offline: OfflineLimits(perPayment: [Self.limit], stored: [Self.limit]),
                keepsCards: true))
        for history in left { histories[history.intentID] = history }
        let reader = Reader(id: "r", model: "r", serialNumber: "1", discoveryMethod: method, simulated: true)
        handle(.started)
        handle(.command(1, .connect(reader)))
        handle(.opened(opening, reader))
        words = []
    }

    var isCollecting: Bool { collection != nil }

    // MARK: - What happens

    @discardableResult
    mutating func ask(_ command: TerminalMachine.Command) -> CommandID {
        last += 1
        handle(.command(last, command))
        return last
    }

    @discardableResult
    mutating func process(customer: String = "cus_1", _ consent: AllowRedisplay = .always) -> CommandID {
        var parameters = Self.parameters
        parameters.customer = customer
        let wish = CardWish.offlineSetup(OfflineSetupWish(parameters, allowRedisplay: consent))
        return ask(.present(wish, .init(confirmsAtOnce: true), .reject))
    }

    mutating func card() {
        guard let errand = collection else { return }
        collection = nil
        handle(.collected(errand, CardDetails()))
    }

    mutating func answer(_ reply: RequestMachine.Reply, _ made: TerminalMachine.Made? = nil, _ why: GatewayReply? = nil)
    {
        guard let errand = exchange else { return }
        exchange = nil
        handle(.requestAnswered(errand, .init(reply, made, network: .online, failure: why)))
    }

    /// Answers the request that creates the SetupIntent.
    mutating func create(_ id: String = "seti_1") {
        answer(.succeeded, .setup(SetupFacts(id: id, status: .requiresPaymentMethod)))
    }

    mutating func releaseReads() {
        holdsReads = false
        while !reads.isEmpty { releaseRead() }
    }

    /// Answers the oldest read that waits.
    mutating func releaseRead() {
        guard !reads.isEmpty else { return }
        let (errand, id) = reads.removeFirst()
        read(errand, id)
    }

    mutating func fire(_ duration: Duration) {
        guard let index = timers.lastIndex(where: { $0.1 == duration }) else { return }
        handle(.timerFired(timers.remove(at: index).0))
    }

    /// Ends the process; the next one has the same journal.
    func restarted() -> Desk { Desk(left: histories.values.sorted { $0.intentID < $1.intentID }) }

    // MARK: - The shell

    private mutating func handle(_ event: TerminalMachine.Event) {
        for action in machine.handle(event, Chance(1, UInt64(last))) { perform(action) }
    }

    private mutating func perform(_ action: TerminalMachine.Action) {
        switch action {
        case .open(let serial, _): opening = serial
        case .collect(let errand, _): collection = errand
        case .request(let errand, let request, _):
            exchange = errand
            requests.append(Self.word(request))
        case .append(let errand, let entry): if !losesRecords { write(errand, entry) }
        case .store(let errand, let storage): write(errand, storage.entry(card: CardDetails(), digest: ""))
        case .check(let errand, _): handle(.appended(errand, nil))
        case .takeUnresolved(let errand):
            let left = histories.values.filter { $0.isUnresolved || $0.isRequestUnresolved }
            handle(.histories(errand, left.sorted { $0.intentID < $1.intentID }))
        case .readOpen(let errand): handle(.histories(errand, histories.values.filter(\.isOpen)))
        case .readHistory(let errand, let id): holdsReads ? reads.append((errand, id)) : read(errand, id)
        case .readPayload(let errand, _): handle(.payloadRead(errand, .ready))
        case .startTimer(let errand, let duration): timers.append((errand, duration))
        case .stopTimer(let errand): timers.removeAll { $0.0 == errand }
        case .answer(let ids, let answer): for id in ids { words.append("\(id) \(Self.word(answer))") }
        default: break
        }
    }

    private mutating func read(_ errand: Errand, _ id: String) {
        let error = JournalError(.failed, message: "unreadable")
        handle(isUnreadable && histories[id] != nil ? .unreadable(errand, error) : .history(errand, histories[id]))
    }

    private mutating func write(_ errand: Errand, _ entry: JournalEntry) {
        if isTooOld, case .setupLeaving = entry.event {
            return handle(.appended(errand, JournalError(.keyTooOld, message: "too old")))
        }
        let stamp = Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 1)
        let record = RecordedEntry(sequence: 1, stamp: stamp, entry: entry)
        if histories[entry.intentID]?.apply(record) == nil { histories[entry.intentID] = PaymentHistory(record) }
        handle(.appended(errand, nil))
    }

    private static func word(_ request: TerminalMachine.SingleRequest) -> String {
        switch request {
        case .createSetup(_, let key): "create \(key.rawValue)"
        case .setup(let wish, let key, _): "save \(wish.setupIntent) \(key.rawValue)"
        case .cancelSetup(let id, let key): "cancel \(id) \(key.rawValue)"
        case .readSetup(let id, _): "read \(id)"
        default: "\(request)"
        }
    }

    private static func word(_ answer: TerminalMachine.Answer) -> String {
        switch answer {
        case .setupStored: "stored"
        case .done: "done"
        case .refused(.busy): "busy"
        case .refused(.notSupported): "not supported"
        case .refused(.setupOfOther): "of another"
        case .refused(.unpaid(.deleted, _)): "canceled"
        case .refused(.stored(.quarantined, _)): "set aside"
        default: "\(answer)"
        }
    }
}

/// A card that is stored to be saved, and its saving, step by step.
@Suite struct StoredSetupTests {
    /// A smart reader has no card before it acts: what it would hand over stands for whoever comes to it later.
    @Test(arguments: [(DiscoveryMethod.usb, true), (.internet, false)])
    func onlyACardThatWasReadIsStored(method: DiscoveryMethod, isTaken: Bool) {
        var desk = Desk(method)
        desk.process()
        #expect(desk.isCollecting == isTaken)
        #expect(desk.words == (isTaken ? [] : ["2 not supported"]))
    }

    /// The application made a SetupIntent under the same key, and a card was saved with it before the process ended.
    @Test(arguments: [RequestMachine.Result.succeeded, .unknown, .notExecuted])
    func noSecondCardIsSentWithASetupIntentOfTheApplication(result: RequestMachine.Result) throws {
        let wish = CardSetup(setupIntent: "seti_1", customer: "cus_1", allowRedisplay: .always)
        let key = IdempotencyKey("own/1/setup")
        let end = RequestEnd(result, object: result == .succeeded ? "pm_1" : nil, isTold: true)
        let stamp = Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 1)
        let events: [JournalEntry.Event] = [.setupLeaving(wish, key, send: 1), .requestSettled(key, end)]
        let known = try #require(
            PaymentHistory(
                folding: events.map {
                    RecordedEntry(
                        sequence: 1, stamp: stamp, entry: JournalEntry(intentID: "seti_1", attempt: 1, event: $0))
                }))
        var desk = Desk(left: [known])
        desk.answer(.lost)
        desk.process()
        desk.card()
        desk.create()
        let next =
            switch result {
            case .succeeded: [String]()
            case .unknown: ["cancel seti_1 own/1/setup/cancel"]
            default: ["create k~2/0/setup"]
            }
        #expect(desk.requests.suffix(1 + next.count) == ["create k/0/setup"] + next)
        #expect((desk.histories[Desk.id]?.offline?.savedAs == "seti_1") == (result == .succeeded))
    }

    /// It is disproved by a cancel; a full disk would be waited for, for ever.
    @Test func aSavingThatIsTooOldIsDisproved() {
        var desk = Desk()
        desk.process()
        desk.card()
        desk.isTooOld = true
        desk.create()
        desk.isTooOld = false
        desk.fire(.seconds(105))
        desk.answer(.succeeded, .setup(SetupFacts(id: "seti_1", status: .canceled)))
        #expect(desk.requests == ["create k/0/setup", "cancel seti_1 k/1/setup/cancel", "create k~2/0/setup"])
    }

    // MARK: - Canceling

    @Test func aCancelBesideACardIsRefused() {
        var desk = Desk()
        desk.holdsReads = true
        desk.process()
        desk.ask(.cancelSetup(Desk.id))
        desk.releaseReads()
        desk.card()
        #expect(desk.words == ["3 busy", "2 stored"])
    }

    @Test func aCanceledSetupIntentTakesNoCard() {
        var desk = Desk()
        desk.ask(.cancelSetup(Desk.id))
        desk.process()
        #expect(desk.words == ["2 done", "3 canceled"])
        #expect(!desk.isCollecting)
    }

    // MARK: - What is told

    @Test(arguments: [("cus_1", AllowRedisplay.always, "stored"), ("cus_2", .always, "of another")])
    func aStoredCardIsOfItsCustomer(customer: String, consent: AllowRedisplay, expected: String) {
        var desk = Desk()
        desk.process()
        desk.card()
        desk.process(customer: customer, consent)
        #expect(desk.words == ["2 stored", "3 \(expected)"])
    }

    @Test func aStoredCardIsOfItsConsent() {
        var desk = Desk()
        desk.process()
        desk.card()
        desk.process(.limited)
        #expect(desk.words == ["2 stored", "3 of another"])
    }

    /// It is on the disk, whatever can be read of it; and it is forwarded once it can be read.
    @Test func aStoredCardThatCannotBeReadIsToldAsStored() {
        var desk = Desk()
        desk.process()
        desk.isUnreadable = true
        desk.card()
        let before = desk.requests
        desk.isUnreadable = false
        desk.fire(ForwardingPolicy().longestPause)
        #expect(desk.words == ["2 stored"])
        #expect(before == [])
        #expect(desk.requests == ["create k/0/setup"])
    }

    /// Nobody was told of it before the power went, and somebody is now: it is released, and then told.
    @Test func aCardOfWhichNobodyWasToldIsReleasedWhenItIsToldAgain() {
        var desk = Desk()
        desk.process()
        desk.losesRecords = true
        desk.card()
        var next = desk.restarted()
        let reason = next.histories[Desk.id]?.offline?.quarantine?.reason
        next.process()
        #expect(reason == .unclaimed)
        #expect(next.words == ["2 stored"])
        #expect(next.requests == ["create k/0/setup"])
        #expect(next.histories[Desk.id]?.isClaimed == true)
    }

    @Test func aCardThatIsSetAsideIsNotToldAsStored() {
        var desk = Desk()
        desk.process()
        desk.card()
        desk.create()
        desk.answer(.refused, nil, .refused(.invalid, nil))
        desk.process()
        #expect(desk.words == ["2 stored", "3 set aside"])
    }

    @Test func aFlushWaitsForTheClaimOfAStoredCard() {
        var desk = Desk()
        desk.process()
        desk.holdsReads = true
        desk.card()
        desk.releaseRead()
        desk.ask(.flush)
        desk.releaseReads()
        #expect(desk.words == ["2 stored", "3 done"])
    }
}
