import Glibc
import SimulatedCard
import SimulatedDevices

extension SimulatedCCID {
    /// The PIN that the customer enters, and that every simulated card has.
    private static let pin = "1234"

    /// Creates a reader with a PIN pad for cards that compute.
    ///
    /// - Parameters:
    ///   - cards: The cards that come one after the other.
    ///   - holdsCard: Whether the first one is in the reader from the start.
    ///   - areDead: Whether their chips do not answer.
    init(
        _ kind: SimulatedCCIDModel.Kind, cards: [SimulatedCard], holdsCard: Bool, areDead: Bool = false,
        faults: [DeviceFault] = []
    ) throws {
        var model = SimulatedCCIDModel(kind)
        model.hasCard = holdsCard
        model.customer = .enters(Self.pin)
        model.faults = faults
        let chips = try cards.enumerated().map { place, card in
            var profile = Self.profile(card, kind, place: place)
            if areDead { profile.faults = [.silence(at: 1)] }
            return try ChipCard(profile)
        }
        self.init(model, cards: chips)
    }

    /// An ordinary card; at the level of blocks it speaks the reader's protocol.
    ///
    /// Its counter follows the clock, so that no run of this program repeats a cryptogram of an earlier one, and its
    /// place among the cards, so that the same card can come twice.
    private static func profile(
        _ card: SimulatedCard, _ kind: SimulatedCCIDModel.Kind, place: Int
    ) -> ChipProfile {
        var profile = ChipProfile(card: card)
        switch kind {
        case .t0: profile.transport = .t0
        case .t1: profile.transport = .t1
        case .short, .extended: break
        }
        profile.transactionCount = UInt16(truncatingIfNeeded: Glibc.time(nil) &+ place)
        profile.lastOnlineCount = profile.transactionCount
        return profile
    }
}
