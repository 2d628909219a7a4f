import SimulatedCard
import SimulatedDeviceServer
import SimulatedDevices
import TenderBytes
import TenderEMV
import TenderFlow
import TenderModel
import TenderReaders
import TenderTestSupport
import Testing

@testable import TenderReaderDrivers

/// What goes wrong between a card and the till.
@Suite(.timeLimit(.minutes(2))) struct ChipSaleFaultTests {
    @Test func aFaultAtAnyCommandEndsInACardOrAnError() async throws {
        var wrong: [String] = []
        for number in 1...14 {
            for fault in [ChipFault.silence(at: number), .torn(at: number), .removal(at: number)] {
                var profile = ChipProfile(card: .visa)
                profile.faults = [fault]
                let counter = try #require(try await ChipCounter(profile))
                switch await counter.collect() {
                // Some faults are made good by another way of selection; what is read must be whole.
                case .success(let card):
                    var shop = ChipShop()
                    let outcome = shop.pay(card).outcome
                    if outcome != "succeeded" { wrong.append("\(fault): \(outcome)") }
                case .failure(.cardNotRead): break
                case .failure(let error): wrong.append("\(fault): \(error)")
                }
                counter.usb.happen(.unplug)
            }
        }
        #expect(wrong == [])
    }

    @Test func aCardThatFailsIsAskedForThreeTimes() async throws {
        var profile = ChipProfile(card: .visa)
        profile.faults = [.silence(at: 1)]
        let counter = try #require(try await ChipCounter(profile))
        #expect(await counter.collect() == .failure(.cardNotRead(.insert)))
        try await waitUntil { counter.told.withLock { $0.filter { $0.contains("retryCard") }.count } == 2 }
    }

    @Test func aCardThatFailsMustLeaveBeforeItIsTriedAgain() async throws {
        var profile = ChipProfile(card: .visa)
        profile.faults = [.silence(at: 1)]
        let counter = try #require(try await ChipCounter(profile, acts: false))
        counter.usb.happen(.presentCard)
        let sale = Task { await counter.collect() }
        try await counter.waitUntilTold("retryCard")
        try await counter.takeOut()
        counter.usb.happen(.presentCard)
        // What the driver tells of the slot may come after what the collection tells.
        try await waitUntil { counter.count("retryCard") == 2 && counter.count("cardInserted") >= 2 }
        // By the customer's hand, and by nothing else.
        #expect(counter.count("cardInserted") == 2)
        counter.usb.happen(.unplug)
        #expect(await sale.value == .failure(.disconnected(.usbDisconnected)))
    }

    @Test func aCardThatPaidMustLeaveBeforeItPaysAgain() async throws {
        let counter = try #require(try await ChipCounter(ChipProfile(card: .visa), acts: false))
        counter.usb.happen(.presentCard)
        _ = try await counter.collect().get()
        let second = Task { await counter.collect() }
        try await waitUntil { counter.count("removeCard") == 2 }
        try await counter.takeOut()
        counter.usb.happen(.presentCard)
        _ = try await second.value.get()
        try await waitUntil { counter.count("removeCard") == 3 }
        // By the customer's hand, and by nothing else.
        #expect(counter.count("cardInserted") == 2)
    }

    @Test func aCardThatWasInAtTheBeginningMustLeaveBeforeItPays() async throws {
        let counter = try #require(try await ChipCounter(ChipProfile(card: .visa), acts: false, holdsCard: true))
        let sale = Task { await counter.collect() }
        try await counter.waitUntilTold("displayMessage")
        #expect(counter.messages == ["removeCard"])
        try await counter.takeOut()
        try await counter.waitUntilTold("Insert")
        counter.usb.happen(.presentCard)
        _ = try await sale.value.get()
        #expect(counter.count("cardInserted") == 2)
    }

    @Test(arguments: [0, 1])
    func aModuleInAnotherSlotNeitherPaysNorDisturbs(_ module: Int) async throws {
        let counter = try #require(try await ChipCounter(ChipProfile(card: .visa), acts: false, moduleSlot: module))
        for _ in 0..<2 {
            // Counted before the sale begins, or what it asks at once would be missed.
            let asked = counter.count("Insert")
            let sale = Task { await counter.collect() }
            try await waitUntil { counter.count("Insert") > asked }
            counter.usb.happen(.presentCard)
            #expect(try await sale.value.get().card.readMethod == .contactEmv)
            try await counter.takeOut()
        }
        #expect(counter.usb.device.executedCommands(slot: module) == 0)
        #expect(counter.count("cardInserted") == 2)
        _ = try await counter.reader.driver.powerOn(slot: module)
        try await counter.reader.driver.powerOff(slot: module)
    }

    @Test func aPhoneAtAnotherSlotDoesNotEndTheWait() async throws {
        let counter = try #require(try await ChipCounter(ChipProfile(card: .visa), acts: false, slotCount: 2))
        let sale = Task { await counter.collect() }
        try await counter.waitUntilTold("Insert")
        counter.usb.happen(.presentElsewhere)
        try await waitUntil { try await counter.reader.driver.presence(slot: 1) != .absent }
        counter.usb.happen(.presentCard)
        #expect(try await sale.value.get().card.readMethod == .contactEmv)
        #expect(counter.messages == ["doNotRemoveCard", "removeCard"])
        #expect(counter.count("cardInserted") == 1)
    }

    /// A driver that does not get through to a chip has not tried it.
    @Test func aReaderThatFailsIsNoUnusableChip() async throws {
        let failures: [(DeviceFault.Kind, Bool)] = [(.garbage, true), (.badChecksum, false)]
        var wrong: [String] = []
        for (kind, isReaders) in failures {
            let counter = try #require(
                try await ChipCounter(ChipProfile(card: .visa), faults: (1...3).map { DeviceFault(kind, at: $0) }))
            let result = await counter.collect()
            let isCommunication = if case .failure(.communication) = result { true } else { false }
            if isCommunication != isReaders { wrong.append("\(kind): \(result)") }
            counter.usb.happen(.unplug)
        }
        #expect(wrong == [])
    }

    @Test func aDisconnectWhileACardIsAwaitedIsTheTills() async throws {
        let counter = try #require(try await ChipCounter(ChipProfile(card: .visa), acts: false))
        let sale = Task { await counter.collect() }
        try await counter.waitUntilTold("inputOptions")
        await counter.reader.disconnect()
        // A question to the reader that was on its way is canceled.
        let ends: [Result<CollectedCard, ReaderError>] = [
            .failure(.disconnected(.disconnectRequested)), .failure(.canceled(by: .application)),
        ]
        #expect(ends.contains(await sale.value))
    }

    @Test(
        arguments: [
            ([0x01, 0x03, 0x02], "offline_pin"), ([0x41, 0x03, 0x01], "failure"),
            ([0x03, 0x00, 0x02], "offline_pin_and_signature"),
            ([0x02, 0x00, 0x00], "online_pin"), ([0x1E, 0x00, 0x00], "signature"), ([0x3F, 0x00, 0x00], "none"),
            ([0x00, 0x00, 0x01], "failure"),
        ] as [([UInt8], String)])
    func aMethodThatFailedIsNoVerification(results: [UInt8], word: String) {
        #expect(ReceiptDetails.verification(results: results) == word)
    }

    @Test func cancelingBeforeAnyCommandEndsTheTransaction() async throws {
        let configuration = try SimulatedTerminal.configuration()
        let request = CollectRequest(amount: ChipCounter.amount)
        var wrong: [String] = []
        for number in 1...20 {
            let transaction = try #require(ContactTransaction(request, number: 1, pinPad: []))
            let machine = try #require(ContactMachine(configuration: configuration, transaction: transaction))
            let channel = CancelingChannel(
                SimulatedChipChannel(try ChipCard(ChipProfile(card: .visa))), at: number)
            let sale = Task {
                try await ContactShell(machine, on: channel, clock: ContinuousClock()) { _ in }.run()
            }
            channel.give(sale)
            let outcome = try await sale.value
            switch outcome {
            case .terminated(.canceled): if number > channel.count { wrong.append("\(number): canceled") }
            case .onlineRequired: if number <= channel.count { wrong.append("\(number): a card") }
            default: wrong.append("\(number): \(outcome)")
            }
        }
        #expect(wrong == [])
    }

    @Test func nobodyAtThePadEndsAtTheDeadline() async throws {
        let clock = TestClock()
        let card = try ChipCard(ChipProfile(card: try SimulatedCard.named("offlinePinCvm")))
        let channel = SimulatedChipChannel(card, customer: .leaves)
        let request = CollectRequest(amount: ChipCounter.amount)
        let transaction = try #require(ContactTransaction(request, number: 1, pinPad: channel.pinPad))
        let machine = try #require(
            ContactMachine(configuration: try SimulatedTerminal.configuration(), transaction: transaction))
        let sale = Task {
            try await ContactShell(machine, on: channel, clock: clock) { _ in }.run()
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(600))
        guard case .terminated(.pinTooLate) = try await sale.value else {
            Issue.record("not ended by the deadline")
            return
        }
    }

    /// The right PIN is asked for once; a wrong one until the card's last try, which is announced as such.
    @Test(
        arguments: [
            ("1234", "doNotRemoveCard enterPIN doNotRemoveCard removeCard"),
            (
                "9999",
                "doNotRemoveCard enterPIN doNotRemoveCard wrongPIN doNotRemoveCard wrongPIN lastPINTry doNotRemoveCard "
                    + "removeCard"
            ),
        ])
    func theCustomerIsToldAboutThePIN(entered: String, messages: String) async throws {
        let profile = ChipProfile(card: try SimulatedCard.named("offlinePinCvm"))
        let counter = try #require(try await ChipCounter(profile, pad: .enters(entered)))
        _ = await counter.collect()
        try await counter.waitUntilTold("removeCard")
        #expect(counter.messages.joined(separator: " ") == messages)
    }

    @Test func thePadsKeysAndLimitsAreErrorsOfTheReader() async throws {
        let profile = ChipProfile(card: try SimulatedCard.named("offlinePinCvm"))
        let canceled = try #require(try await ChipCounter(profile, pad: .cancels))
        #expect(await canceled.collect() == .failure(.canceled(by: .customer)))
        let late = try #require(try await ChipCounter(profile, pad: .leaves))
        #expect(await late.collect() == .failure(.timedOut))
    }

    @Test func waitingForACardEndsByACancelOrWithoutTheReader() async throws {
        let counter = try #require(try await ChipCounter(ChipProfile(card: .visa), acts: false))
        let sale = Task { await counter.collect() }
        try await counter.waitUntilTold("Insert")
        #expect(await counter.collect() == .failure(.busy))
        sale.cancel()
        #expect(await sale.value == .failure(.canceled(by: .application)))
        let before = counter.count("Insert")
        let second = Task { await counter.collect() }
        try await waitUntil { counter.count("Insert") > before }
        counter.usb.happen(.unplug)
        #expect(await second.value == .failure(.disconnected(.usbDisconnected)))
    }

    @Test func withoutAnEncryptionAReaderDoesNotSell() async throws {
        let counter = try #require(try await ChipCounter(ChipProfile(card: .visa), sealer: nil))
        #expect(await counter.collect() == .failure(.failed(.missingKeys, CCIDCardReader.refusal)))
    }

    @Test func aRefundToTheCardIsRefused() async throws {
        let counter = try #require(try await ChipCounter(ChipProfile(card: .visa)))
        guard case .failure(.refused) = await counter.collect(.refund) else {
            Issue.record("not refused")
            return
        }
    }

    @Test func aBadAnswerToResetIsAskedForOnceMore() async throws {
        let (good, bad): ([UInt8], [UInt8]) = ([0x3B, 0x60, 0, 0], [0x3B, 0x00])
        #expect(Self.activated(cold: good, warm: bad)?.bytes == good)
        #expect(Self.activated(cold: bad, warm: bad)?.bytes == bad)
        let unusable: [UInt8] = [0x3B, 0x80, 0x0F]
        #expect(Self.activated(cold: unusable, warm: unusable) == nil)
    }

    /// The answer to reset that is accepted of a card with these; `nil` if it ends powered off.
    private static func activated(cold: [UInt8], warm: [UInt8]) -> ATR? {
        var (activation, request, isOn) = (ChipActivation(), ChipActivation.first, true)
        while true {
            let reply: ChipReply
            switch request {
            case .powerOn:
                reply = .reset(ATR(isOn ? warm : cold))
                isOn = true
            default: (reply, isOn) = (.off, false)
            }
            switch activation.handle(.success(reply)) {
            case .ask(let next): request = next
            case .ended(let result):
                if case .success(let answer) = result { return answer }
                if isOn { Issue.record("left on") }
                return nil
            }
        }
    }
}

/// Cancels a task at the command with a number, which the card does not get.
private final class CancelingChannel: ChipChannel {
    private typealias End = @Sendable (Result<ChipReply, ChipChannelError>) -> Void

    private struct State {
        var task: Task<ContactOutcome, any Error>?
        var count = 0
        var waiting: End?
    }

    private let channel: SimulatedChipChannel
    private let place: Int
    private let state = Guarded(State())

    init(_ channel: SimulatedChipChannel, at place: Int) {
        (self.channel, self.place) = (channel, place)
    }

    /// The commands that the card got, or would have got.
    var count: Int { state.withLock { $0.count } }
    var pinPad: ContactTransaction.PINPad { channel.pinPad }

    func give(_ task: Task<ContactOutcome, any Error>) { state.withLock { $0.task = task } }

    func begin(
        _ request: ChipRequest, ended: @escaping @Sendable (Result<ChipReply, ChipChannelError>) -> Void
    ) -> Int {
        switch request {
        case .powerOn:
            Task {
                // There is a task to cancel from now on.
                while state.withLock({ $0.task == nil }) { await Task.yield() }
                _ = channel.begin(request, ended: ended)
            }
            return 1
        case .transmit: return transmit(request, ended)
        case .powerOff, .enterPIN, .presence: return channel.begin(request, ended: ended)
        }
    }

    private func transmit(_ request: ChipRequest, _ ended: @escaping End) -> Int {
        let task = state.withLock { state in
            state.count += 1
            guard state.count == place else { return nil as Task<ContactOutcome, any Error>? }
            state.waiting = ended
            return state.task
        }
        guard let task else { return channel.begin(request, ended: ended) }
        task.cancel()
        return 1
    }

    func cancel(_ request: Int) {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?(.failure(.canceled))
    }
}
