import TenderBytes
public import TenderEMV
public import TenderReaders

/// A USB chip card reader: the cards in its slots, and commands to them.
///
/// It runs a `CCIDMachine` on a transport and goes no further than commands: `CCIDCardReader` sells with it. Requests come
/// in two forms: functions that wait, and `begin`, whose answer comes in a callback. Canceling the task of a call requests
/// an end: a call that has not begun throws `.canceled`; a running one is aborted and returns as soon as the reader has
/// reported what became of it, with `.unknownOutcome` if the card may have received the command.
public final class CCIDReader: Sendable {
    /// What the reader reports apart from answers.
    public enum Event: Hashable, Sendable {
        /// All slots have been checked, initially or after a reset.
        case ready
        /// A card was inserted or removed.
        case presence(slot: Int, ChipPresence)
        /// A card that was powered on is off, because the reader was reset.
        case cardReset(slot: Int)
        /// The reader reports a hardware failure.
        case hardwareError(slot: Int, code: UInt8)
        /// The reader is gone or no longer works; no further event follows.
        case ended(CCIDError)
    }

    /// The ID of a request.
    public struct RequestID: Hashable, Sendable {
        let number: Int
    }

    /// The reader's interface.
    public var interface: USBInterface { shell.interface }
    /// How the driver operates it.
    public var plan: CCIDPlan { shell.plan }
    /// The events of the reader.
    ///
    /// Supports a single consumer, which may fall 256 events behind before the oldest are dropped.
    public var events: AsyncStream<Event> { shell.events }

    private let shell: CCIDShell

    /// Starts the driver; `.ready` comes once all slots have been checked, and requests may come earlier.
    ///
    /// - Parameters:
    ///   - transport: The claimed interface; the reader closes it.
    ///   - policy: The permitted operations.
    ///   - clock: The clock that measures time limits.
    /// - Throws: `CCIDUnsupported` if the driver cannot use the reader, in which case the transport stays open.
    public init(
        _ transport: any USBTransport, policy: CCIDPolicy = CCIDPolicy(),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws(CCIDUnsupported) {
        shell = try CCIDShell(transport, policy: policy, clock: clock)
        shell.start()
    }

    deinit { shell.end() }

    /// Makes a request whose answer comes in a callback.
    ///
    /// A callback may begin the next request, which goes out without another thread having to run: command follows answer
    /// on the thread of libusb's events. It must not begin one because another failed: a reader that is gone answers at
    /// once, and the thread would do nothing else any more.
    /// - Parameters:
    ///   - request: The request.
    ///   - slot: The slot of the card.
    ///   - answered: Called once, possibly before this function returns, and never at the same time as another callback of
    ///     this reader. It runs on the thread that brought the answer, and must not block; of what began before
    ///     `close`, none is left when that has returned. The answer is `.unknownOutcome` if the card may have executed the command, which is never sent again.
    /// - Returns: The ID for `cancel`.
    @discardableResult
    public func begin(
        _ request: CCIDRequest, slot: Int = 0,
        answered: @escaping @Sendable (Result<CCIDReply, CCIDError>) -> Void
    ) -> RequestID {
        RequestID(number: shell.begin(request, slot: slot, answered: answered))
    }

    /// Requests the end of a request, which is answered all the same; one that was answered is ignored.
    public func cancel(_ request: RequestID) { shell.cancel(request.number) }

    /// Powers a card on, or resets it, and prepares it for commands.
    nonisolated(nonsending) public func powerOn(slot: Int = 0) async throws(CCIDError) -> (ATR, CCIDCardParameters) {
        guard case .card(let atr, let parameters) = try await ask(.powerOn, slot: slot) else { throw .dead }
        return (atr, parameters)
    }

    /// Powers a card off.
    nonisolated(nonsending) public func powerOff(slot: Int = 0) async throws(CCIDError) {
        _ = try await ask(.powerOff, slot: slot)
    }

    /// Returns whether there is a card.
    nonisolated(nonsending) public func presence(slot: Int = 0) async throws(CCIDError) -> ChipPresence {
        guard case .presence(let presence) = try await ask(.status, slot: slot) else { throw .dead }
        return presence
    }

    /// Sends a command to a card, adding what the reader's level of exchange and the card's protocol require.
    ///
    /// - Throws: `CCIDError.unknownOutcome` if the card may have executed the command; it is never sent again.
    nonisolated(nonsending) public func transmit(_ command: CommandAPDU, slot: Int = 0) async throws(CCIDError)
        -> ResponseAPDU
    {
        guard case .answer(let answer) = try await ask(.transmit(command), slot: slot) else { throw .dead }
        return answer
    }

    /// Sends a block unchanged and returns the response unchanged.
    nonisolated(nonsending) public func exchange(_ block: [UInt8], slot: Int = 0) async throws(CCIDError) -> [UInt8] {
        guard case .bytes(let bytes) = try await ask(.exchange(block), slot: slot) else { throw .dead }
        return bytes
    }

    /// Lets the customer enter a PIN on the reader's keypad, which sends it directly to the card.
    ///
    /// - Returns: The card's response; 6400 if no PIN was entered in time, 6401 if the customer canceled.
    nonisolated(nonsending) public func enterPIN(_ request: CCIDPinRequest, slot: Int = 0) async throws(CCIDError)
        -> ResponseAPDU
    {
        guard case .answer(let answer) = try await ask(.enterPIN(request), slot: slot) else { throw .dead }
        return answer
    }

    /// Sends a vendor-specific command to the reader.
    ///
    /// - Throws: `CCIDError.refused` unless the policy allows it.
    nonisolated(nonsending) public func escape(_ bytes: [UInt8], slot: Int = 0) async throws(CCIDError) -> [UInt8] {
        guard case .bytes(let answer) = try await ask(.escape(bytes), slot: slot) else { throw .dead }
        return answer
    }

    /// Stops or restarts a card's clock.
    nonisolated(nonsending) public func stopClock(_ stops: Bool, slot: Int = 0) async throws(CCIDError) {
        _ = try await ask(.stopClock(stops), slot: slot)
    }

    /// Ends everything, answers all waiting callers and closes the transport.
    ///
    /// Closing twice does nothing.
    public func close() async { await shell.close() }

    nonisolated(nonsending) private func ask(
        _ request: CCIDRequest, slot: Int
    ) async throws(CCIDError) -> CCIDReply {
        let answer = await CallbackCall<RequestID, Result<CCIDReply, CCIDError>>().wait(canceled: .failure(.canceled)) {
            begin(request, slot: slot, answered: $0)
        } cancel: { [self] in
            cancel($0)
        }
        return try answer.get()
    }
}
