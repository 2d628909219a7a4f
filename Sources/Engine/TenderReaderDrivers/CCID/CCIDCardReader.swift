import TenderBytes
public import TenderFlow
public import TenderModel
import TenderReaders

/// A chip card reader as a terminal sees it: it reports cards, and sells with them if it has what that needs.
///
/// The reader only passes commands: the EMV kernel is this library's, `ContactMachine`, which nobody has certified.
/// `driver` accepts commands for the card.
public final class CCIDCardReader: CardReader {
    /// The reason that it does not sell without a `ChipAcceptance`.
    public static let refusal =
        "the reader hands out the chip's data in the clear: selling needs a configuration for chips and an encryption"

    private struct State {
        var isCollecting = false
        var end: DisconnectReason?
    }

    /// The reader as discovered.
    public let reader: Reader
    /// The insertion and removal of customers' cards, and the end of the connection.
    public let events: AsyncStream<ReaderEvent>
    /// The driver, for commands to cards.
    public let driver: CCIDReader

    /// The slots into which cards came, the customer's and others.
    let insertions = Broadcast<Int>(bufferSize: 16)
    /// What sells; `nil` for a reader that does not.
    private let collector: ChipCollector?
    private let stripe: MagneticReader?
    private let forwarding: Task<Void, Never>
    private let forwardingMessages: Task<Void, Never>
    private let sink: AsyncStream<ReaderEvent>.Continuation
    private let state: Guarded<State>

    /// Wraps a driver and takes over its events.
    ///
    /// - Parameters:
    ///   - reader: The reader as discovered.
    ///   - slot: The slot of the customer's card; cards in others neither pay nor disturb.
    ///   - acceptance: What it sells with; without it, the reader refuses to sell.
    ///   - stripe: The stripe of the same device, which is owned from now on; `nil` without one.
    ///   - clock: The clock of the time for a PIN.
    public init(
        _ driver: CCIDReader, reader: Reader, slot: Int = 0, acceptance: ChipAcceptance? = nil,
        stripe: MagneticReader? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.reader = reader
        self.driver = driver
        self.stripe = stripe
        let state = Guarded(State())
        self.state = state
        let (events, sink) = AsyncStream<ReaderEvent>.makeStream(bufferingPolicy: .bufferingNewest(1024))
        (self.events, self.sink) = (events, sink)
        collector = acceptance.map { acceptance in
            ChipCollector(
                CCIDChannel(driver: driver, slot: slot), acceptance: acceptance, stripe: stripe, clock: clock
            ) { sink.yield($0) }
        }
        forwardingMessages = Task {
            guard let stripe else { return }
            for await event in stripe.events {
                // That nothing is wanted, and that the device is gone, is told for both.
                if case .disconnected = event { continue }
                if event != .inputOptions([]) { sink.yield(event) }
            }
        }
        forwarding = Task { [insertions] in
            var reason = DisconnectReason.unknown
            for await event in driver.events {
                switch event {
                case .presence(let place, let presence):
                    if place == slot { sink.yield(presence.isPresent ? .cardInserted : .cardRemoved) }
                    if presence.isPresent { insertions.publish { _ in place } }
                case .ended(.removed): reason = .usbDisconnected
                case .ended(.closed): reason = .disconnectRequested
                case .ready, .cardReset, .hardwareError, .ended: break
                }
            }
            sink.yield(.disconnected(reason))
            sink.finish()
            state.withLock { [reason] in $0.end = reason }
            insertions.finish()
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

    /// Waits for a card, has it make a cryptogram, and encrypts what goes to the gateway.
    ///
    /// Unless the configuration wants quick chip, the card of a payment that the gateway knows of waits: until `conclude` has
    /// ended, the reader is busy.
    ///
    /// Canceling the task stops the wait, and the transaction before its next command.
    /// - Throws: `.failed(.missingKeys)` without a `ChipAcceptance`; what the sealer throws; `.refused` for a refund to
    ///   the card, and for a card that declines.
    public func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
        guard let collector else { throw .failed(.missingKeys, Self.refusal) }
        guard beginCollecting() else { throw .busy }
        var isWaiting = false
        defer { if !isWaiting { endCollecting() } }
        let card = try await collector.collect(request)
        isWaiting = card.awaitsIssuer
        return card
    }

    /// Tells the card that waits what its issuer said, performs the issuer's scripts, and has the card taken out.
    ///
    /// Canceling the task ends the transaction before its next command; a word that the card has given stands.
    /// - Throws: `.cardNotRead` if the card left or failed before it gave its word; `.refused` if no card waits.
    public func conclude(_ answer: IssuerAnswer) async throws(ReaderError) -> CardConclusion {
        guard let collector, let shell = collector.takeWaitingCard() else {
            throw .refused("no card waits for its issuer's answer")
        }
        defer { endCollecting() }
        return try await collector.conclude(shell, answer)
    }

    /// Does nothing, because there is no screen that a command reaches.
    public func show(_ text: String?) async {}

    /// Closes the reader.
    public func disconnect() async {
        await stripe?.disconnect()
        await driver.close()
    }
}
