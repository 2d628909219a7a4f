public import TenderFlow

/// The core of a reader that reads one card at a time: what the shell around it must know of its commands and outputs.
public protocol CardReaderCore: ProtocolCore {
    /// The command that stops a collection.
    static func stop(_ id: UInt64) -> Command
    /// The command that leaves the reader idle and ends.
    static var disconnect: Command { get }
    /// What an output tells the application; nil for what belongs to opening.
    static func told(_ output: Output) -> CardReaderOutput?
}

/// What the core of a reader tells the application.
public enum CardReaderOutput: Hashable, Sendable {
    /// What the reader tells while it is connected; nothing follows `.disconnected`.
    case event(ReaderEvent)
    /// The one answer to a collection.
    case answer(UInt64, Result<CollectedCard, ReaderError>)
}
