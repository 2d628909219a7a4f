import Glibc
package import SimulatedCard
package import SimulatedDevices

extension SimulatedCCID {
    /// Creates a reader with a PIN pad for cards that compute.
    ///
    /// - Parameters:
    ///   - cards: The cards that come one after the other.
    ///   - customer: Who stands at the pad.
    ///   - interval: How long a card stays in while it is off, and then out; the first one is in from the start. `nil` for a
    ///     customer who does what is told, with the card in the hand.
    package init(
        _ kind: SimulatedCCIDModel.Kind, cards: [ChipProfile], customer: SimulatedCCIDModel.Customer,
        interval: Duration? = nil,
        faults: [DeviceFault] = []
    ) throws {
        var model = SimulatedCCIDModel(kind)
        (model.hasCard, model.interval) = (interval != nil, interval)
        model.customer = customer
        model.faults = faults
        let chips = try cards.enumerated().map { try ChipCard(Self.profile($1, kind, place: $0)) }
        self.init(model, cards: chips)
    }

    /// The sixteenths of a second that have passed since 1970.
    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int(time.tv_sec) * 16 + Int(time.tv_nsec) / 62_500_000
    }

    /// What counters begin below, so that a card can pay a few thousand times until its counter ends.
    private static let highestStart = 60_000

    /// The card at a reader; at the level of blocks it speaks the reader's protocol.
    ///
    /// Its counter follows the clock unless it was set, so that no run of this program repeats a cryptogram of an earlier
    /// one, and its place among the cards, so that the same card can come twice.
    private static func profile(
        _ card: ChipProfile, _ kind: SimulatedCCIDModel.Kind, place: Int
    ) -> ChipProfile {
        var profile = card
        switch kind {
        case .t0: profile.transport = .t0
        case .t1: profile.transport = .t1
        case .short, .extended: break
        }
        guard profile.transactionCount == ChipProfile(card: card.card).transactionCount else { return profile }
        profile.transactionCount = UInt16(truncatingIfNeeded: (now + place) % highestStart)
        profile.lastOnlineCount = profile.transactionCount
        return profile
    }
}
