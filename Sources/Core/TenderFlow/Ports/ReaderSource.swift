public import TenderModel

/// Finds readers and opens them: USB, serial, network or simulated.
public protocol ReaderSource: Sendable {
    /// Yields the readers that are there now, and again whenever that changes, until the consumer stops.
    ///
    /// - Returns: a stream that fails with `ReaderError` when looking is impossible.
    func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error>

    /// Opens a reader.
    ///
    /// - Parameter token: the gateway's permission to use the reader.
    func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader
}
