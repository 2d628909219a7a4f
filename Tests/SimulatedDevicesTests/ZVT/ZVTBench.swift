import SimulatedDevices
import TenderFlow
import TenderReaders

/// A till's core and a simulated terminal on one wire, in virtual time.
struct ZVTBench {
    /// How the till answers what it is asked to record.
    struct Records {
        var send = true
        var acknowledge = true
    }

    /// What happens to the bytes of one direction.
    enum Disturbance {
        case none
        /// Every byte comes alone.
        case single
        /// The bits of the byte with this number are turned.
        case flip(Int)
        /// The connection is cut after so many bytes.
        case cut(Int)
    }

    private enum Side { case till, terminal }

    private struct Timer {
        var side: Side
        var serial: Serial
        var due: Duration
    }

    var core: ZVTCore
    var model: SimulatedZVTTerminal
    var records = Records()
    var toTerminal = Disturbance.none
    var toTill = Disturbance.none
    /// Every output of the till's core.
    var outputs: [ZVTCore.Output] = []
    /// How many bytes went each way.
    var sentToTerminal = 0
    var sentToTill = 0
    var isConnected = false
    private var now = Duration.zero
    private var timers: [Timer] = []
    private var wires: [(Side, [UInt8])] = []

    init(_ framing: ZVTLink.Framing, faults: [DeviceFault] = [], presentsCard: Bool = true, lastReceipt: Int? = 41) {
        core = ZVTCore(ZVTConfiguration(framing))
        model = SimulatedZVTTerminal(
            SimulatedZVTTerminal.Configuration(
                framing, lastReceipt: lastReceipt, presentsCard: presentsCard, faults: faults))
        connect()
    }

    mutating func connect() {
        core = ZVTCore(core.configuration)
        timers.removeAll { $0.side == .till }
        wires = []
        isConnected = true
        perform(core.handle(.opened))
        perform(model.handle(.opened))
    }

    /// Runs a request to its end.
    mutating func run(_ request: ZVTRequest) -> ZVTEnd {
        perform(core.handle(.command(.run(request))))
        for _ in 0..<5000 {
            if let end = lastEnd(of: request) {
                outputs.removeAll { if case .ended = $0 { true } else { false } }
                return end
            }
            guard step() else { return .unknown(.noAnswer, nil) }
        }
        return .unknown(.protocolViolation, nil)
    }

    /// Lets everything happen that still can, without the till.
    mutating func settle() { for _ in 0..<200 where step() {} }

    mutating func send(_ command: ZVTCore.Command) { perform(core.handle(.command(command))) }

    mutating func counter(_ event: CounterEvent) { perform(model.handle(.command(event))) }

    private func lastEnd(of request: ZVTRequest) -> ZVTEnd? {
        outputs.lazy.compactMap { output in
            if case .ended(request, let end) = output { end } else { nil }
        }.first
    }

    /// One message, or else the next timer.
    mutating func step() -> Bool {
        if !wires.isEmpty {
            let (side, bytes) = wires.removeFirst()
            switch side {
            case .terminal: perform(model.handle(.received(bytes)))
            case .till: perform(core.handle(.received(bytes)))
            }
            return true
        }
        guard let place = timers.indices.min(by: { timers[$0].due < timers[$1].due }) else { return false }
        let timer = timers.remove(at: place)
        now = timer.due
        switch timer.side {
        case .till: perform(core.handle(.timerFired(timer.serial)))
        case .terminal: perform(model.handle(.timerFired(timer.serial)))
        }
        return true
    }

    private mutating func perform(_ actions: [ProtocolAction<ZVTCore.Output>]) {
        for action in actions {
            switch action {
            case .send(let bytes): transmit(bytes, to: .terminal)
            case .startTimer(let serial, let time): timers.append(Timer(side: .till, serial: serial, due: now + time))
            case .stopTimer(let serial): timers.removeAll { $0.side == .till && $0.serial == serial }
            case .output(let output): told(output)
            case .hangUp: cut()
            }
        }
    }

    private mutating func perform(_ actions: [ProtocolAction<Never>]) {
        for action in actions {
            switch action {
            case .send(let bytes): transmit(bytes, to: .till)
            case .startTimer(let serial, let time):
                timers.append(Timer(side: .terminal, serial: serial, due: now + time))
            case .stopTimer(let serial): timers.removeAll { $0.side == .terminal && $0.serial == serial }
            case .hangUp: cut()
            }
        }
    }

    private mutating func told(_ output: ZVTCore.Output) {
        outputs.append(output)
        switch output {
        case .askToSend: perform(core.handle(.command(records.send ? .recorded : .recordFailed)))
        case .askToAcknowledge: perform(core.handle(.command(records.acknowledge ? .recorded : .recordFailed)))
        default: break
        }
    }

    private mutating func transmit(_ bytes: [UInt8], to side: Side) {
        guard isConnected else { return }
        let before = side == .terminal ? sentToTerminal : sentToTill
        if side == .terminal { sentToTerminal += bytes.count } else { sentToTill += bytes.count }
        var bytes = bytes
        switch side == .terminal ? toTerminal : toTill {
        case .none: wires.append((side, bytes))
        case .single: for byte in bytes { wires.append((side, [byte])) }
        case .flip(let place):
            if bytes.indices.contains(place - before) { bytes[place - before] ^= 0x41 }
            wires.append((side, bytes))
        case .cut(let count):
            let left = max(0, min(bytes.count, count - before))
            if left > 0 { wires.append((side, Array(bytes.prefix(left)))) }
            guard left < bytes.count else { return }
            // What was sent before arrives.
            while !wires.isEmpty, isConnected { _ = step() }
            cut()
        }
    }

    mutating func cut() {
        guard isConnected else { return }
        isConnected = false
        toTerminal = .none
        toTill = .none
        wires = []
        perform(core.handle(.lost(.disconnected)))
        perform(model.handle(.lost(.disconnected)))
    }
}
