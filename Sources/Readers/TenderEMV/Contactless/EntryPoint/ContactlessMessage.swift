/// What a customer is told who is to present a card, by its number (EMV Contactless Book A, 9.4 [check]).
public enum ContactlessMessage: UInt8, Hashable, Sendable, CaseIterable {
    /// Present the card.
    case presentCard = 0x15
    /// Present one card only.
    case presentOneCard = 0x19
    /// Look at the phone for what to do, and present it again.
    case seePhone = 0x20
    /// Present the card again.
    case presentAgain = 0x21
}
