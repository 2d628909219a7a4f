import TenderDevices
public import TenderFlow
public import TenderModel
public import TenderReaders

/// A stripe reader: MagTek or ID TECH, on HID or a serial line.
///
/// It runs a `MagneticCore`, which decides everything. Encrypted stripes pass through; clear ones need a `TrackSealer`.
public final class MagneticReader: CardReader {
    /// What the reader is, as its descriptors told.
    public let reader: Reader

    /// What the reader tells while it is connected; ends after `.disconnected`.
    ///
    /// One consumer, who may lag 1024 events behind before the oldest are dropped.
    public var events: AsyncStream<ReaderEvent> { shell.events }

    private let shell: CardReaderShell<MagneticCore>

    /// Takes a reader; such a device answers nothing, so that nothing is asked.
    ///
    /// - Parameters:
    ///   - transport: an open line, which is the reader's from here on; of HID reports without a number, or a stream.
    ///   - device: the form in which a swipe comes.
    ///   - reader: what the reader is, from its descriptors.
    ///   - sealer: what encrypts the stripe of a reader that does not; such stripes are refused without one.
    ///   - clock: what pauses are measured with.
    public init(
        _ transport: any ByteTransport, _ device: MagneticDevice, _ reader: Reader, sealer: (any TrackSealer)? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) async {
        let runner = await CoreRunner(MagneticCore(device, sealer: sealer), on: transport, clock: clock)
        shell = CardReaderShell(runner, clock)
        self.reader = reader
    }

    /// Waits for a swipe, without a limit of time; what was swiped before is not taken.
    ///
    /// Cancelling the task stops the wait: the call then throws `.canceled`, or returns the card that was swiped in the
    /// same instant.
    public func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
        try await shell.collect { .collect($0, request) }
    }

    /// Does nothing: a stripe reader has no screen.
    public func show(_ text: String?) async {}

    /// Ends the connection; a running collection then throws `.disconnected`.
    public func disconnect() async { await shell.disconnect() }
}
