import SimulatedCard
public import SimulatedReader
import TenderFlow
import TenderModel

/// A scripted reader's machine beside a model of what a host may rely on, in every order of events.
public struct ReaderScriptWorld: Explorable {
    public typealias Machine = ReaderScriptMachine
    public typealias Step = Machine.Event

    private let mostCollections: Machine.CollectionID
    private let mostConnections: Int
    private static let mostPlays = 1

    private var machine: Machine
    private var timers: Set<Machine.TimerID> = []
    private var open: Set<Machine.CollectionID> = []
    private var collectionsAsked: Machine.CollectionID = 0
    private var connections = 0
    private var plays = 0
    private var options: ReaderInputOptions = []
    private var cardIsIn = false
    private var fault: String?

    private static let request = CollectRequest(amount: Amount(minorUnits: 1000, currency: .eur))

    private static let data = CollectDataConfiguration(.magstripe)

    /// The acts outside of the script.
    private static let acts: [ReaderStep.Action] = [
        .present(.visa, .insert, readable: true), .remove, .cancelOnReader, .disconnect(.usbDisconnected),
    ]

    /// Creates a reader that plays the script, and a host with limited numbers of collections and connections.
    public init(_ script: ReaderScript, mostCollections: Machine.CollectionID, mostConnections: Int) {
        machine = Machine(script: script, device: 1, counter: 0)
        self.mostCollections = mostCollections
        self.mostConnections = mostConnections
    }

    /// Every event that the host can send, including senseless ones.
    public var steps: [Step] {
        if fault != nil { return [] }
        var events: [Step] = timers.sorted { $0.generation < $1.generation }.map { .timerFired($0) }
        events += (0...collectionsAsked + 1).map { .stop($0) }
        for purpose in [Machine.TimerID.Purpose.step, .read, .stop] {
            events.append(.timerFired(.init(purpose: purpose, generation: 0)))
        }
        if collectionsAsked < mostCollections { events.append(.collect(collectionsAsked + 1, Self.request)) }
        // Only the last: what comes after it is the same.
        if collectionsAsked + 1 == mostCollections { events.append(.collectData(mostCollections, Self.data)) }
        if connections < mostConnections { events.append(.connected) }
        if plays < Self.mostPlays { events += Self.acts.map { .played($0) } }
        events.append(.disconnect)
        return events
    }

    public func isOptional(_ step: Step) -> Bool { false }

    public var isFinished: Bool { open.isEmpty }

    /// The violation by the last event; or that a stop, and the time that it takes, does not make the reader idle.
    public var violation: String? {
        if let fault { return fault }
        if !machine.phase.isCollecting, options != [] { return "options while idle" }
        guard let id = open.first else { return nil }
        var stopped = after(.stop(id))
        for timer in stopped.timers where timer.purpose == .stop { stopped = stopped.after(.timerFired(timer)) }
        if stopped.open.isEmpty == machine.isMuted { return "a stop does not do what it should" }
        if !after(.disconnect).open.isEmpty { return "a disconnect leaves a collection open" }
        return nil
    }

    public func after(_ event: Step) -> Self {
        var next = self
        switch event {
        case .collect(let id, _), .collectData(let id, _):
            next.collectionsAsked = id
            next.open.insert(id)
        case .timerFired(let timer): next.timers.remove(timer)
        case .connected: next.connections += 1
        case .played: next.plays += 1
        case .stop, .disconnect: break
        }
        for action in next.machine.handle(event) { next.apply(action, event) }
        if next.open.count > 1 { next.report("two collections are open") }
        if next.open.isEmpty, next.machine.phase.isCollecting { next.report("a collection nobody waits for") }
        if !next.open.isEmpty, !next.machine.phase.isCollecting { next.report("a collection was forgotten") }
        return next
    }

    private mutating func apply(_ action: Machine.Action, _ event: Step) {
        switch action {
        case .startTimer(let timer, let duration):
            if !timers.insert(timer).inserted || duration < .zero { report("timer \(timer)") }
        case .cancelTimer(let timer):
            if timers.remove(timer) == nil { report("canceled a timer that does not run") }
        case .answer(let id, let result): close(id, isRead: (try? result.get()) != nil, event)
        case .answerData(let id, _): close(id, isRead: true, event)
        case .emit(let told): apply(told)
        }
    }

    private mutating func close(_ id: Machine.CollectionID, isRead: Bool, _ event: Step) {
        if open.remove(id) == nil { report("a second answer to \(id)") }
        if case .stop(let other) = event, other != id { report("another collection was stopped") }
        if isRead, machine.isMuted { report("a muted reader answers") }
    }

    private mutating func apply(_ told: ReaderEvent) {
        switch told {
        case .inputOptions(let options): self.options = options
        case .cardInserted:
            if cardIsIn { report("inserted twice") }
            cardIsIn = true
        case .cardRemoved:
            if !cardIsIn { report("removed twice") }
            cardIsIn = false
        case .disconnected:
            cardIsIn = false
            options = []
            if !timers.isEmpty { report("timers after a disconnect") }
            return
        case .displayMessage, .batteryLevel: break
        }
        if machine.isMuted { report("a muted reader tells \(told)") }
    }

    private mutating func report(_ fault: String) { self.fault = self.fault ?? fault }
}

extension ReaderScriptMachine.Phase {
    fileprivate var isCollecting: Bool {
        switch self {
        case .idle, .disconnected: false
        case .armed, .reading, .awaitingRemoval: true
        }
    }
}
