import TenderFlow
import TenderModel

extension NEOCore {
    /// The checks of the opening, in order.
    enum Step: Hashable, CaseIterable {
        /// Check that a reader is there.
        case ping
        /// End any active transaction of an earlier host.
        case cancel
        /// Disable pass-through, in which the reader passes cards to an application.
        case passThroughOff
        /// Make the reader wait until it is asked for a card.
        case pollOnDemand
        case firmware
        case serialNumber

        var frame: NEOFrame {
            switch self {
            case .ping: NEOFrame(0x18, 0x01)
            case .cancel: .cancel
            case .passThroughOff: NEOFrame(NEOFrameParser.passThroughCommand, 0x01, [0x00])
            case .pollOnDemand: NEOFrame(0x01, 0x01, [0x01])
            case .firmware: NEOFrame(0x29, 0x00)
            case .serialNumber: NEOFrame(0x12, 0x01)
            }
        }
    }

    mutating func open() {
        let steps = Step.allCases[...]
        phase = .opening(steps)
        send(Step.ping.frame)
    }

    mutating func takeOpening(_ frame: NEOFrame, _ steps: ArraySlice<Step>) {
        guard let step = steps.first, frame.command == step.frame.command,
            frame.status != .userInterfaceEvent
        else { return }
        if frame.status == .badChecksum { return sendAgainAfterBadChecksum() }
        guard frame.status == .ok else { return skip(steps) }
        switch step {
        case .firmware: identity.firmware = NEOIdentity.text(frame.data)
        case .serialNumber: identity.serialNumber = NEOIdentity.text(frame.data)
        case .ping, .cancel, .passThroughOff, .pollOnDemand: break
        }
        goOn(steps)
    }

    /// Continues without an answer, but verifies at the end that the reader is still there.
    mutating func skipSilence(_ steps: ArraySlice<Step>) {
        skip(steps.dropFirst().contains(.ping) ? steps : steps + [.ping])
    }

    /// Continues after a refusal, except of the ping: not every model knows every command.
    private mutating func skip(_ steps: ArraySlice<Step>) {
        guard steps.first == .ping else { return goOn(steps) }
        actions.append(.output(.failed(.communication("no NEO reader answers"))))
        end()
    }

    private mutating func goOn(_ steps: ArraySlice<Step>) {
        endExchange()
        let steps = steps.dropFirst()
        if let next = steps.first {
            phase = .opening(steps)
            send(next.frame)
        } else {
            phase = .idle
            actions.append(.output(.ready(identity)))
        }
    }
}

extension NEOFrame {
    /// The command that ends the active transaction.
    static let cancel = NEOFrame(0x05, 0x01)
}
