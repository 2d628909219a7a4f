import SimulatedCard
import SimulatedReader
import Tender
import TillScreens

/// A simulated reader, at which somebody plays the customer.
protocol PlayedReader: Sendable {
    /// Where the till finds it.
    var source: any ReaderSource { get }
    /// The customer's cards: their names, and what each will do.
    var wallet: [(name: String, note: String)] { get }
    /// What the customer can do.
    var acts: [CustomerAct] { get }

    /// Does what concerns the reader and a card of the wallet; what concerns neither is ignored.
    func act(_ act: CustomerAct, card: Int)
    /// Unplugs the reader, or plugs it in again.
    func setPluggedIn(_ isPluggedIn: Bool)
}

/// A reader with a kernel of its own, by antenna, slot and stripe.
struct PlayedCardReader: PlayedReader {
    private static let cards: [(card: SimulatedCard, note: String)] = [
        ("visa", "approved"), ("chargeDeclined", "declined"),
        ("chargeDeclinedInsufficientFunds", "insufficient funds"), ("onlinePinCvm", "approved, with PIN"),
        ("onlinePinScaRetry", "tap refused: insert"), ("chargeDeclinedExpiredCard", "expired"),
        ("mastercard", "approved"), ("refundFailed", "approved; a refund fails later"),
    ].compactMap { name, note in SimulatedCard.all.first { $0.name == name }.map { ($0, note) } }

    private let readers = SimulatedReaderSource([.noCard])

    var source: any ReaderSource { readers }
    var wallet: [(name: String, note: String)] { Self.cards.map { ($0.card.name, $0.note) } }
    var acts: [CustomerAct] { CustomerAct.atAnyReader }

    func act(_ act: CustomerAct, card: Int) {
        let present = Self.cards[card].card
        switch act {
        case .tap: readers.play(.present(present, .tap, readable: true))
        case .insert: readers.play(.present(present, .insert, readable: true))
        case .swipe: readers.play(.present(present, .swipe, readable: true))
        case .remove: readers.play(.remove)
        case .cancel: readers.play(.cancelOnReader)
        case .enterPIN, .enterWrongPIN, .nextCard, .unplug, .network, .loseAnswer: break
        }
    }

    func setPluggedIn(_ isPluggedIn: Bool) { readers.setPluggedIn(isPluggedIn) }
}
