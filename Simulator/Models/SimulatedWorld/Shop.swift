import SimulatedCard
import SimulatedPayments
import SimulatedReader
import TenderFlow
import TenderModel
import TenderRecords

/// A shop, its gateway and its bank in one value: a few lanes in one process with one journal, one virtual clock.
///
/// Each lane has a `TerminalMachine`, the product's own, and all its actions are carried out without waiting: anything
/// that takes time is scheduled on the timeline. The world has a network, a disk, readers, clocks, customers, cashiers
/// and an oracle, and decides nothing about a payment.
struct Shop {
    /// The plan of a shop.
    struct Plan {
        var seed: UInt64
        var lanes: Int
        var sales: Int
        var faults: FaultLevel
        /// The only faults that may happen; `nil` for all.
        var allowed: Set<Faults.ID>?
        /// The only sales that are made, by name; `nil` for all.
        var onlySales: Set<String>?
        /// The points at which the power is cut, besides those of the faults.
        var cuts: [Int] = []
        /// A scenario in place of drawn sales.
        var scenario: Scenario?
        /// A deliberate flaw of the driver, which proves that the invariants can fail.
        var flaw: DriverFlaw?
        var keepsText = false
    }

    /// A scheduled event.
    enum Event {
        /// A request arrives at the gateway.
        case arrival(Int, isCopy: Bool)
        /// A slow gateway executes a request.
        case execution(Int)
        /// The answer arrives at the process, or it is known that none will.
        case answer(Int)
        /// No connection could be made.
        case notSent(Int)
        /// A lane's machine receives an event.
        indirect case told(lane: Int, TerminalMachine.Event)
        case timer(lane: Int, Errand)
        /// Somebody manages stored payments.
        case manage(lane: Int, Care)
        case readerTimer(lane: Int, ReaderScriptMachine.TimerID)
        case collectionEnded(lane: Int, Int)
        case opened(lane: Int, Serial, Bool)
        case commitBegins
        case commitEnds(fails: Bool, isDurable: Bool)
        /// The process starts.
        case boot(isRestart: Bool)
        /// The cashier hears something, or acts.
        case note(lane: Int, Int)
        case act(lane: Int, plan: Int)
        /// A colleague captures a sale's hold in the dashboard.
        case captureElsewhere(sale: Int, String)
        case pressStop(lane: Int, command: CommandID, CancelMode)
    }

    /// The season in the shop's life.
    enum Season { case open, settling, restarted }

    static let unixStart: Int64 = 1_800_000_000_000

    let plan: Plan
    var now: Int64 = 0
    var timeline = Timeline<Event>()
    var faults: Faults
    var trace: Trace
    var payments: SimulatedPayments
    var disk = SimulatedDisk()
    var journal = SimulatedJournal()
    var lanes: [Lane] = []
    var exchanges: [Exchange] = []
    var notes: [(note: Note, sale: Int)] = []
    var collected: [(number: UInt64, result: Result<CollectedCard, ReaderError>)] = []
    /// The refunds and calls that were too old to be sent when somebody last requested them.
    var leftToPeople: Set<IdempotencyKey> = []
    /// Whether what earlier processes left was handed out.
    var isLeftTaken = false
    /// The time until which no gateway can be reached.
    var outageUntil: Int64 = -1
    /// The times until which the gateway reports intents as processing.
    var processing: [String: Int64] = [:]
    /// The times until which the gateway reports refunds as pending.
    var pendingRefunds: [String: Int64] = [:]
    /// The newest decline of each intent.
    var declines: [String: DirectAnswer] = [:]
    /// The chip cards of the customers.
    var wallet: ChipWallet
    var sales: [Sale] = []
    /// The number of sales begun or skipped.
    var begun = 0
    /// The connected account that gets shares, once there is one.
    var seller: String?
    /// The transfers that the oracle knows.
    var noted: Set<String> = []
    /// The sale of each intent that the gateway has.
    var saleOfIntent: [String: Int] = [:]
    /// The settings of the shop's tills; two shops of five finish forgotten holds by a rule.
    static func configuration(_ seed: UInt64) -> TerminalMachine.Configuration {
        let holds: HoldPolicy =
            switch SplitMix64.draw(seed, 0x401D) % 5 {
            case 0: HoldPolicy(rules: [HoldRule(.release, .olderThan(holdAge))], longestPause: .seconds(300))
            case 1: HoldPolicy(rules: [HoldRule(.capture, .olderThan(holdAge))], longestPause: .seconds(300))
            default: .none
            }
        return TerminalMachine.Configuration(
            policy: PaymentPolicy(presentCard: .seconds(60), claimsOnReturn: false), offline: offlineLimits,
            keepsCards: true, holds: holds)
    }

    /// The age in seconds from which a hold counts as forgotten.
    static let holdAge: Int64 = 600

    /// The number of the process's life: events scheduled by an earlier one are dropped.
    var epoch = 1
    var isUp = true
    var boot: UInt64 = 1
    var bootedAt: Int64 = 0
    var wallSkew: Int64 = 0
    var slept: Int64 = 0
    var diskIsFullUntil: Int64 = -1
    var commits = 0
    var collections: UInt64 = 0
    var randomDraws: UInt64 = 0
    var cardsSeen = 0

    /// The number of writes and sends so far: the points where the power can be cut.
    var points = 0
    var crashes = 0
    var unknownsResolved = 0
    var holdsDecided = 0
    /// When the newest authorization of each intent first left, from the records themselves.
    var requested: [String: Stamp] = [:]
    var violations: [Violation] = []
    var season = Season.open
    /// The number of requests sent to each endpoint, for scenarios.
    var sent: [Endpoint: Int] = [:]

    init(_ plan: Plan) {
        self.plan = plan
        faults = Faults(
            seed: plan.seed, level: plan.faults, lanes: plan.lanes, sales: plan.sales, allowed: plan.allowed)
        wallet = ChipWallet(seed: SplitMix64.draw(plan.seed, 0xC41F))
        trace = Trace(seed: plan.seed, keepsText: plan.keepsText)
        let seed = (0..<8).map { UInt8(truncatingIfNeeded: plan.seed >> (8 * $0)) }
        payments = SimulatedPayments(seed: seed, recordsEvents: false)
        outageUntil = plan.scenario?.outage ?? -1
        for lane in 0..<plan.lanes {
            let script = plan.scenario?.script ?? readerScript(lane)
            let machine = ReaderScriptMachine(script: script, device: UInt32(lane + 1), counter: 0)
            let name = Reader(
                id: "reader-\(lane)", model: "SimulatedReader", serialNumber: "SIM-\(lane)",
                discoveryMethod: .simulated,
                simulated: true)
            lanes.append(Lane(reader: machine, name: name, Self.configuration(plan.seed)))
        }
    }

    /// Runs the shop to the end of its sales, lets everything settle, restarts it once more, and checks it.
    mutating func run() {
        for lane in lanes.indices { act(lane, in: Int64(lane) * 37 + 1) }
        drain(until: Self.longestDay)
        if !cashiersAreDone { violate(.liveness, nil, "the cashiers are not done after \(Self.longestDay) ms") }
        settle()
        checkAtTheEnd()
        restartOnceMore()
        trace.add(text: "\(journal.headHash)")
    }

    /// The time within which every outcome must be known once faults have stopped.
    static let settlingBound: Int64 = 4 * 3600 * 1000
    static let longestDay: Int64 = 90 * 24 * 3600 * 1000

    var cashiersAreDone: Bool {
        begun >= plan.sales && lanes.allSatisfy { $0.cashier.sale == nil }
    }

    /// Stops the faults and waits until nothing is scheduled any more.
    private mutating func settle() {
        season = .settling
        faults.areOver = true
        diskIsFullUntil = -1
        outageUntil = -1
        if !isUp { drain(until: now + 60_000) }
        drain(until: now + Self.settlingBound)
        closeTheDay()
        drain(until: now + Self.settlingBound)
        if let event = goingOn {
            violate(
                .liveness, nil,
                "something is still going on \(Self.settlingBound) ms after the last fault: \("\(event)".prefix(200))")
        }
    }

    /// Something that is scheduled besides the next query of what nobody can know, and the looks at the holds, which never
    /// end.
    private var goingOn: Event? {
        timeline.first(where: { entry in
            guard entry.epoch == 0 || entry.epoch == epoch else { return false }
            if case .told(_, .holds) = entry.event { return false }
            guard case .timer(let lane, let errand) = entry.event else { return true }
            return lanes[lane].timers.contains(errand) && !lanes[lane].machine.isPauseOfFollowing(errand)
        })?.event
    }

    /// Restarts once more: recovery finds nothing to do any more, so a second one equals the first.
    ///
    /// The gateway is compared with itself left alone for as long: a hold may lapse meanwhile.
    private mutating func restartOnceMore() {
        var untouched = self
        let unresolved = journal.book.openPayments.map(\.intentID)
        season = .restarted
        crash(byPowerCut: false, .kept)
        crashes -= 1
        drain(until: now + Self.settlingBound)
        (untouched.now, untouched.slept) = (now, slept)
        let money = booked()
        if money == nil || money != untouched.booked() {
            violate(.recoveryRepeats, nil, "another restart moved money")
        }
        if journal.book.openPayments.map(\.intentID) != unresolved {
            violate(.recoveryRepeats, nil, "another restart changed what is open")
        }
        checkNothingIsUnresolved("after another restart")
    }

    private mutating func drain(until end: Int64) {
        var count = 0
        while let entry = timeline.next() {
            if entry.time > end {
                timeline.add(entry.event, at: entry.time, epoch: entry.epoch)
                return
            }
            now = max(now, entry.time)
            guard entry.epoch == 0 || entry.epoch == epoch else { continue }
            handle(entry.event)
            count += 1
            if count & 15 == 0 { mayJump() }
            if season == .restarted, goingOn == nil { return }
            if violations.count > 8 || (season == .open && cashiersAreDone && !faults.areOver) { return }
        }
    }

    private mutating func handle(_ event: Event) {
        switch event {
        case .arrival(let exchange, let isCopy): arrive(exchange, isCopy: isCopy)
        case .execution(let exchange): execute(exchange, held: exchanges[exchange].held)
        case .answer(let exchange): answered(exchange)
        case .notSent(let exchange): notSent(exchange)
        case .told(let lane, let news): handle(news, lane)
        case .timer(let lane, let errand): timerFired(lane, errand)
        case .manage(let lane, let care): take(care, lane)
        case .readerTimer(let lane, let timer): readerTimerFired(lane, timer)
        case .collectionEnded(let lane, let result): collectionEnded(lane, result)
        case .opened(let lane, let serial, let isOpen): opened(lane, serial, isOpen)
        case .commitBegins: beginCommit()
        case .commitEnds(let fails, let isDurable): endCommit(fails: fails, isDurable: isDurable)
        case .boot(let isRestart): start(isRestart: isRestart)
        case .note(let lane, let note): hear(lane, notes[note])
        case .captureElsewhere(let sale, let intent): captureElsewhere(sale, intent)
        case .act(let lane, let plan): if lanes[lane].cashier.plan == plan { act(lane) }
        case .pressStop(let lane, let command, let mode): pressStop(lane, command, mode)
        }
    }

    // MARK: - Time

    /// The current moment according to the machine.
    var stamp: Stamp {
        Stamp(
            unixMilliseconds: Self.unixStart + now + slept + wallSkew, upMilliseconds: now + slept - bootedAt,
            boot: boot)
    }

    /// The gateway's clock, in seconds.
    var gatewayTime: Int64 { (Self.unixStart + now + slept) / 1000 }

    /// Schedules an event of the process, which is dropped when the process ends.
    mutating func plan(_ event: Event, in delay: Int64) { timeline.add(event, at: now + delay, epoch: epoch) }

    /// Schedules an event of the outside world.
    mutating func planOutside(_ event: Event, in delay: Int64) { timeline.add(event, at: now + delay, epoch: 0) }

    private mutating func mayJump() {
        if faults.strike(.clockForward, 0) { wallSkew += faults.number(in: 1000...50_000_000) }
        if faults.strike(.clockBack, 0) { wallSkew -= faults.number(in: 1000...50_000_000) }
        if faults.strike(.sleep, 0) {
            slept += faults.number(in: 40_000_000...100_000_000)
            trace.note(1, slept, text: "\(now): the machine slept: \(slept) ms in all")
        }
    }

    /// Returns the next random number of this seed.
    mutating func random() -> UInt64 {
        randomDraws += 1
        return SplitMix64.draw(plan.seed ^ 0x7A, randomDraws)
    }

    /// Returns a whole number that depends only on its name.
    mutating func whim(_ range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound + Int64(random() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    // MARK: - The life of the process

    /// Marks a point where the power can be cut, or the process killed.
    ///
    /// - Returns: Whether that happened.
    mutating func point(_ fate: SimulatedDisk.Fate, _ lane: Int = 0) -> Bool {
        points += 1
        if plan.cuts.contains(points) {
            crash(byPowerCut: true, fate)
            return true
        }
        guard plan.faults != .none else { return false }
        if faults.strike(.powerCut, lane) {
            crash(byPowerCut: true, drawnFate())
            return true
        }
        if faults.strike(.processKilled, lane) {
            crash(byPowerCut: false, .lost)
            return true
        }
        return false
    }

    private func drawnFate() -> SimulatedDisk.Fate {
        switch faults.number(in: 0...2) {
        case 0: .lost
        case 1: .kept
        default: .torn(permille: faults.number(in: 0...999))
        }
    }

    mutating func crash(byPowerCut: Bool, _ fate: SimulatedDisk.Fate) {
        trace.note(
            2, byPowerCut ? 1 : 0, text: "\(now): \(byPowerCut ? "power cut" : "the process is killed"), \(fate)")
        crashes += 1
        epoch += 1
        isUp = false
        disk.powerCut(fate)
        for lane in lanes.indices {
            lanes[lane].crash()
            perform(lanes[lane].reader.handle(.disconnect), lane)
            lanes[lane].readerTimers = []
        }
        isLeftTaken = false
        journal = SimulatedJournal()
        if byPowerCut {
            boot += 1
            bootedAt = now + slept
        }
        for lane in lanes.indices { cashierSeesCrash(lane) }
        timeline.add(.boot(isRestart: true), at: now + whim(1000...30_000), epoch: epoch)
    }

    /// Starts the process: reads the journal, and continues what is unresolved.
    private mutating func start(isRestart: Bool) {
        isUp = true
        for wrong in journal.open(disk) { violate(.brokenChain, nil, wrong) }
        trace.note(
            3, Int64(journal.count), text: "\(now): the process starts with \(journal.count) records")
        let epoch = self.epoch
        for lane in lanes.indices {
            handle(.started, lane)
            guard epoch == self.epoch else { return }
        }
        cashiersGoOn()
    }

    private mutating func cashiersGoOn() {
        for lane in lanes.indices where season != .restarted { act(lane, in: 500) }
    }

    /// Returns what the gateway has booked by now, sale by sale, and the newest transfers.
    private mutating func booked() -> Money? {
        guard let search = writtenTransferSearch(nil),
            let transfers = payments.handle(search, fault: nil, now: gatewayTime)
        else { return nil }
        let ledgers = sales.map { sale in sale.allIntents.map { payments.ledger(paymentIntent: $0) } }
        return Money(ledgers: ledgers, transfers: transfers)
    }

    private struct Money: Equatable {
        var ledgers: [[LedgerEntry?]]
        var transfers: DirectAnswer
    }
}
