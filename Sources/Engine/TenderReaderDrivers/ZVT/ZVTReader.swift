public import TenderFlow
public import TenderModel

/// The terminal in the role of a reader: it collects a card at once, since the terminal reads the card when it charges
/// it.
public final class ZVTReader: RebootableReader {
    /// The terminal as a reader.
    public let reader: Reader
    /// What the customer should do.
    public let events: AsyncStream<ReaderEvent>

    private let terminal: ZVTTerminal
    private let sink: AsyncStream<ReaderEvent>.Continuation

    fileprivate init(_ reader: Reader, _ terminal: ZVTTerminal) async {
        self.reader = reader
        self.terminal = terminal
        (events, sink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
        await terminal.attach(sink)
    }

    /// Returns immediately with a payload that stands for the terminal's own reading.
    ///
    /// - Throws: `refused` while the outcome of an earlier command is unknown.
    public func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
        guard request.purpose == .payment else {
            throw .refused("this terminal takes payments only: refund without the card")
        }
        let open: String?
        do throws(JournalError) { open = try await terminal.undecidedIntent() } catch {
            throw .communication(error.message)
        }
        if let open {
            throw .refused("what the terminal did for \(open) is not known: resolve it first")
        }
        return CollectedCard(
            card: CardDetails(),
            payload: EncryptedPayload(scheme: ZVTTerminal.payloadScheme, keySerial: "", ciphertext: "", tag: ""))
    }

    /// Does nothing, because the terminal has its own texts.
    public func show(_ text: String?) async {}

    /// Restarts the terminal (`06 18`), unless something is in progress at it, or unknown of it.
    public func reboot() async throws(ReaderError) {
        do throws(GatewayError) {
            try await terminal.reboot()
        } catch {
            switch error.code {
            case .busy: throw .busy
            case .notAvailable, .apiError: throw .refused(error.message)
            default: throw .communication(error.message)
            }
        }
        end(.rebootRequested)
    }

    /// Ends the connection, unless a command is in progress, which continues to its end.
    public func disconnect() async {
        await terminal.detach()
        end(.disconnectRequested)
    }

    private func end(_ reason: DisconnectReason) {
        sink.yield(.disconnected(reason))
        sink.finish()
    }
}

/// A source that finds the one terminal that it was given.
public struct ZVTReaderSource: ReaderSource {
    private let terminal: ZVTTerminal
    private let reader: Reader

    /// Creates a source of one terminal.
    ///
    /// - Parameters:
    ///   - terminal: The terminal.
    ///   - address: The terminal's address.
    ///   - simulated: Whether it is simulated, which receipts and journals show.
    public init(_ terminal: ZVTTerminal, at address: ReaderAddress, simulated: Bool = false) {
        self.terminal = terminal
        reader = Reader(
            id: terminal.terminalID, model: "ZVT", serialNumber: terminal.terminalID,
            discoveryMethod: address.method, simulated: simulated, label: terminal.name, address: address)
    }

    /// Yields the terminal, whether it answers or not.
    public func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error> {
        let reader = reader
        return AsyncThrowingStream { continuation in continuation.yield([reader]) }
    }

    /// Registers the till with the terminal.
    public func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader {
        guard reader.id == self.reader.id else { throw .communication("there is no terminal \(reader.id)") }
        do throws(GatewayError) {
            try await terminal.alone(nil) { await $0.connect() }
        } catch {
            guard error.code != .busy else { throw .busy }
            throw .communication(error.message)
        }
        return await ZVTReader(reader, terminal)
    }
}
