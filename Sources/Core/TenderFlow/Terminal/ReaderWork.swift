import TenderModel

/// What a reader does besides payments, in its turn: it reads a card that does not pay, or installs an update.
struct ReaderWork: Hashable, Sendable, Codable {
    /// The command that waits for it.
    let command: CommandID
    /// What the reader was asked for.
    var collection: TerminalPayment.Collection
    /// The update that it installs; `nil` for a card that is read.
    var update: ReaderSoftwareUpdate?
    /// The timer that ends it.
    var limit: Errand?
    /// The reason that it is being stopped.
    var stop: CollectionFailure?
}
