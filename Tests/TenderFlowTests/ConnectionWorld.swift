import TenderFlow
import TenderModel
import TenderTestSupport

/// A connection machine with readers that open late, fail, vanish and are lost at any moment.
struct ConnectionWorld: Explorable {
    enum Step: Hashable, Sendable {
        case command(ConnectionMachine.Event)
        case opens(Serial), fails(Serial), vanishes(Serial)
        case lost(Serial, DisconnectReason), staleLoss(Serial)
        case discoveryEnds(Serial)
        case timer(Serial)
    }

    static let readers = ["a", "b"].map { id in
        Reader(id: id, model: "simulated", serialNumber: id, discoveryMethod: .simulated, simulated: true)
    }
    static let policy = ConnectionMachine.Policy(
        budget: .seconds(60), maximumTries: 2, pause: .seconds(3)
    )

    private(set) var machine = ConnectionMachine(policy: policy)
    private var commands = 4
    private var losses = 2
    /// What is being opened; false when it was given up in the meantime.
    private var opening: [Serial: Bool] = [:]
    private var open: Set<Serial> = []
    private var closed: Serial?
    private var discoveries: [Serial: Bool] = [:]
    private var timers: Set<Serial> = []
    private var published = ConnectionStatus.notConnected
    private var isConnectOwed = false
    private var tries = 0
    private var fault: String?

    var steps: [Step] {
        var steps: [Step] = []
        if commands > 0 {
            steps += [.command(.discoverRequested), .command(.disconnectRequested)]
            steps += Self.readers.map { .command(.connectRequested($0)) }
        }
        for serial in opening.keys.sorted() {
            steps += [.opens(serial), .fails(serial)] + (opening[serial] == true ? [] : [.vanishes(serial)])
        }
        if losses > 0 {
            for serial in open.sorted() {
                steps += [.lost(serial, .usbDisconnected), .lost(serial, .criticallyLowBattery)]
            }
            if let closed { steps.append(.staleLoss(closed)) }
        }
        return steps + discoveries.keys.sorted().map(Step.discoveryEnds) + timers.sorted().map(Step.timer)
    }

    func isOptional(_ step: Step) -> Bool {
        switch step {
        case .command, .lost, .staleLoss: true
        case .opens, .fails, .vanishes, .discoveryEnds, .timer: false
        }
    }

    func after(_ step: Step) -> ConnectionWorld {
        var world = self
        world.take(step)
        return world
    }

    private mutating func take(_ step: Step) {
        switch step {
        case .command(let event):
            commands -= 1
            let mayConnect = machine.status == .notConnected || machine.status == .discovering
            if case .connectRequested = event, mayConnect { isConnectOwed = true }
            deliver(event)
        case .opens(let serial):
            opening[serial] = nil
            open.insert(serial)
            deliver(.opened(serial))
        case .fails(let serial):
            opening[serial] = nil
            deliver(.openFailed(serial))
        case .vanishes(let serial): opening[serial] = nil
        case .lost(let serial, let reason):
            losses -= 1
            open.remove(serial)
            tries = 0
            deliver(.readerLost(serial, reason))
        case .staleLoss(let serial):
            losses -= 1
            deliver(.readerLost(serial, .usbDisconnected))
        case .discoveryEnds(let serial):
            discoveries[serial] = nil
            deliver(.discoveryEnded(serial))
        case .timer(let serial):
            timers.remove(serial)
            deliver(.timerFired(serial))
        }
    }

    private mutating func deliver(_ event: ConnectionMachine.Event) {
        for action in machine.handle(event) { perform(action) }
    }

    private mutating func perform(_ action: ConnectionMachine.Action) {
        switch action {
        case .startDiscovery(let serial): discoveries[serial] = true
        case .stopDiscovery(let serial): discoveries[serial] = false
        case .open(let serial, _):
            opening[serial] = true
            if machine.status == .reconnecting { tries += 1 }
        case .close(let serial):
            if opening[serial] != nil { opening[serial] = false }
            open.remove(serial)
            closed = serial
        case .startTimer(let serial, _): timers.insert(serial)
        case .stopTimer(let serial): timers.remove(serial)
        case .publish(let status):
            if status == published { fault = "\(status) was published twice" }
            published = status
        case .connectSucceeded, .connectFailed:
            if !isConnectOwed { fault = "a connect was answered twice" }
            isConnectOwed = false
        case .refused, .reconnectStarted, .reconnectSucceeded, .reconnectFailed, .disconnected: break
        }
    }

    var violation: String? {
        if let fault { return fault }
        if published != machine.status { return "\(machine.status) was not published" }
        if open.count > 1 { return "two readers are open" }
        if opening.values.filter({ $0 }).count > 1 { return "two readers are being opened" }
        if discoveries.values.filter({ $0 }).count > 1 { return "two discoveries run" }
        if tries > Self.policy.maximumTries { return "more tries than the budget has" }
        switch machine.phase {
        case .connected(_, let serial): return open == [serial] ? nil : "connected to a reader that is not open"
        case .reconnecting: return open.isEmpty && !timers.isEmpty ? nil : "a reconnection without a timer"
        case .notConnected, .discovering, .connecting:
            return open.isEmpty && timers.isEmpty ? nil : "a reader or a timer was left behind"
        }
    }

    var isFinished: Bool {
        switch machine.phase {
        case .notConnected, .connected: !isConnectOwed
        case .discovering, .connecting, .reconnecting: false
        }
    }
}
