public import TenderModel

/// A reader that also reads cards that do not pay: gift and loyalty cards, or the UIDs of contactless cards.
///
/// Any other reader that is asked for such data is refused with `featureNotAvailableWithConnectedReader`.
public protocol DataReader: CardReader {
    /// What it reads of such cards.
    var dataTypes: [CollectDataType] { get }

    /// Waits for a card and reads what is asked for; returns when the reader is idle again.
    ///
    /// The stripe of a payment card is refused. Canceling the task stops the reader, as for `collect`.
    func collectData(_ configuration: CollectDataConfiguration) async throws(ReaderError) -> CollectedData
}
