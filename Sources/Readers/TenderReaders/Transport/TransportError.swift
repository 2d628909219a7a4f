/// The reason that an exchange with a device failed.
public enum TransportError: Error, Hashable, Sendable {
    /// The device is gone.
    case disconnected
    /// The endpoint is halted until the halt is cleared.
    case stalled
    /// There was no answer in the given time.
    case timedOut
    /// The device sent more than was requested; the message is lost.
    case overflow
    /// The task was canceled, or the transport closed, before anything was transferred.
    case canceled
    /// This user lacks permission to open the device; the text is its path.
    case accessDenied(String)
    /// Somebody else has the device open; the text says who, if known.
    case busy(String?)
    /// There is no such device; the text says what was looked for.
    case notFound(String)
    /// Anything else, as a sentence for people.
    case failed(String)
}
