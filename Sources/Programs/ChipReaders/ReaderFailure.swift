import Tender

/// A failure of a reader to do what a command needs.
package struct ReaderFailure: Error, CustomStringConvertible {
    /// The failure, and what to do.
    package let description: String

    /// Creates a failure from its sentence.
    package init(_ description: String) { self.description = description }

    /// Returns an error of a reader in words.
    package static func sentence(_ error: any Error) -> String {
        switch error {
        case ReaderError.refused(let words), ReaderError.communication(let words), TransportError.failed(let words):
            words
        case ReaderError.disconnected(let reason): "the reader is gone (\(reason.rawValue))"
        case ReaderError.canceled: "it was given up"
        case let error as ReaderError: error.sentence
        default: "\(error)"
        }
    }
}
