import TenderFlow
import TenderReaders

/// Sends back what it receives, and tells everything that happens to it.
struct EchoCore: ProtocolCore {
    enum Command: Sendable {
        case start(Serial, Duration)
        case stop(Serial)
        case say([[UInt8]])
        case hangUp(after: [[UInt8]])
    }

    enum Output: Hashable, Sendable {
        case opened(Int)
        case received([UInt8])
        case fired(Serial)
        case lost(TransportError)
        case said
    }

    private var openings = 0

    mutating func handle(_ input: ProtocolInput<Command>) -> [ProtocolAction<Output>] {
        switch input {
        case .opened:
            openings += 1
            return [.output(.opened(openings))]
        case .received(let bytes): return [.send(bytes), .output(.received(bytes))]
        case .timerFired(let serial): return [.output(.fired(serial))]
        case .lost(let error): return [.output(.lost(error)), .send([0xFF])]
        case .command(.start(let serial, let duration)): return [.startTimer(serial, duration)]
        case .command(.stop(let serial)): return [.stopTimer(serial)]
        case .command(.say(let messages)): return messages.map { .send($0) } + [.output(.said)]
        case .command(.hangUp(let messages)):
            // A device's timer outlasts the connection, and is told when a second has passed.
            return messages.map { .send($0) } + [.startTimer(99, .seconds(1)), .hangUp, .output(.said)]
        }
    }
}

extension AsyncStream where Element: Sendable {
    /// The elements up to the end.
    func collected() async -> [Element] {
        var elements: [Element] = []
        for await element in self { elements.append(element) }
        return elements
    }
}
