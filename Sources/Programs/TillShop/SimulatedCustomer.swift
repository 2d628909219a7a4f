import SimulatedCard
import SimulatedReader
import Tender
import TillScreens

/// A person with a wallet at the simulated reader, who can also break things.
actor SimulatedCustomer {
    private let readers: SimulatedReaderSource
    private let gateway: BreakableGateway
    private let line: TillLine
    private var card = 0
    private var isCardIn = false
    private var isPluggedIn = true

    /// The cards, and what each will do.
    static let wallet: [(card: SimulatedCard, note: String)] = [
        ("visa", "approved"), ("chargeDeclined", "declined"),
        ("chargeDeclinedInsufficientFunds", "insufficient funds"), ("onlinePinCvm", "approved, with PIN"),
        ("onlinePinScaRetry", "tap refused: insert"), ("chargeDeclinedExpiredCard", "expired"),
        ("mastercard", "approved"), ("refundFailed", "approved; a refund fails later"),
    ].compactMap { name, note in SimulatedCard.all.first { $0.name == name }.map { ($0, note) } }

    init(readers: SimulatedReaderSource, gateway: BreakableGateway, line: TillLine) {
        self.readers = readers
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
        let present = Self.wallet[card].card
        switch act {
        case .tap: readers.play(.present(present, .tap, readable: true))
        case .insert: readers.play(.present(present, .insert, readable: true))
        case .swipe: readers.play(.present(present, .swipe, readable: true))
        case .remove: readers.play(.remove)
        case .nextCard: card = (card + 1) % Self.wallet.count
        case .cancel: readers.play(.cancelOnReader)
        case .unplug:
            isPluggedIn.toggle()
            readers.setPluggedIn(isPluggedIn)
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
                    card: Self.wallet[card].card.name, cardNote: Self.wallet[card].note, isCardIn: isCardIn,
                    isPluggedIn: isPluggedIn, network: network)))
    }
}
