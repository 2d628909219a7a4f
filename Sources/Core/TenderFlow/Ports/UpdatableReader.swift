/// A reader whose software can be updated; it says in `reader` which update it offers.
public protocol UpdatableReader: CardReader {
    /// Installs the offered update; returns when the reader is usable again.
    ///
    /// Canceling the task stops the installation: the call then throws `.canceled`, and the reader has its old
    /// software.
    ///
    /// - Throws: `.failed` with one of the faults of an update, `.refused` for another reason of the reader's,
    ///   `.disconnected` if it is gone in the middle.
    /// - Parameter progress: Is called with how much is installed, in percent.
    func installUpdate(_ progress: @escaping @Sendable (Int) -> Void) async throws(ReaderError)
}
