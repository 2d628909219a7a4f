public import TenderFlow
public import TenderModel

/// The core of a reader that reads one card at a time, with what its shell must know about commands and outputs.
public protocol CardReaderCore: ProtocolCore {
    /// Returns the command that stops a collection.
    static func stop(_ id: UInt64) -> Command
    /// The command that stops the reader and ends the connection.
    static var disconnect: Command { get }
    /// Returns what an output means for the application; `nil` for one that belongs to opening.
    static func told(_ output: Output) -> CardReaderOutput?
}

/// The output of a reader's core for the application.
public enum CardReaderOutput: Hashable, Sendable {
    /// An event while the reader is connected; nothing follows `.disconnected`.
    case event(ReaderEvent)
    /// The single answer to a collection; a failure also ends one of data.
    case answer(UInt64, Result<CollectedCard, ReaderError>)
    /// The single answer to a collection of data that succeeded.
    case data(UInt64, CollectedData)
}
