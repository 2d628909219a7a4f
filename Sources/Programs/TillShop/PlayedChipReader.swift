import ChipReaders
import SimulatedCard
import SimulatedDevices
import Tender
import TenderBytes
import TillScreens

/// A USB chip reader with a PIN pad, for which this program is the kernel, and cards that compute.
struct PlayedChipReader: PlayedReader {
    private let readers: SimulatedChipReaders
    private let cards: [(profile: ChipProfile, note: String)]

    init(_ plan: ShopPlan, _ chooser: ApplicationChooser?) throws {
        cards = try (plan.chip.map { [($0, "the named card")] } ?? []) + Self.usualCards()
        readers = try SimulatedChipReaders(
            plan.reader, cards: cards.map(\.profile), customer: .isPlayed,
            acceptance: .simulated(plan.contact, chooser: chooser))
    }

    private static func usualCards() throws -> [(profile: ChipProfile, note: String)] {
        var withPIN = ChipProfile(card: try .named("mastercard"))
        withPIN.verificationRules = [0x41, 0x03, 0x1F, 0x00]
        var silent = ChipProfile(card: .visa)
        silent.faults = [.silence(at: 4)]
        return [
            (ChipProfile(card: .visa), "approved"), (withPIN, "approved, with PIN"),
            (ChipProfile(card: try .named("chargeDeclinedInsufficientFunds")), "insufficient funds"),
            (ChipProfile(flaw: .wrongDynamicSignature), "wrong signature: approved, and noted in the TVR"),
            (ChipProfile(flaw: .wrongCryptogram), "wrong cryptogram: declined"), (silent, "falls silent"),
            (ChipProfile(card: try .named("visaUsCommonDebit")), "two applications: choose one"),
        ]
    }

    var source: any ReaderSource { readers }
    var wallet: [(name: String, note: String)] { cards.map { ($0.profile.card.name, $0.note) } }
    var acts: [CustomerAct] { CustomerAct.atChipReader }

    func act(_ act: CustomerAct, card: Int) {
        switch act {
        case .insert:
            readers.act(.chooseCard(card))
            readers.act(.presentCard)
        case .remove: readers.act(.removeCard)
        case .enterPIN: readers.act(.enterPIN(pin(of: card)))
        case .enterWrongPIN: readers.act(.enterPIN(pin(of: card) == "9999" ? "0000" : "9999"))
        case .cancel: readers.act(.pressStop)
        case .tap, .swipe, .nextCard, .unplug, .network, .loseAnswer: break
        }
    }

    private func pin(of card: Int) -> String {
        cards[card].profile.pin.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    func setPluggedIn(_ isPluggedIn: Bool) { readers.setPluggedIn(isPluggedIn) }
}
