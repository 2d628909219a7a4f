import TenderBytes
import TenderDevices
public import TenderFlow
public import TenderModel
public import TenderReaders

/// A stripe reader: MagTek or ID TECH, over HID or a serial line.
///
/// It runs a `MagneticCore`, which decides everything. Encrypted stripes pass through; clear ones need a `CardSealer`. A
/// card that has a chip too pays by its stripe here, which is no fallback: there is no slot for the chip.
public final class MagneticReader: DataReader {
    /// The reader, according to its descriptors.
    public let reader: Reader

    /// The events of the reader while it is connected; ends after `.disconnected`.
    ///
    /// Supports a single consumer, which may fall 1024 events behind before the oldest are dropped.
    public var events: AsyncStream<ReaderEvent> { shell.events }

    /// The stripes of gift and loyalty cards.
    public let dataTypes = [CollectDataType.magstripe]

    private let shell: CardReaderShell<MagneticCore>
    private let device: MagneticDevice
    private let seals: SealKeeper?

    /// Creates a reader without querying it, because such a device answers nothing.
    ///
    /// - Parameters:
    ///   - transport: An open line, which the reader owns from now on; of unnumbered HID reports, or a stream.
    ///   - device: The format in which a swipe arrives.
    ///   - reader: The reader, according to its descriptors.
    ///   - sealer: Encrypts the stripes of a reader that does not do so itself; without one, such stripes are refused. A
    ///     reader that always does so needs none.
    ///   - clock: The clock that measures pauses.
    public init(
        _ transport: any ByteTransport, _ device: MagneticDevice, _ reader: Reader, sealer: (any CardSealer)? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) async {
        let runner = await CoreRunner(MagneticCore(device), on: transport, clock: clock)
        shell = CardReaderShell(runner, clock)
        self.reader = reader
        self.device = device
        seals = sealer.map { SealKeeper($0) }
    }

    /// Waits for a swipe, without a time limit; earlier swipes do not count.
    ///
    /// Canceling the task stops the wait: the call then throws `.canceled`, or returns a card that was swiped at that
    /// moment.
    public func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
        let seal = try await nextSeal()
        return try await shell.collect { .collect($0, request, seal: seal) }
    }

    /// Prepares the encryption of a stripe.
    ///
    /// A reader that may encrypt by itself does not need it, perhaps: what is wrong with it then counts with a clear stripe.
    private func nextSeal() async throws(ReaderError) -> (any CardSeal)? {
        do throws(ReaderError) {
            return try await seals?.nextSeal()
        } catch  where device.mayEncrypt {
            return RefusedSeal(error: error)
        }
    }

    /// Waits for a swipe at a reader that has a slot for chips too, whose collection it is; with that one's seal.
    func collect(
        _ request: CollectRequest, seal: any CardSeal, rule: FallbackRule
    ) async throws(ReaderError) -> CollectedCard {
        try await shell.collect { .collect($0, request, seal: seal, rule: rule) }
    }

    /// Waits for the swipe of a card that does not pay, as `collect` does.
    ///
    /// - Throws: `.refused` for a payment card, encrypted or not, and for other cards whose second track is not that of a
    ///   gift or loyalty card.
    public func collectData(_ configuration: CollectDataConfiguration) async throws(ReaderError) -> CollectedData {
        guard dataTypes.contains(configuration.type) else { throw .refused("a stripe reader reads stripes only") }
        return try await shell.collectData { .collectData($0) }
    }

    /// Does nothing, because a stripe reader has no screen.
    public func show(_ text: String?) async {}

    /// Ends the connection; a running collection then throws `.disconnected`.
    public func disconnect() async { await shell.disconnect() }
}

/// An encryption that could not be prepared.
private struct RefusedSeal: CardSeal {
    let error: ReaderError

    func seal(track2: SecretBytes, read method: ReadMethod, amount: Amount) throws -> EncryptedPayload { throw error }

    func seal(objects: SecretBytes, amount: Amount) throws -> EncryptedPayload { throw error }
}
