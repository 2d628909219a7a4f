import SimulatedDevices
import Tender
import TenderDevices

/// A chip reader with a customer before it, who puts a card in and takes it out as the reader says.
///
/// Where there is a stripe too, the customer tries that first, out of habit.
final class AttendedChipReader: CardReader {
    let events: AsyncStream<ReaderEvent>
    private let chip: CCIDCardReader
    private let watching: Task<Void, Never>

    /// What a customer does.
    private enum Act {
        case insert, swipe, takeOut
    }

    /// - Parameters:
    ///   - stripe: The stripe beside its slot; `nil` without one.
    ///   - act: Has the customer act at the slot.
    init(
        _ chip: CCIDCardReader, stripe: CoreRunner<SimulatedMagnetic>?, act: @escaping @Sendable (CounterEvent) -> Void
    ) {
        self.chip = chip
        let (events, sink) = AsyncStream<ReaderEvent>.makeStream(bufferingPolicy: .bufferingNewest(1024))
        self.events = events
        watching = Task {
            for await event in chip.events {
                sink.yield(event)
                switch Self.act(after: event, hasStripe: stripe != nil) {
                case .insert: act(.presentCard)
                case .takeOut: act(.removeCard)
                case .swipe: await stripe?.send(.presentCard)
                case nil: break
                }
            }
            sink.finish()
        }
    }

    deinit { watching.cancel() }

    var reader: Reader { chip.reader }

    /// What the customer does when the reader says something.
    private static func act(after event: ReaderEvent, hasStripe: Bool) -> Act? {
        switch event {
        case .inputOptions(let options) where options.contains(.swipeCard) && hasStripe: .swipe
        case .inputOptions(let options): options.contains(.insertCard) ? .insert : nil
        case .displayMessage(.insertCard): .insert
        case .displayMessage(.removeCard), .displayMessage(.retryCard), .displayMessage(.tryAnotherCard),
            .displayMessage(.cardRemovedTooEarly), .displayMessage(.swipeCard):
            .takeOut
        case .displayMessage, .cardInserted, .cardRemoved, .batteryLevel, .disconnected: nil
        }
    }

    func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
        try await chip.collect(request)
    }

    func conclude(_ answer: IssuerAnswer) async throws(ReaderError) -> CardConclusion {
        try await chip.conclude(answer)
    }

    func show(_ text: String?) async { await chip.show(text) }

    func disconnect() async { await chip.disconnect() }
}
