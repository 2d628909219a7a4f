public import TenderFlow

/// An encryption for the card data of readers that do not encrypt; without one from the application, such cards are
/// refused.
public protocol CardSealer: Sendable {
    /// Prepares the encryption of one card, before that card is asked for.
    ///
    /// It may wait, for a disk or a device: nothing has to wait later, when a card's data are at hand.
    /// - Throws: What keeps the card from being encrypted, such as keys that are used up; no card is asked for then.
    func nextSeal() async throws(ReaderError) -> any CardSeal
}
