import TenderFlow
import TenderModel
import TenderRecords

/// Refunds of one payment beside a model of the gateway and a person who asks until told: every order of requests and
/// answers that are lost, late or denied, of records that fail, and of processes that end at any moment.
///
/// They also end between reporting and recording that it was reported. The approval may be one that nobody was told
/// about, and is acknowledged on the way. The product's request machine, records and book decide; a call that moves
/// money shares them.
public struct RefundWorld: Explorable {
    /// The budget of faults.
    public struct Budget: Hashable, Sendable {
        var faults: Int
        var crashes: Int
        var records: Int
    }

    /// One thing that happens.
    public enum Step: Hashable, Sendable {
        case asked, crashed, acknowledged, noted
        case recorded(Int), recordFailed(Int), pauseEnded(Int), ended(Int)
        case sent(Int, Fate)
        case looked(Int, Fate)
        case arrivedLate(String)
    }

    /// The fate of an exchange.
    public enum Fate: String, Hashable, Sendable, CaseIterable {
        case answered, requestLost, answerLost, deniedBefore, deniedAfter, keyInUse
    }

    private struct Run: Hashable {
        var machine: RequestMachine
        let parameters: RefundParameters
        let key: IdempotencyKey
        let isAwaited: Bool
        var next: RequestMachine.Action?
    }

    private static let payment = "pi_1"
    private static let wish = RefundParameters(
        paymentIntent: payment, amount: Amount(minorUnits: 400, currency: .eur))
    private static let policy = PaymentPolicy(maximumSends: 2, maximumAsks: 2)
    private static let now = Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 1)

    private let wanted: Int
    private var budget: Budget
    private var book = JournalBook()
    private var runs: [Run] = []
    /// The refunds that the gateway has made, by key.
    private var made: [String] = []
    private var underWay: [String] = []
    /// The refunds that the person was told about, by key.
    private var told: [String] = []
    /// The refund that was reported, without that being recorded yet.
    private var unnoted: IdempotencyKey?
    /// What all records say, even after the book has dropped the payment.
    private var folded: PaymentHistory?
    private var fault: String?

    /// The explorations of the full bound: one refund, and a deliberate second one after the first.
    public static let full: [(name: String, world: RefundWorld)] = [
        ("a refund", RefundWorld(wanted: 1, Budget(faults: 4, crashes: 3, records: 1))),
        ("two refunds of one amount", RefundWorld(wanted: 2, Budget(faults: 3, crashes: 2, records: 1))),
        (
            "a refund of an approval that nobody was told of",
            RefundWorld(wanted: 1, isUnclaimed: true, Budget(faults: 3, crashes: 2, records: 1))
        ),
    ]

    /// Creates a person who wants a number of refunds.
    public init(wanted: Int, isUnclaimed: Bool = false, _ budget: Budget) {
        self.wanted = wanted
        self.budget = budget
        guard isUnclaimed else { return }
        let facts = IntentFacts(
            id: Self.payment, amount: Amount(minorUnits: 1000, currency: .eur), status: .succeeded)
        write(.settled(.retrieve, .approved(facts), receipt: nil))
    }

    private var history: PaymentHistory? { book.history(of: Self.payment) ?? folded }
    private var isAsking: Bool { runs.contains(where: \.isAwaited) }

    public var steps: [Step] {
        guard fault == nil else { return [] }
        // Whoever asks again waits for the record, and nothing else depends on it.
        if unnoted != nil { return budget.crashes > 0 ? [.noted, .crashed] : [.noted] }
        var steps: [Step] = []
        if !isAsking, told.count < wanted { steps.append(.asked) }
        if !isAsking, !untold.isEmpty || history?.isUnclaimed == true { steps.append(.acknowledged) }
        for (index, run) in runs.enumerated() { steps += self.steps(of: run, index) }
        steps += underWay.map { .arrivedLate($0) }
        if budget.crashes > 0 { steps.append(.crashed) }
        return steps
    }

    private func steps(of run: Run, _ index: Int) -> [Step] {
        let fates = budget.faults > 0 ? Fate.allCases : [.answered]
        switch run.next {
        case .recordLeaving, .recordSettled:
            return [.recorded(index)] + (budget.records > 0 ? [.recordFailed(index)] : [])
        case .send: return fates.map { .sent(index, $0) }
        case .ask: return fates.filter { $0 != .requestLost && $0 != .deniedAfter }.map { .looked(index, $0) }
        case .pause: return [.pauseEnded(index)]
        case .finish, nil: return [.ended(index)]
        }
    }

    public func isOptional(_ step: Step) -> Bool {
        switch step {
        case .crashed, .recordFailed, .arrivedLate: true
        case .sent(_, let fate), .looked(_, let fate): fate != .answered
        case .asked, .acknowledged, .noted, .recorded, .pauseEnded, .ended: false
        }
    }

    public var isFinished: Bool { told.count == wanted && !isAsking && history?.isOpen != true }

    private var untold: [String] { history?.refunds.filter(\.isUntold).map(\.key.rawValue) ?? [] }

    /// No refund twice, none reported that was not made, none reported as not made that was or may be.
    public var violation: String? {
        if let fault { return fault }
        if made.count > told.count + 1 || made.count > wanted {
            return "\(made.count) refunds, and \(told.count) told"
        }
        return told.allSatisfy(made.contains) ? nil : "\(told) told, and \(made) made"
    }

    public func after(_ step: Step) -> Self {
        var next = self
        next.take(step)
        return next
    }

    private mutating func take(_ step: Step) {
        switch step {
        case .asked: ask()
        case .acknowledged: acknowledge()
        case .noted:
            if let unnoted { write(.requestTold(unnoted)) }
            unnoted = nil
        case .crashed:
            budget.crashes -= 1
            restart()
        case .recorded(let index): record(index)
        case .recordFailed(let index):
            budget.records -= 1
            give(index, .recordFailed)
        case .pauseEnded(let index): give(index, .pauseEnded)
        case .ended(let index): end(runs.remove(at: index))
        case .sent(let index, let fate): send(index, fate)
        case .looked(let index, let fate): look(index, fate)
        case .arrivedLate(let key):
            underWay.removeAll { $0 == key }
            execute(key)
        }
    }

    // MARK: - The application

    private mutating func ask() {
        if let open = history?.refund(continuedBy: Self.wish) {
            return begin(open.parameters, open.key, sends: open.openSends, isAwaited: true)
        }
        // A new key for each; one that was never sent is generated again.
        begin(Self.wish, .refund("k\(history?.refunds.count ?? 0)"), sends: 0, isAwaited: true)
    }

    /// Lets somebody look at what is listed: first at an approval, and the next time at what was refunded of it.
    private mutating func acknowledge() {
        if history?.isUnclaimed != true { untold.forEach { tell($0) } }
        write(.acknowledged(by: "a person"))
    }

    private mutating func tell(_ key: String) {
        if !told.contains(key) { told = (told + [key]).sorted() }
    }

    /// Starts a new process, which looks for what the one before left.
    private mutating func restart() {
        (runs, unnoted) = ([], nil)
        for refund in history?.refunds ?? [] where refund.isUnresolved {
            begin(refund.parameters, refund.key, sends: refund.openSends, isAwaited: false)
        }
    }

    private mutating func begin(
        _ parameters: RefundParameters, _ key: IdempotencyKey, sends: Int, isAwaited: Bool
    ) {
        let machine = RequestMachine(.move, policy: Self.policy, resuming: sends, mayLeave: isAwaited)
        runs.append(Run(machine: machine, parameters: parameters, key: key, isAwaited: isAwaited, next: nil))
        give(runs.count - 1, .started)
    }

    private mutating func give(_ index: Int, _ event: RequestMachine.Event) {
        runs[index].next = runs[index].machine.handle(event)
    }

    private mutating func end(_ run: Run) {
        guard run.isAwaited, case .finish(let result)? = run.next else { return }
        switch result {
        case .succeeded:
            tell(run.key.rawValue)
            unnoted = run.key
        case .notExecuted:
            let key = run.key.rawValue
            if made.contains(key) || underWay.contains(key) { fault = "told as not made, and it was or may be" }
        case .unknown, .journalUnavailable: break
        }
    }

    // MARK: - The journal

    private mutating func record(_ index: Int) {
        let run = runs[index]
        let isWritten =
            switch run.next {
            case .recordLeaving(let send): write(.refundLeaving(run.parameters, run.key, send: send))
            case .recordSettled(let result): write(.requestSettled(run.key, RequestEnd(result)))
            case .send, .ask, .pause, .finish, nil: false
            }
        give(index, isWritten ? .recorded : .recordFailed)
    }

    @discardableResult
    private mutating func write(_ event: JournalEntry.Event) -> Bool {
        let entry = JournalEntry(intentID: Self.payment, attempt: 1, event: event)
        let known = folded
        guard let record = try? book.take(entry, at: Self.now, closed: { _ in known }) else { return false }
        if folded == nil { folded = PaymentHistory(record) } else { folded?.apply(record) }
        return true
    }

    // MARK: - The gateway

    private mutating func execute(_ key: String) {
        if !made.contains(key) { made.append(key) }
    }

    private mutating func send(_ index: Int, _ fate: Fate) {
        let key = runs[index].key.rawValue
        if fate != .answered { budget.faults -= 1 }
        let reply: RequestMachine.Reply
        switch fate {
        case .answered: (_, reply) = (execute(key), .succeeded)
        case .answerLost: (_, reply) = (execute(key), .lost)
        case .deniedAfter: (_, reply) = (execute(key), .missing)
        case .deniedBefore: reply = .missing
        case .keyInUse: reply = .tryAgain
        case .requestLost:
            if !underWay.contains(key) { underWay.append(key) }
            reply = .lost
        }
        give(index, .answered(reply, .none))
    }

    private mutating func look(_ index: Int, _ fate: Fate) {
        if fate != .answered { budget.faults -= 1 }
        let isMade = made.contains(runs[index].key.rawValue)
        switch fate {
        case .answered: give(index, .answered(isMade ? .succeeded : .notFound, .none))
        case .deniedBefore: give(index, .answered(.missing, .none))
        case .keyInUse: give(index, .answered(.tryAgain, .none))
        case .requestLost, .answerLost, .deniedAfter: give(index, .answered(.lost, .none))
        }
    }
}
