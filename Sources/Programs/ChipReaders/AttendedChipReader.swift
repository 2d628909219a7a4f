import SimulatedDevices
import Tender

/// A chip reader with a customer before it, who puts a card in and takes it out as the reader says.
final class AttendedChipReader: CardReader {
    let events: AsyncStream<ReaderEvent>
    private let chip: CCIDCardReader
    private let watching: Task<Void, Never>

    /// - Parameter act: Has the customer act at the reader.
    init(_ chip: CCIDCardReader, act: @escaping @Sendable (CounterEvent) -> Void) {
        self.chip = chip
        let (events, sink) = AsyncStream<ReaderEvent>.makeStream(bufferingPolicy: .bufferingNewest(1024))
        self.events = events
        watching = Task {
            for await event in chip.events {
                sink.yield(event)
                if let answer = Self.act(after: event) { act(answer) }
            }
            sink.finish()
        }
    }

    deinit { watching.cancel() }

    var reader: Reader { chip.reader }

    /// What the customer does when the reader says something.
    private static func act(after event: ReaderEvent) -> CounterEvent? {
        switch event {
        case .inputOptions(let options): options.contains(.insertCard) ? .presentCard : nil
        case .displayMessage(.removeCard), .displayMessage(.retryCard), .displayMessage(.tryAnotherCard),
            .displayMessage(.cardRemovedTooEarly):
            .removeCard
        case .displayMessage, .cardInserted, .cardRemoved, .batteryLevel, .disconnected: nil
        }
    }

    func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
        try await chip.collect(request)
    }

    func show(_ text: String?) async { await chip.show(text) }

    func disconnect() async { await chip.disconnect() }
}
