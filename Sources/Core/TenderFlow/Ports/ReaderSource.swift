public import TenderModel

/// A source that finds and opens readers: USB, serial, network or simulated.
public protocol ReaderSource: Sendable {
    /// Yields the available readers now and after every change, until the consumer stops.
    ///
    /// - Returns: A stream that fails with `ReaderError` if the search is impossible.
    func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error>

    /// Opens a reader.
    ///
    /// - Parameter token: The gateway's permission to use the reader.
    func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader
}
