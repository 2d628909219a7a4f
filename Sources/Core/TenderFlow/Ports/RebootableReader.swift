/// A reader that can be told to restart.
///
/// Any other reader that is told to is refused with `featureNotAvailableWithConnectedReader`.
public protocol RebootableReader: CardReader {
    /// Restarts the reader; returns once it has accepted that.
    ///
    /// The connection is over then: `events` ends with `.disconnected(.rebootRequested)`.
    func reboot() async throws(ReaderError)
}
