import Tender
import TillScreens

/// A person with a wallet at the simulated reader, who can also break things.
actor SimulatedCustomer {
    private let reader: any PlayedReader
    private let gateway: BreakableGateway
    private let line: TillLine
    private var card = 0
    private var isCardIn = false
    private var isPluggedIn = true

    init(reader: any PlayedReader, gateway: BreakableGateway, line: TillLine) {
        self.reader = reader
        self.gateway = gateway
        self.line = line
    }

    /// Follows the card in the slot, until the terminal ends.
    func listen(_ events: AsyncStream<TerminalEvent>) async {
        tell()
        let losses = Task { for await _ in gateway.losses { tell() } }
        defer { losses.cancel() }
        for await event in events {
            switch event.kind {
            case .cardInserted: isCardIn = true
            case .cardRemoved, .disconnected, .reconnectStarted: isCardIn = false
            default: continue
            }
            tell()
        }
    }

    func act(_ act: CustomerAct) {
        switch act {
        case .tap, .insert, .swipe, .remove, .enterPIN, .enterWrongPIN, .cancel: reader.act(act, card: card)
        case .nextCard: card = (card + 1) % reader.wallet.count
        case .unplug:
            isPluggedIn.toggle()
            reader.setPluggedIn(isPluggedIn)
        case .network: gateway.network = gateway.network == .broken ? .works : .broken
        case .loseAnswer: gateway.network = gateway.network == .losesAnswer ? .works : .losesAnswer
        }
        tell()
    }

    private func tell() {
        let network: CustomerCondition.Network =
            switch gateway.network {
            case .works: .works
            case .broken: .broken
            case .losesAnswer: .losesAnswer
            }
        line.tell(
            .customer(
                CustomerCondition(
                    card: reader.wallet[card].name, cardNote: reader.wallet[card].note, isCardIn: isCardIn,
                    isPluggedIn: isPluggedIn, network: network, acts: reader.acts)))
    }
}
