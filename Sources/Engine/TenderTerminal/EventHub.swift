import TenderBytes

typealias EventHub = Broadcast<TerminalEvent>

extension EventHub {
    convenience init() { self.init(bufferSize: 1024) }

    func publish(_ sequence: UInt64, _ kind: TerminalEvent.Kind) {
        publish { _ in TerminalEvent(sequence: sequence, kind: kind) }
    }
}
