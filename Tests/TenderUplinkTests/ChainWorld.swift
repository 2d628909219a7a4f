import TenderRecords
import TenderTestSupport
import TenderUplink

/// Uplinks of one journal and its clones beside a model of the server: every order of records, lost requests and answers,
/// crashes, a server and journals that are restored from backups, files that are cloned, and a lane that is blocked for a while.
struct ChainWorld: Explorable {
    /// How often each thing may happen.
    struct Budget: Hashable {
        var records = 3
        var faults = 0
        var crashes = 0
        var serverRestores = 0
        var journalRestores = 0
        var clones = 0
        var blocks = 0
    }

    /// One thing that happens.
    enum Step: Hashable {
        case written(Int), answered(Int), requestLost(Int), answerLost(Int), waited(Int), crashed(Int)
        case journalRestored(Int, to: Int)
        case cloned, serverSaved, serverRestored
        case blocked, enrolledAgain
    }

    /// A machine of the shop with a file of the journal.
    ///
    /// The hash of a record is the list of all up to it.
    private struct Lane: Hashable {
        var records: [UInt8] = []
        var machine: UplinkMachine
        var kept: UplinkPlace?
        var asked: UplinkAction?
        var waits = false
        var state: UplinkState?
    }

    private struct Branch: Hashable {
        var parent: Int64?
        var base: Int
        var records: [UInt8]
    }

    private static let batch = 2
    private static let journal = String(repeating: "0", count: 32)

    private let given: Budget
    private var budget: Budget
    private var lanes: [Lane] = []
    private var server = [Branch(parent: nil, base: 0, records: [])]
    private var saved: [Branch]?
    private var isBlocked = false
    private var nextRecord: UInt8 = 1
    private var fault: String?

    init(_ budget: Budget) {
        (given, self.budget) = (budget, budget)
        lanes = [Lane(machine: UplinkMachine(start: Self.head([]), acknowledged: nil))]
        give(0, .started)
    }

    private static func head(_ records: some Collection<UInt8>) -> JournalHead {
        JournalHead(journalID: journal, sequence: Int64(records.count), hash: Array(records))
    }

    var steps: [Step] {
        guard fault == nil else { return [] }
        var steps: [Step] = []
        for (index, lane) in lanes.enumerated() {
            if budget.records > 0 { steps.append(.written(index)) }
            if let asked = lane.asked {
                steps.append(.answered(index))
                if budget.faults > 0, Self.isRemote(asked) { steps += [.requestLost(index), .answerLost(index)] }
            }
            if lane.waits { steps.append(.waited(index)) }
            if budget.crashes > 0 { steps.append(.crashed(index)) }
            if budget.journalRestores > 0 {
                steps += lane.records.indices.map { .journalRestored(index, to: $0) }
            }
        }
        if budget.clones > 0 { steps.append(.cloned) }
        if budget.blocks > 0 { steps.append(isBlocked ? .enrolledAgain : .blocked) }
        if budget.serverRestores > 0 { steps.append(saved == nil ? .serverSaved : .serverRestored) }
        return steps
    }

    private static func isRemote(_ action: UplinkAction) -> Bool {
        switch action {
        case .connect, .askCopy, .askHash, .send, .makeBranch: true
        default: false
        }
    }

    func isOptional(_ step: Step) -> Bool {
        switch step {
        case .answered, .waited: false
        default: true
        }
    }

    /// Every file is whole at the server, which may have more, or knows that it is blocked.
    var isFinished: Bool {
        lanes.allSatisfy { lane in
            guard lane.asked == nil else { return false }
            return switch lane.state {
            case .blocked: isBlocked
            case .current(let place):
                lane.records == server[Int(place.branch)].records && place.head == Self.head(lane.records)
            case .behind: server.contains { $0.records.starts(with: lane.records) && $0.records != lane.records }
            default: false
            }
        }
    }

    var violation: String? { fault }

    func after(_ step: Step) -> Self {
        var next = self
        next.take(step)
        return next
    }

    private mutating func take(_ step: Step) {
        switch step {
        case .written(let lane):
            budget.records -= 1
            lanes[lane].records.append(nextRecord)
            nextRecord += 1
            give(lane, .grown)
        case .answered(let lane):
            if let action = lanes[lane].asked { give(lane, answer(action, lane)) }
        case .requestLost(let lane):
            budget.faults -= 1
            give(lane, .disconnected)
        case .answerLost(let lane):
            budget.faults -= 1
            if let action = lanes[lane].asked { _ = answer(action, lane) }
            give(lane, .disconnected)
        case .waited(let lane):
            lanes[lane].waits = false
            give(lane, .waited)
        case .crashed(let lane):
            budget.crashes -= 1
            restart(lane)
        case .journalRestored(let lane, let count):
            budget.journalRestores -= 1
            lanes[lane].records.removeLast(lanes[lane].records.count - count)
            restart(lane)
        case .cloned:
            budget.clones -= 1
            lanes.append(lanes[0])
            restart(lanes.count - 1)
        case .blocked: isBlocked = true
        case .enrolledAgain:
            isBlocked = false
            budget.blocks -= 1
        case .serverSaved: saved = server
        case .serverRestored:
            budget.serverRestores -= 1
            if let saved { server = saved }
            // Its connections end with it.
            for lane in lanes.indices { give(lane, .disconnected) }
        }
    }

    // MARK: - A lane

    private mutating func restart(_ lane: Int) {
        lanes[lane].machine = UplinkMachine(start: Self.head([]), acknowledged: lanes[lane].kept)
        (lanes[lane].asked, lanes[lane].waits, lanes[lane].state) = (nil, false, nil)
        give(lane, .started)
    }

    private mutating func give(_ lane: Int, _ event: UplinkEvent) {
        if event != .grown, event != .waited { lanes[lane].asked = nil }
        for action in lanes[lane].machine.handle(event) {
            switch action {
            case .disconnect: lanes[lane].asked = nil
            case .wait: lanes[lane].waits = true
            case .keep(let place): lanes[lane].kept = place
            case .report(let finding): judge(finding)
            case .tell(let state): lanes[lane].state = state
            default:
                if lanes[lane].asked != nil { fault = "two questions at a time: \(action)" }
                lanes[lane].asked = action
            }
        }
    }

    /// A finding must have its cause.
    private mutating func judge(_ finding: UplinkFinding) {
        let isTrue =
            switch finding {
            case .serverWentBack: budget.serverRestores < given.serverRestores
            case .journalWentBack, .forked:
                budget.journalRestores < given.journalRestores || budget.clones < given.clones
            case .otherJournal, .incompleteCopy: false
            }
        if !isTrue { fault = "reported without a cause: \(finding)" }
    }

    // MARK: - The server and the file

    private mutating func answer(_ action: UplinkAction, _ lane: Int) -> UplinkEvent {
        let records = lanes[lane].records
        switch action {
        case .connect: return .connected
        case .askCopy: return isBlocked ? .blocked : .copy(copy())
        case .askHash(let branch, let sequence):
            let own = server[Int(branch)]
            guard sequence > own.base, sequence <= own.records.count else { return .remoteHash(nil) }
            return .remoteHash(Array(own.records.prefix(Int(sequence))))
        case .readEnd: return .end(Self.head(records))
        case .readHash(let sequence):
            guard (0...records.count).contains(Int(sequence)) else { return .localHash(nil) }
            return .localHash(Array(records.prefix(Int(sequence))))
        case .readRecords(let after):
            guard after <= records.count else { return .unreadable }
            let numbers = Int(after) + 1..<min(records.count, Int(after) + Self.batch) + 1
            return .records(
                UplinkBatch(
                    numbers.map { .init(sequence: Int64($0), hash: Array(records.prefix($0)), body: [records[$0 - 1]]) }
                ))
        case .send(let batch, let branch, let after): return .stored(store(batch, Int(branch), after))
        case .makeBranch(let parent, let base):
            return isBlocked ? .refused : .branched(makeBranch(parent, base))
        case .disconnect, .wait, .keep, .report, .tell: return .unreadable
        }
    }

    private func copy() -> JournalCopy {
        JournalCopy(
            start: Self.head([]),
            branches: server.enumerated().map { number, branch in
                .init(
                    number: Int64(number), parent: branch.parent, base: Int64(branch.base),
                    end: Self.head(branch.records))
            })
    }

    /// Compares the end and writes the records in one statement.
    private mutating func store(_ batch: UplinkBatch, _ branch: Int, _ after: JournalHead) -> Int {
        guard !isBlocked, Self.head(server[branch].records) == after else { return 0 }
        for record in batch.records {
            server[branch].records += record.body
            if Self.head(server[branch].records) != Self.head(record.hash) { fault = "a gap before \(record.sequence)" }
        }
        return batch.records.count
    }

    private mutating func makeBranch(_ parent: Int64, _ base: JournalHead) -> JournalCopy.Branch {
        let shared = server[Int(parent)].records.prefix(Int(base.sequence))
        if Array(shared) != base.hash { fault = "a branch that leaves what is not shared" }
        server.append(Branch(parent: parent, base: Int(base.sequence), records: Array(shared)))
        let restores = given.journalRestores + given.serverRestores
        if server.count > 1 + given.clones + restores { fault = "\(server.count) branches" }
        return .init(number: Int64(server.count - 1), parent: parent, base: base.sequence, end: base)
    }
}
