import TillScreens

/// The line to the till: what happened, in the order it is reported; nothing is dropped.
struct TillLine: Sendable {
    private let continuation: AsyncStream<TillEvent>.Continuation

    /// Creates a line, and the stream at its other end; one consumer.
    static func make() -> (TillLine, AsyncStream<TillEvent>) {
        let (stream, continuation) = AsyncStream<TillEvent>.makeStream(bufferingPolicy: .unbounded)
        return (TillLine(continuation: continuation), stream)
    }

    func tell(_ event: TillEvent) { continuation.yield(event) }

    func tell(_ news: TillNews) { tell(.news(news)) }
}
