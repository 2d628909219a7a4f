import TenderAPI
public import TenderFlow
public import TenderModel

/// A source that finds the account's smart readers and takes them over.
public struct InternetReaderSource: ReaderSource {
    private let client: PaymentsClient
    private let policy: InternetReaderPolicy
    private let failsIfInUse: Bool
    private let clock: any Clock<Duration>

    /// Creates a source; the terminal's gateway must be an `InternetReaderGateway` of the same account.
    ///
    /// - Parameters:
    ///   - client: A client with a secret key.
    ///   - policy: How often to poll a reader.
    ///   - failsIfInUse: Whether a reader that waits for a card or an input is left to whoever asked it to, instead of
    ///     being taken over.
    ///   - clock: The clock that measures waiting.
    public init(
        _ client: PaymentsClient, policy: InternetReaderPolicy = InternetReaderPolicy(), failsIfInUse: Bool = false,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.client = client
        self.policy = policy
        self.failsIfInUse = failsIfInUse
        self.clock = clock
    }

    /// Yields the registered readers once, online or not, and ends.
    ///
    /// With a location, yields only its readers; with addresses, those that they name by ID, label or serial number.
    public func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: [Reader].self)
        let task = Task {
            do throws(ReaderError) {
                continuation.yield(try await readers(configuration))
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private func readers(_ configuration: DiscoveryConfiguration) async throws(ReaderError) -> [Reader] {
        guard configuration.method == .internet else {
            throw .refused("only the account's smart readers are found here")
        }
        let all: [TerminalReader]
        do throws(GatewayError) {
            all = try await client.allReaders(TerminalReaderQuery(location: configuration.location))
        } catch {
            throw .communication(error.message)
        }
        let readers = all.map { Reader($0) }
        let addresses = configuration.addresses
        guard !addresses.isEmpty else { return readers }
        return readers.filter { reader in addresses.contains { $0.choice(of: [reader]) != nil } }
    }

    /// Takes a reader over: ends what it shows or waits for without charging anything.
    ///
    /// A card that the reader still waits for, to be saved for a till that has ended since, is not saved any more.
    ///
    /// - Throws: `busy` while it charges, verifies or refunds a card, or is not to be taken over; `communication` if it is
    ///   offline.
    public func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader {
        let link = SmartReaderLink(client: client, id: reader.id, policy: policy, clock: clock)
        let current: TerminalReader
        do throws(GatewayError) {
            current = try await client.retrieveReader(reader.id)
        } catch {
            throw .communication(error.message)
        }
        guard current.status != .offline else {
            throw .communication("the reader is offline: switch it on and check its network")
        }
        if let action = current.action, action.status == .inProgress { try await end(action, link) }
        return InternetReader(current, link)
    }

    private func end(_ action: ReaderAction, _ link: SmartReaderLink) async throws(ReaderError) {
        switch action.kind {
        case .setReaderDisplay, .printContent: return
        case .collectPaymentMethod, .collectInputs, .processSetupIntent: if failsIfInUse { throw .busy }
        case .confirmPaymentIntent, .processPaymentIntent, .refundPayment, .unknown: throw .busy
        }
        do throws(GatewayError) {
            _ = try await client.cancelAction(on: link.id, key: link.makeKey("cancel"))
        } catch {
            throw error.readerTrouble == .busy ? .busy : .communication(error.message)
        }
    }
}
