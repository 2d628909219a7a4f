import SimulatedCard
import SimulatedReader
import TenderFlow
import TenderModel

/// Walks a reader's machine through every order of events, beside a model of what a host may rely on.
struct MachineWalk {
    typealias Machine = ReaderScriptMachine

    /// A state of the machine and of its host.
    struct Node: Hashable {
        var machine: Machine
        var timers: Set<Machine.TimerID> = []
        var open: Set<Machine.CollectionID> = []
        var collectionsAsked: Machine.CollectionID = 0
        var connections = 0
        var plays = 0
        var options: ReaderInputOptions = []
        var cardIsIn = false
    }

    let mostCollections: Machine.CollectionID
    let mostConnections: Int
    private(set) var states = 0
    private(set) var transitions = 0
    private(set) var violations: [String] = []

    private static let request = CollectRequest(amount: Amount(minorUnits: 1000, currency: .eur))

    /// What somebody does beside the script, and how often.
    private static let plays: [ReaderStep.Action] = [
        .present(.visa, .insert, readable: true), .remove, .cancelOnReader, .disconnect(.usbDisconnected),
    ]
    private static let mostPlays = 1

    init(mostCollections: Machine.CollectionID, mostConnections: Int) {
        self.mostCollections = mostCollections
        self.mostConnections = mostConnections
    }

    /// Lets other tests go on now and then: they share the threads.
    mutating func walk(_ script: ReaderScript) async {
        let start = Node(machine: Machine(script: script, device: 1, counter: 0))
        var seen: Set<Node> = [start]
        var queue = [start]
        while let node = queue.popLast() {
            states += 1
            if states.isMultiple(of: 256) { await Task.yield() }
            checkItCanEnd(node)
            for event in events(node) {
                transitions += 1
                let next = take(event, node)
                if seen.insert(next).inserted { queue.append(next) }
            }
        }
    }

    /// Every event that the host can send, the senseless ones among them.
    private func events(_ node: Node) -> [Machine.Event] {
        var events: [Machine.Event] = node.timers.map { .timerFired($0) }
        events += (0...node.collectionsAsked + 1).map { .stop($0) }
        for purpose in [Machine.TimerID.Purpose.step, .read, .stop] {
            events.append(.timerFired(.init(purpose: purpose, generation: 0)))
        }
        if node.collectionsAsked < mostCollections { events.append(.collect(node.collectionsAsked + 1, Self.request)) }
        if node.connections < mostConnections { events.append(.connected) }
        if node.plays < Self.mostPlays { events += Self.plays.map { .played($0) } }
        events.append(.disconnect)
        return events
    }

    private mutating func take(_ event: Machine.Event, _ node: Node) -> Node {
        var next = node
        switch event {
        case .collect(let id, _):
            next.collectionsAsked = id
            next.open.insert(id)
        case .timerFired(let timer): next.timers.remove(timer)
        case .connected: next.connections += 1
        case .played: next.plays += 1
        case .stop, .disconnect: break
        }
        for action in next.machine.handle(event) { apply(action, &next, event) }
        if next.open.count > 1 { report("two collections are open", event) }
        if next.open.isEmpty, next.machine.phase.isCollecting { report("a collection nobody waits for", event) }
        if !next.open.isEmpty, !next.machine.phase.isCollecting { report("a collection was forgotten", event) }
        return next
    }

    private mutating func apply(_ action: Machine.Action, _ node: inout Node, _ event: Machine.Event) {
        switch action {
        case .startTimer(let timer, let duration):
            if !node.timers.insert(timer).inserted || duration < .zero { report("timer \(timer)", event) }
        case .cancelTimer(let timer):
            if node.timers.remove(timer) == nil { report("cancelled a timer that does not run", event) }
        case .answer(let id, let result):
            if node.open.remove(id) == nil { report("a second answer \(result)", event) }
            if case .stop(let other) = event, other != id { report("another collection was stopped", event) }
            if case .success = result, node.machine.isMuted { report("a muted reader answers", event) }
        case .emit(let told): apply(told, &node, event)
        }
    }

    private mutating func apply(_ told: ReaderEvent, _ node: inout Node, _ event: Machine.Event) {
        switch told {
        case .inputOptions(let options): node.options = options
        case .cardInserted:
            if node.cardIsIn { report("inserted twice", event) }
            node.cardIsIn = true
        case .cardRemoved:
            if !node.cardIsIn { report("removed twice", event) }
            node.cardIsIn = false
        case .disconnected:
            node.cardIsIn = false
            node.options = []
            if !node.timers.isEmpty { report("timers after a disconnect", event) }
            return
        case .displayMessage, .batteryLevel: break
        }
        if node.machine.isMuted { report("a muted reader tells \(told)", event) }
    }

    /// From every state: a stop, and the time that it takes, make the reader idle, unless it is muted.
    private mutating func checkItCanEnd(_ node: Node) {
        if !node.machine.phase.isCollecting, node.options != [] { report("options while idle", nil) }
        guard let id = node.open.first else { return }
        var stopped = take(.stop(id), node)
        for timer in stopped.timers where timer.purpose == .stop { stopped = take(.timerFired(timer), stopped) }
        if stopped.open.isEmpty == node.machine.isMuted { report("a stop does not do what it should", nil) }
        if !take(.disconnect, node).open.isEmpty { report("a disconnect leaves a collection open", nil) }
    }

    private mutating func report(_ violation: String, _ event: Machine.Event?) {
        guard violations.count < 20 else { return }
        violations.append("\(violation) at \(event.map { "\($0)" } ?? "rest")")
    }
}

extension ReaderScriptMachine.Phase {
    var isCollecting: Bool {
        switch self {
        case .idle, .disconnected: false
        case .armed, .reading, .awaitingRemoval: true
        }
    }
}
