import TenderBytes
public import TenderFlow
public import TenderModel
import TenderReaders

/// A chip card reader as a terminal sees it: it reports cards, but refuses to sell.
///
/// Selling with such a reader needs an EMV kernel in the host, which is separate work; `driver` accepts commands for
/// the card.
public final class CCIDCardReader: CardReader {
    /// The reason that it does not sell.
    public static let refusal =
        "This reader only passes commands to the chip: selling with it needs an EMV kernel, which does not exist yet."

    /// The reader as discovered.
    public let reader: Reader
    /// The insertion and removal of cards, and the end of the connection.
    public let events: AsyncStream<ReaderEvent>
    /// The driver, for commands to cards.
    public let driver: CCIDReader

    /// The slots in which a card was inserted, or came near.
    let arrivals = Broadcast<Int>(bufferSize: 16)
    private let forwarding: Task<Void, Never>
    private let sink: AsyncStream<ReaderEvent>.Continuation
    private let isCollecting = Guarded(false)

    /// Wraps a driver and takes over its events.
    ///
    /// - Parameter reader: The reader as discovered.
    public init(_ driver: CCIDReader, reader: Reader) {
        self.reader = reader
        self.driver = driver
        let (events, sink) = AsyncStream<ReaderEvent>.makeStream(bufferingPolicy: .bufferingNewest(1024))
        (self.events, self.sink) = (events, sink)
        forwarding = Task { [arrivals] in
            var reason = DisconnectReason.unknown
            for await event in driver.events {
                switch event {
                case .presence(let slot, .present):
                    sink.yield(.cardInserted)
                    arrivals.publish { _ in slot }
                case .presence(_, .absent): sink.yield(.cardRemoved)
                case .ended(.removed): reason = .usbDisconnected
                case .ended(.closed): reason = .disconnectRequested
                case .ready, .cardReset, .hardwareError, .ended: break
                }
            }
            sink.yield(.disconnected(reason))
            sink.finish()
            arrivals.finish()
        }
    }

    deinit { forwarding.cancel() }

    /// Begins a collection of data; returns `false` while another one runs.
    func beginCollecting() -> Bool {
        let isFree = isCollecting.withLock { isCollecting in
            defer { isCollecting = true }
            return !isCollecting
        }
        guard isFree else { return false }
        sink.yield(.inputOptions(.tapCard))
        return true
    }

    func endCollecting() {
        sink.yield(.inputOptions([]))
        isCollecting.withLock { $0 = false }
    }

    /// Refuses with the reason.
    public func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
        throw .refused(Self.refusal)
    }

    /// Does nothing, because there is no screen that a command reaches.
    public func show(_ text: String?) async {}

    /// Closes the reader.
    public func disconnect() async { await driver.close() }
}
