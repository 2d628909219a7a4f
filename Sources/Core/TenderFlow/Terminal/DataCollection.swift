import TenderModel

/// The reading of a card that does not pay, which has its turn at the reader as a payment's collection has.
struct DataCollection: Hashable, Sendable, Codable {
    /// The command that waits for it.
    let command: CommandID
    /// The collection in progress.
    var collection: TerminalPayment.Collection
    /// The timer that ends it.
    var limit: Errand?
    /// The reason that it is being stopped.
    var stop: CollectionFailure?
}
