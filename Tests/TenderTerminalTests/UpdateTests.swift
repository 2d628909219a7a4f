import SimulatedCard
import SimulatedReader
import TenderFlow
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

/// Updates of a simulated reader's software.
@Suite struct UpdateTests {
    private static let update = ReaderSoftwareUpdate(softwareVersion: "2.0", components: [.firmware, .keys])

    private func shop(
        _ duration: Duration = .zero, isRequired: Bool = false, failure: ReaderError? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> Shop {
        var script = Shop.quickly([.visa])
        script.update = ScriptedUpdate(Self.update, duration: duration, isRequired: isRequired, failure: failure)
        return Shop(script, clock: clock)
    }

    private final class Recorder: TerminalDelegate {
        private let words: AsyncStream<String>
        private let sink: AsyncStream<String>.Continuation

        init() { (words, sink) = AsyncStream.makeStream() }

        func terminal(_ terminal: Terminal, didReportAvailableUpdate update: ReaderSoftwareUpdate) async {
            sink.yield("available \(update.softwareVersion)")
        }

        func terminal(_ terminal: Terminal, didStartInstallingUpdate update: ReaderSoftwareUpdate) async {
            sink.yield("started \(update.softwareVersion)")
        }

        func terminal(_ terminal: Terminal, didReportReaderSoftwareUpdateProgress percent: Int) async {
            sink.yield("\(percent) %")
        }

        func terminal(
            _ terminal: Terminal, didFinishInstallingUpdate update: ReaderSoftwareUpdate?, error: TenderError?
        ) async {
            sink.yield("finished")
            sink.finish()
        }

        func all() async -> [String] { await words.reduce(into: []) { $0.append($1) } }
    }

    @Test func anUpdateIsOfferedInstalledOnceAndTold() async throws {
        let shop = shop()
        let delegate = Recorder()
        shop.terminal.addDelegate(delegate)
        try await shop.connect()
        #expect(await shop.terminal.connectedReader?.availableUpdate == Self.update)
        #expect(try await shop.terminal.installAvailableUpdate() == Self.update)
        let steps = (1...10).map { "\($0 * 10) %" }
        #expect(await delegate.all() == ["available 2.0", "started 2.0"] + steps + ["finished"])
        #expect(await shop.terminal.connectedReader?.softwareVersion == "2.0")
        #expect(try await shop.terminal.installAvailableUpdate() == nil)
    }

    @Test func aCanceledUpdateLeavesAReaderThatSells() async throws {
        let clock = TestClock()
        let shop = shop(.seconds(100), clock: clock)
        try await shop.connect()
        let cancelable = Cancelable()
        let installing = Task { try await shop.terminal.installAvailableUpdate(cancelable: cancelable) }
        await clock.waitForSleepers(1)
        let busy = await #expect(throws: TenderError.self) { try await shop.terminal.rebootReader() }
        #expect(busy?.code == .busy)
        #expect(await cancelable.cancel() == .canceled(by: .application))
        let error = await #expect(throws: TenderError.self) { try await installing.value }
        #expect(error?.code == .canceled)
        #expect(await shop.terminal.connectedReader?.availableUpdate == Self.update)
        let intent = try await shop.intent()
        #expect(try await shop.terminal.processPaymentIntent(intent).word == "approved")
    }

    @Test func aLowBatteryIsSaidAndARequiredUpdateIsInstalledOnConnecting() async throws {
        let battery = ReaderError.failed(.updateBatteryLow, "the battery is too low for the update")
        let low = shop(failure: battery)
        try await low.connect()
        let error = await #expect(throws: TenderError.self) { try await low.terminal.installAvailableUpdate() }
        #expect(error?.errorCode == .readerSoftwareUpdateFailedBatteryLow)
        let required = shop(isRequired: true)
        try await required.connect()
        #expect(await required.terminal.connectedReader?.softwareVersion == "2.0")
        let lowRequired = shop(isRequired: true, failure: battery)
        let notConnected = await #expect(throws: TenderError.self) { try await lowRequired.connect() }
        #expect(notConnected?.errorCode == .readerSoftwareUpdateFailedBatteryLow)
    }

    @Test func aReaderThatIsGoneInTheMiddleHasInterruptedItsUpdate() async throws {
        let clock = TestClock()
        let shop = shop(.seconds(100), clock: clock)
        try await shop.connect()
        let installing = Task { try await shop.terminal.installAvailableUpdate() }
        await clock.waitForSleepers(1)
        shop.source.play(.disconnect(.usbDisconnected))
        let error = await #expect(throws: TenderError.self) { try await installing.value }
        #expect(error?.errorCode == .readerSoftwareUpdateFailedInterrupted)
    }
}
