public import TenderModel

/// A reader that is certified for keyed entry: the card's number is typed on it, and leaves it encrypted.
///
/// No driver of this package implements it: whoever provides a certified reader does. Any other reader that is asked
/// for keyed entry is refused with `featureNotAvailableWithConnectedReader`, before anybody types a number.
public protocol KeyedEntryReader: CardReader {
    /// Asks for the number, the expiry and, unless it is skipped, the security code; returns when the reader is idle
    /// again.
    ///
    /// Canceling the task stops the reader, as for `collect`.
    func collectKeyed(
        _ request: CollectRequest, _ moto: MotoConfiguration
    ) async throws(ReaderError) -> CollectedCard
}
