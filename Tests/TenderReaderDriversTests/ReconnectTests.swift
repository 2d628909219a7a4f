import SimulatedDevices
import TenderFlow
import TenderModel
import TenderReaderDrivers
import TenderTerminal
import TenderTestSupport
import Testing

/// Readers that are pulled out and plugged in again, through a terminal and real drivers on real lines.
@Suite(.timeLimit(.minutes(1))) struct ReconnectTests {
    @Test(arguments: [DiscoveryMethod.serial, .tcp])
    func aReaderThatIsPluggedInAgainSellsAgain(_ method: DiscoveryMethod) async throws {
        let device = try await PluggedReader(method, "visa")
        let till = ReaderTill()
        try await till.connect(device.address)
        #expect(try await till.sell() == "visa")
        let events = till.terminal.events()
        await device.unplug()
        for await event in events { if case .reconnectStarted = event.kind { break } }
        let error = await #expect(throws: TenderError.self) { try await till.sell() }
        #expect(error?.code == .notConnectedToReader)
        let again = try await PluggedReader(at: device.address, "mastercard")
        for await event in events { if case .reconnectSucceeded = event.kind { break } }
        #expect(try await till.sell() == "mastercard")
        #expect(await till.terminal.connectionStatus == .connected)
        try await till.terminal.disconnect()
        await again.unplug()
    }

    @Test func everybodyIsToldOfTheLossAndOfTheReturn() async throws {
        let device = try await PluggedReader(.serial, "visa")
        let till = ReaderTill()
        try await till.connect(device.address)
        let events = till.terminal.events()
        await device.unplug()
        let again = try await PluggedReader(at: device.address, "visa")
        var told: [TerminalEvent.Kind] = []
        for await event in events {
            told.append(event.kind)
            if event.kind == .reconnectSucceeded { break }
        }
        #expect(
            told.filter(\.isOfTheConnection) == [
                .connectionStatus(.reconnecting), .reconnectStarted(.linkLost), .connectionStatus(.connected),
                .reconnectSucceeded,
            ])
        try await till.terminal.disconnect()
        await again.unplug()
    }

    @Test(arguments: [DiscoveryMethod.serial, .tcp])
    func aSaleWhoseReaderIsPulledOutIsSoldAfterItsReturn(_ method: DiscoveryMethod) async throws {
        let device = try await PluggedReader(method, nil)
        let till = ReaderTill()
        try await till.connect(device.address)
        let intent = try await till.intent()
        let events = till.terminal.events()
        let sale = Task { try await till.sell(intent) }
        for await event in events { if case .inputOptions = event.kind { break } }
        await device.unplug()
        let error = await #expect(throws: TenderError.self) { try await sale.value }
        #expect(error?.code == .readerDisconnected)
        let again = try await PluggedReader(at: device.address, "visa")
        for await event in events { if case .reconnectSucceeded = event.kind { break } }
        #expect(try await till.sell(intent) == "visa")
        #expect(till.gateway.calls(.confirm).count == 1)
        try await till.terminal.disconnect()
        await again.unplug()
    }

    @Test(arguments: [DiscoveryMethod.serial, .tcp])
    func aReaderThatStaysAwayIsGivenUpAfterTheTries(_ method: DiscoveryMethod) async throws {
        let device = try await PluggedReader(method, "visa")
        let till = ReaderTill(.init(maximumTries: 3, pause: .milliseconds(1)))
        try await till.connect(device.address)
        let events = till.terminal.events()
        await device.unplug()
        #expect(await Self.ending(events) == Self.givenUp)
        // The connection, and the three tries.
        #expect(till.source.openings == 4)
        let error = await #expect(throws: TenderError.self) { try await till.sell() }
        #expect(error?.code == .notConnectedToReader)
        #expect(error?.advice == .reconnect)
        let again = try await PluggedReader(at: device.address, "mastercard")
        try await till.connect(device.address)
        #expect(try await till.sell() == "mastercard")
        try await till.terminal.disconnect()
        await again.unplug()
    }

    @Test func aReaderThatComesBackAndStaysSilentIsGivenUpAfterTheTime() async throws {
        let clock = TestClock()
        let device = try await PluggedReader(.serial, "visa")
        let till = ReaderTill(.init(budget: .seconds(60)), clock: clock)
        try await till.connect(device.address)
        let silent = try await PluggedReader(at: device.address, "visa", faults: [.init(.mute)])
        let events = till.terminal.events()
        await device.unplug()
        // The budget, and the limit of the opening.
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(60))
        #expect(await Self.ending(events) == Self.givenUp)
        #expect(await till.terminal.connectionStatus == .notConnected)
        await silent.unplug()
    }

    @Test func withoutReconnectionALossIsTheEnd() async throws {
        let device = try await PluggedReader(.serial, "visa")
        let till = ReaderTill(.init(reconnects: false))
        try await till.connect(device.address)
        let events = till.terminal.events()
        await device.unplug()
        #expect(await Self.ending(events) == [.connectionStatus(.notConnected), .disconnected(.linkLost)])
        #expect(till.source.openings == 1)
    }

    @Test func severalReadersSellAtOnceEachForItsTill() async throws {
        let source = CountingSource()
        let cards: [String] = ["visa", "mastercard", "amex"]
        var devices: [PluggedReader] = []
        var tills: [ReaderTill] = []
        for (method, card) in zip([DiscoveryMethod.serial, .serial, .tcp], cards) {
            devices.append(try await PluggedReader(method, card))
            tills.append(ReaderTill(source: source))
        }
        for (till, device) in zip(tills, devices) { try await till.connect(device.address) }
        #expect(try await Self.sold(tills) == cards)
        // The others do not notice that one is pulled out.
        let events = tills[0].terminal.events()
        await devices[0].unplug()
        for await event in events { if case .reconnectStarted = event.kind { break } }
        #expect(try await Self.sold(Array(tills.dropFirst())) == Array(cards.dropFirst()))
        devices[0] = try await PluggedReader(at: devices[0].address, "visa")
        for await event in events { if case .reconnectSucceeded = event.kind { break } }
        #expect(try await Self.sold(tills) == cards)
        for till in tills { try await till.terminal.disconnect() }
        for device in devices { await device.unplug() }
    }

    @Test func aReaderThatATillHasIsRefusedToTheNext() async throws {
        let device = try await PluggedReader(.serial, "visa")
        let (first, second) = (ReaderTill(), ReaderTill())
        try await first.connect(device.address)
        let error = await #expect(throws: TenderError.self) { try await second.connect(device.address) }
        #expect(error?.code == .connectionFailed)
        #expect(error?.message.contains("open") == true)
        #expect(try await first.sell() == "visa")
        try await first.terminal.disconnect()
        await device.unplug()
    }

    private static let givenUp: [TerminalEvent.Kind] = [
        .connectionStatus(.reconnecting), .reconnectStarted(.linkLost), .connectionStatus(.notConnected),
        .reconnectFailed(.linkLost), .disconnected(.linkLost),
    ]

    /// What is told of the connection up to its end.
    private static func ending(_ events: AsyncStream<TerminalEvent>) async -> [TerminalEvent.Kind] {
        var told: [TerminalEvent.Kind] = []
        for await event in events where event.kind.isOfTheConnection {
            told.append(event.kind)
            if case .disconnected = event.kind { break }
        }
        return told
    }

    /// The cards that the tills are paid with, all at the same time.
    private static func sold(_ tills: [ReaderTill]) async throws -> [String?] {
        try await withThrowingTaskGroup(of: (Int, String?).self) { group in
            for (index, till) in tills.enumerated() { group.addTask { (index, try await till.sell()) } }
            var cards = [String?](repeating: nil, count: tills.count)
            for try await (index, card) in group { cards[index] = card }
            return cards
        }
    }
}

extension TerminalEvent.Kind {
    fileprivate var isOfTheConnection: Bool {
        switch self {
        case .connectionStatus, .reconnectStarted, .reconnectSucceeded, .reconnectFailed, .disconnected: true
        default: false
        }
    }
}
