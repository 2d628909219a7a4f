import TenderBytes
public import TenderFlow
public import TenderModel
import TenderReaders

/// A chip card reader as a terminal sees it: it reports cards, and sells with them if it has what that needs.
///
/// The reader only passes commands: the EMV kernel is this library's, `ContactMachine`, which nobody has certified.
/// `driver` accepts commands for the card.
public final class CCIDCardReader: CardReader {
    /// A card that came into a slot or left it.
    struct SlotChange: Sendable {
        let slot: Int
        let presence: CCIDPresence
    }

    private struct State {
        var isCollecting = false
        var transactions: UInt32 = 0
        var end: DisconnectReason?
    }

    /// The reader as discovered.
    public let reader: Reader
    /// The insertion and removal of cards, and the end of the connection.
    public let events: AsyncStream<ReaderEvent>
    /// The driver, for commands to cards.
    public let driver: CCIDReader

    let acceptance: ChipAcceptance?
    /// The stripe of the same device; `nil` without one.
    let stripe: MagneticReader?
    let clock: any Clock<Duration>
    /// The cards that came and left.
    let changes = Broadcast<SlotChange>(bufferSize: 16)
    private let forwarding: Task<Void, Never>
    private let forwardingMessages: Task<Void, Never>
    private let sink: AsyncStream<ReaderEvent>.Continuation
    private let state: Guarded<State>

    /// Wraps a driver and takes over its events.
    ///
    /// - Parameters:
    ///   - reader: The reader as discovered.
    ///   - acceptance: What it sells with; without it, the reader refuses to sell.
    ///   - stripe: The stripe of the same device, which is owned from now on; `nil` without one.
    ///   - clock: The clock of the time for a PIN.
    public init(
        _ driver: CCIDReader, reader: Reader, acceptance: ChipAcceptance? = nil,
        stripe: MagneticReader? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.reader = reader
        self.driver = driver
        self.acceptance = acceptance
        self.stripe = stripe
        self.clock = clock
        let state = Guarded(State())
        self.state = state
        let (events, sink) = AsyncStream<ReaderEvent>.makeStream(bufferingPolicy: .bufferingNewest(1024))
        (self.events, self.sink) = (events, sink)
        forwardingMessages = Task {
            guard let stripe else { return }
            for await event in stripe.events {
                // That nothing is wanted, and that the device is gone, is told for both.
                if case .disconnected = event { continue }
                if event != .inputOptions([]) { sink.yield(event) }
            }
        }
        forwarding = Task { [changes] in
            var reason = DisconnectReason.unknown
            for await event in driver.events {
                switch event {
                case .presence(let slot, let presence):
                    sink.yield(presence == .present ? .cardInserted : .cardRemoved)
                    changes.publish { _ in SlotChange(slot: slot, presence: presence) }
                case .ended(.removed): reason = .usbDisconnected
                case .ended(.closed): reason = .disconnectRequested
                case .ready, .cardReset, .hardwareError, .ended: break
                }
            }
            sink.yield(.disconnected(reason))
            sink.finish()
            state.withLock { [reason] in $0.end = reason }
            changes.finish()
        }
    }

    deinit {
        forwarding.cancel()
        forwardingMessages.cancel()
    }

    /// Begins a collection; returns `false` while another one runs.
    func beginCollecting() -> Bool {
        state.withLock { state in
            defer { state.isCollecting = true }
            return !state.isCollecting
        }
    }

    func endCollecting() {
        emit(.inputOptions([]))
        state.withLock { $0.isCollecting = false }
    }

    /// Why the reader is gone.
    var endReason: DisconnectReason { state.withLock { $0.end ?? .unknown } }

    func emit(_ event: ReaderEvent) { sink.yield(event) }

    /// Uses the card of a slot; returns `false` for one that was used before and has not left since.
    ///
    /// The driver counts the cards, since its events may come later than its answers.
    func use(_ slot: Int) -> Bool { history.use(slot) }

    /// Whether the card of a slot was used before.
    func isUsed(_ slot: Int) -> Bool { history.isUsed(slot) }

    /// The cards that came into the slots and were used.
    package var history: SlotHistory { driver.history }

    /// Goes on after an earlier connection to the same reader: a card that was used, and is still in, stays used.
    package func resume(after earlier: SlotHistory) async {
        for slot in earlier.usedSlots where (try? await driver.presence(slot: slot)) == .present { _ = use(slot) }
    }

    /// The number of the next transaction.
    func nextTransaction() -> UInt32 {
        state.withLock { state in
            state.transactions &+= 1
            return state.transactions
        }
    }

    /// Does nothing, because there is no screen that a command reaches.
    public func show(_ text: String?) async {}

    /// Closes the reader.
    public func disconnect() async {
        await stripe?.disconnect()
        await driver.close()
    }
}
