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
        try await waitUntil { counter.count("retryCard") == 2 }
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
                var shell = ContactShell(machine, on: channel, clock: ContinuousClock()) { _ in }
                return try await shell.run()
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
            var shell = ContactShell(machine, on: channel, clock: clock) { _ in }
            return try await shell.run()
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
        #expect(try await ResetChannel(cold: good, warm: bad).activate().bytes == good)
        #expect(try await ResetChannel(cold: bad, warm: bad).activate().bytes == bad)
        let unusable: [UInt8] = [0x3B, 0x80, 0x0F]
        await #expect(throws: ChipChannelError.self) {
            try await ResetChannel(cold: unusable, warm: unusable).activate()
        }
    }
}

/// Cancels a task before the command with a number.
private final class CancelingChannel: ChipChannel {
    private struct State {
        var task: Task<ContactOutcome, any Error>?
        var count = 0
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

    func isCardPresent() async throws(ChipChannelError) -> Bool { true }

    /// Waits until there is a task to cancel.
    func powerOn(_ reset: ChipReset) async throws(ChipChannelError) -> ATR {
        while state.withLock({ $0.task == nil }) { await Task.yield() }
        return try await channel.powerOn(reset)
    }

    func transmit(_ command: SecretBytes) async throws(ChipChannelError) -> SecretBytes {
        let task = state.withLock { state in
            state.count += 1
            return state.count == place ? state.task : nil
        }
        task?.cancel()
        return try await channel.transmit(command)
    }

    func enterPIN(_ template: [UInt8], seconds: Int) async throws(ChipChannelError) -> PadEntry {
        try await channel.enterPIN(template, seconds: seconds)
    }

    func powerOff() async {}
}

/// A card of which only the answers to reset are known.
private struct ResetChannel: ChipChannel {
    let cold: [UInt8]
    let warm: [UInt8]
    let pinPad: ContactTransaction.PINPad = []

    func isCardPresent() async throws(ChipChannelError) -> Bool { true }
    func powerOn(_ reset: ChipReset) async throws(ChipChannelError) -> ATR { ATR(reset == .cold ? cold : warm) }
    func transmit(_ command: SecretBytes) async throws(ChipChannelError) -> SecretBytes { throw .cardRemoved }
    func enterPIN(_ template: [UInt8], seconds: Int) async throws(ChipChannelError) -> PadEntry { .canceled }
    func powerOff() async {}
}
