import TenderFlow
import TenderReaders

/// A core on a transport that the input plays, and the invariants of every core.
struct FuzzedCore<Core: ProtocolCore> {
    private var core: Core
    private(set) var timers: [Serial] = []
    private(set) var isOver = false
    private let mostTimers: Int

    init(_ core: Core, mostTimers: Int) {
        self.core = core
        self.mostTimers = mostTimers
    }

    /// Feeds an input; returns the outputs and what is sent.
    mutating func feed(_ input: ProtocolInput<Core.Command>) -> (outputs: [Core.Output], sent: [[UInt8]]) {
        let wasOver = isOver
        var outputs: [Core.Output] = []
        var sent: [[UInt8]] = []
        let actions = core.handle(input)
        for (place, action) in actions.enumerated() {
            switch action {
            case .send(let bytes): sent.append(bytes)
            case .startTimer(let timer, _):
                FuzzTarget.check(!timers.contains(timer), "a timer started twice")
                timers.append(timer)
            case .stopTimer(let timer): timers.removeAll { $0 == timer }
            case .output(let output): outputs.append(output)
            case .hangUp:
                FuzzTarget.check(place == actions.count - 1, "something follows the end")
                isOver = true
                timers = []
            }
        }
        FuzzTarget.check(timers.count <= mostTimers, "\(timers.count) timers run")
        FuzzTarget.check(!wasOver || sent.isEmpty, "something is sent after the end")
        var count = 64
        if case .received(let bytes) = input { count += 8 * bytes.count }
        FuzzTarget.check(actions.count <= count, "\(actions.count) actions at once")
        return (outputs, sent)
    }

    /// Expires a running timer, if there is one.
    mutating func expire(_ choice: Int) -> ProtocolInput<Core.Command>? {
        guard !timers.isEmpty else { return nil }
        return .timerFired(timers.remove(at: choice % timers.count))
    }
}
