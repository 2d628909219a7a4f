/// Why an exchange with a device failed.
public enum TransportError: Error, Hashable, Sendable {
    /// The device is gone.
    case disconnected
    /// The endpoint is halted until it is cleared.
    case stalled
    /// Nothing came in the given time.
    case timedOut
    /// The device sent more than was asked for; the message is lost.
    case overflow
    /// The task was canceled, or the transport closed, before anything moved.
    case canceled
    /// The device may not be opened by this user; with its path.
    case accessDenied(String)
    /// Somebody else has the device; who, when it could be told.
    case busy(String?)
    /// There is no such device; with what was looked for.
    case notFound(String)
    /// Anything else, in a sentence for people.
    case failed(String)
}
