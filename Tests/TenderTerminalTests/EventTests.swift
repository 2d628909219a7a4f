import TenderBytes
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

@Suite struct EventTests {
    @Test func everySubscriberSeesEveryEventInOrder() async throws {
        let shop = Shop()
        let streams = (0..<3).map { _ in shop.terminal.events() }
        _ = try await shop.terminal.processPaymentIntent(shop.open())
        try await shop.terminal.disconnect()
        var sequences: [[UInt64]] = []
        for stream in streams {
            var seen: [UInt64] = []
            for await event in stream {
                seen.append(event.sequence)
                if event.kind == .disconnected(.disconnectRequested) { break }
            }
            sequences.append(seen)
        }
        #expect(sequences[0].first == 1)
        #expect(sequences[0] == Array(1...UInt64(sequences[0].count)))
        #expect(Set(sequences).count == 1)
    }

    @Test func aSubscriberThatNeverReadsDelaysNothingAndSeesTheGap() async throws {
        let shop = Shop()
        let slow = shop.terminal.events()
        try await shop.connect()
        for _ in 0..<250 { #expect(try await shop.terminal.processPaymentIntent(shop.intent()).word == "approved") }
        try await shop.terminal.disconnect()
        var first: UInt64?
        for await event in slow {
            first = first ?? event.sequence
            if event.kind == .disconnected(.disconnectRequested) { break }
        }
        #expect(try #require(first) > 1)
    }

    @Test func aDelegateIsCalledInOrder() async throws {
        let shop = Shop()
        let delegate = Recorder()
        shop.terminal.addDelegate(delegate)
        _ = try await shop.terminal.processPaymentIntent(shop.open())
        try await shop.terminal.disconnect()
        await delegate.disconnected()
        #expect(delegate.statuses == [.connecting, .connected, .notConnected])
    }

    private final class Recorder: TerminalDelegate {
        private let seen = Guarded<[ConnectionStatus]>([])
        private let (ended, end) = AsyncStream.makeStream(of: Void.self)

        var statuses: [ConnectionStatus] { seen.withLock { $0 } }

        func disconnected() async { for await _ in ended { return } }

        func terminal(_ terminal: Terminal, didChangeConnectionStatus status: ConnectionStatus) async {
            seen.withLock { $0.append(status) }
        }

        func terminal(_ terminal: Terminal, didDisconnect reason: DisconnectReason) async { end.yield() }
    }
}
