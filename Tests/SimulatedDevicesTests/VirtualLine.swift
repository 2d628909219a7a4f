import TenderFlow
import TenderReaders

/// A host's core and a device's core, back to back in virtual time: what one sends reaches the other a while later.
final class VirtualLine<Host: ProtocolCore, Device: ProtocolCore> {
    /// Something that happens to one of them.
    enum Event {
        case host(ProtocolInput<Host.Command>)
        case device(ProtocolInput<Device.Command>)
    }

    private struct Due {
        let time: Duration
        let order: Int
        let event: Event
    }

    var host: Host
    var device: Device
    /// Every byte sent, and what arrives instead of it; nothing is lost and nothing split by default.
    var carry: (_ bytes: [UInt8], _ toHost: Bool) -> [[UInt8]] = { bytes, _ in [bytes] }
    private(set) var now = Duration.zero
    /// How many events have happened.
    private(set) var stepCount = 0
    /// What the host told its user since it was last taken.
    var outputs: [Host.Output] = []
    private(set) var hostHasHungUp = false
    private(set) var deviceHasHungUp = false
    private var queue: [Due] = []
    private var hostTimers: Set<Serial> = []
    private var deviceTimers: Set<Serial> = []
    private var order = 0
    private let latency = Duration.milliseconds(1)

    init(_ host: Host, _ device: Device) {
        self.host = host
        self.device = device
        add(.device(.opened), after: .zero)
        add(.host(.opened), after: .zero)
    }

    /// Lets something happen after all that is due now.
    func add(_ event: Event, after delay: Duration = .zero) {
        order += 1
        let due = Due(time: now + delay, order: order, event: event)
        let index = queue.firstIndex { ($0.time, $0.order) > (due.time, due.order) } ?? queue.endIndex
        queue.insert(due, at: index)
    }

    /// Lets the next event happen; false when none is left, or when the next is later than the limit.
    func step(until limit: Duration = .seconds(3600)) -> Bool {
        guard let due = queue.first, due.time <= limit else { return false }
        queue.removeFirst()
        now = due.time
        stepCount += 1
        switch due.event {
        case .host(.timerFired(let timer)) where hostTimers.remove(timer) == nil: break
        case .device(.timerFired(let timer)) where deviceTimers.remove(timer) == nil: break
        case .host(let input): if !hostHasHungUp { for action in host.handle(input) { perform(action) } }
        case .device(let input): if !deviceHasHungUp { for action in device.handle(input) { perform(action) } }
        }
        return true
    }

    /// Lets everything happen until the host has told something that ends the wait, or nothing is left.
    func run(until isEnough: (Host.Output) -> Bool = { _ in false }) {
        while !outputs.contains(where: isEnough), step() {}
    }

    /// What the host told, which is forgotten.
    func takeOutputs() -> [Host.Output] {
        defer { outputs = [] }
        return outputs
    }

    private func perform(_ action: ProtocolAction<Host.Output>) {
        switch action {
        case .send(let bytes): for piece in carry(bytes, false) { add(.device(.received(piece)), after: latency) }
        case .startTimer(let timer, let duration):
            hostTimers.insert(timer)
            add(.host(.timerFired(timer)), after: duration)
        case .stopTimer(let timer): hostTimers.remove(timer)
        case .output(let output): outputs.append(output)
        case .hangUp:
            hostHasHungUp = true
            add(.device(.lost(.disconnected)), after: latency)
        }
    }

    private func perform(_ action: ProtocolAction<Device.Output>) {
        switch action {
        case .send(let bytes): for piece in carry(bytes, true) { add(.host(.received(piece)), after: latency) }
        case .startTimer(let timer, let duration):
            deviceTimers.insert(timer)
            add(.device(.timerFired(timer)), after: duration)
        case .stopTimer(let timer): deviceTimers.remove(timer)
        case .output: break
        case .hangUp:
            deviceHasHungUp = true
            add(.host(.lost(.disconnected)), after: latency)
        }
    }
}
