/// What a reader wants its customer to do next, for readers without a screen of their own.
public enum ReaderDisplayMessage: String, Hashable, Sendable, Codable, CaseIterable {
    /// Present the same card again.
    case retryCard
    /// Insert the card.
    case insertCard
    /// Insert or swipe the card.
    case insertOrSwipeCard
    /// Swipe the card.
    case swipeCard
    /// Take the card out.
    case removeCard
    /// More than one contactless card is in the field.
    case multipleContactlessCardsDetected
    /// This card cannot be read this way.
    case tryAnotherReadMethod
    /// This card cannot pay.
    case tryAnotherCard
    /// The card left before it was read.
    case cardRemovedTooEarly
    /// The customer's phone asks for something.
    case checkMobileDevice
    /// Leave the card in: it is at work.
    case doNotRemoveCard
    /// Enter the PIN on the reader.
    case enterPIN
    /// The PIN was wrong: enter it again on the reader.
    case wrongPIN
    /// Enter the PIN on the reader; the card takes no wrong one after this.
    case lastPINTry

    /// The message in English.
    public var text: String {
        switch self {
        case .retryCard: "Retry card"
        case .insertCard: "Insert card"
        case .insertOrSwipeCard: "Insert or swipe card"
        case .swipeCard: "Swipe card"
        case .removeCard: "Remove card"
        case .multipleContactlessCardsDetected: "Multiple contactless cards detected: present one card"
        case .tryAnotherReadMethod: "Try another read method"
        case .tryAnotherCard: "Try another card"
        case .cardRemovedTooEarly: "Card removed too early: try again"
        case .checkMobileDevice: "Check your mobile device"
        case .doNotRemoveCard: "Do not remove card"
        case .enterPIN: "Enter the PIN on the reader"
        case .wrongPIN: "Wrong PIN: enter it again on the reader"
        case .lastPINTry: "Last try: enter the PIN on the reader"
        }
    }
}
