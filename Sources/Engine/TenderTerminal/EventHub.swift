import TenderBytes
import TenderMessages

typealias EventHub = Broadcast<TerminalEvent>

extension EventHub {
    convenience init() { self.init(bufferSize: 1024) }

    func publish(_ sequence: UInt64, _ kind: TerminalEvent.Kind, _ language: Language) {
        publish { _ in TerminalEvent(sequence: sequence, kind: kind, language: language) }
    }
}
