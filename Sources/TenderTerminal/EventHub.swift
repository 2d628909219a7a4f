import TenderBytes

typealias EventHub = Broadcast<TerminalEvent>

extension EventHub {
    convenience init() { self.init(bufferSize: 1024) }

    func publish(_ kind: TerminalEvent.Kind) { publish { TerminalEvent(sequence: $0, kind: kind) } }
}
