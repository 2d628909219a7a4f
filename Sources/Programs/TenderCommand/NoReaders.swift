import Tender

/// The reader source of commands that need no reader.
struct NoReaders: ReaderSource {
    func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error> {
        AsyncThrowingStream { $0.finish() }
    }

    func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader {
        throw .communication("this command uses no reader")
    }
}
