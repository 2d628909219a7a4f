import SimulatedCard
import SimulatedDeviceServer
import SimulatedDevices
import SimulatedPayments
import TenderBytes
import TenderFlow
import TenderModel
import TenderTestSupport
import Testing

@testable import TenderEMV
@testable import TenderReaderDrivers

/// The customer is asked with which application of the card to pay.
@Suite(.timeLimit(.minutes(2))) struct ApplicationChoiceTests {
    private static let global = "A0000000031010"
    private static let common = "A0000000980840"

    private static func profile(confirms: Bool = false, alone: Bool = false) throws -> ChipProfile {
        var profile = ChipProfile(card: try .named("visaUsCommonDebit"))
        profile.wantsConfirmation = confirms
        if alone { profile.applications.removeLast() }
        return profile
    }

    /// Waits until its task is canceled.
    private static func waitForCancel() async {
        let (stream, sink) = AsyncStream<Never>.makeStream()
        for await _ in stream {}
        sink.finish()
    }

    /// The name under which the card paid, and what the issuer said; or the error.
    private static func sell(_ profile: ChipProfile, _ chooser: ApplicationChooser?) async throws -> String {
        let counter = try #require(try await ChipCounter(profile, chooser: chooser))
        defer { counter.usb.happen(.unplug) }
        switch await counter.collect() {
        case .failure(let error): return "\(error)"
        case .success(let card):
            var shop = ChipShop()
            let (outcome, charge) = shop.pay(card)
            let name = charge?["receipt"]?["dedicated_file_name"]?.text
            return "\(name ?? "nothing") \(outcome)"
        }
    }

    @Test(arguments: [0, 1])
    func theApplicationThatIsChosenPays(_ place: Int) async throws {
        let asked = Guarded<[ApplicationQuestion]>([])
        let sold = try await Self.sell(try Self.profile()) { question in
            asked.withLock { $0.append(question) }
            return question.applications[place]
        }
        #expect(sold == "\([Self.global, Self.common][place]) succeeded")
        let question = ApplicationQuestion(
            .choice, [.init(id: Self.global, name: "VISA DEBIT"), .init(id: Self.common, name: "US DEBIT")])
        #expect(asked.withLock { $0 } == [question])
    }

    @Test func whereNobodyCanBeAskedTheBestPaysAndNoneThatIsToBeConfirmed() async throws {
        let unsupported = "\(ReaderError.cardNotRead(.notSupported))"
        #expect(try await Self.sell(try Self.profile(), nil) == "\(Self.global) succeeded")
        #expect(try await Self.sell(try Self.profile(confirms: true), nil) == unsupported)
    }

    @Test func anApplicationThatIsToBeConfirmedPaysOnlyThen() async throws {
        let profile = try Self.profile(confirms: true, alone: true)
        let kinds = Guarded<[ApplicationQuestion.Kind]>([])
        let confirmed = try await Self.sell(profile) { question in
            kinds.withLock { $0.append(question.kind) }
            return question.applications.first
        }
        #expect(confirmed == "\(Self.global) succeeded")
        #expect(kinds.withLock { $0 } == [.confirmation])
        #expect(try await Self.sell(profile) { _ in nil } == "\(ReaderError.cardNotRead(.notSupported))")
    }

    @Test func whoChoosesNoneCancels() async throws {
        #expect(try await Self.sell(try Self.profile()) { _ in nil } == "\(ReaderError.canceled(by: .customer))")
    }

    @Test func anApplicationThatWasNotOfferedEndsTheSale() async throws {
        for profile in [try Self.profile(), try Self.profile(confirms: true, alone: true)] {
            let sold = try await Self.sell(profile) { _ in .init(id: "A0000000041010", name: "VISA DEBIT") }
            #expect(sold.hasPrefix("communication"))
        }
    }

    @Test func noAnswerInTimeEndsTheQuestionAndTheSale() async throws {
        let clock = TestClock()
        let isWithdrawn = Guarded(false)
        let counter = try #require(
            try await ChipCounter(
                try Self.profile(),
                chooser: { question in
                    await Self.waitForCancel()
                    isWithdrawn.withLock { $0 = true }
                    return question.applications.first
                }, clock: clock))
        let sale = Task { await counter.collect() }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(90))
        #expect(await sale.value == .failure(.timedOut))
        try await waitUntil { isWithdrawn.withLock { $0 } }
    }

    @Test func cancelingTheSaleWithdrawsTheQuestionAndALateAnswerCountsForNothing() async throws {
        let (asked, ask) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        let counter = try #require(
            try await ChipCounter(
                try Self.profile(),
                chooser: { question in
                    ask.yield()
                    // It does not listen to the cancel.
                    await Task { for await _ in released { break } }.value
                    return question.applications.first
                }))
        let sale = Task { await counter.collect() }
        for await _ in asked { break }
        sale.cancel()
        #expect(await sale.value == .failure(.canceled(by: .application)))
        release.yield()
        release.finish()
        try await counter.waitUntilTold("removeCard")
    }

    @Test func aCardThatLeavesWithdrawsTheQuestionAndTheNextOneIsAskedAbout() async throws {
        let usb = Guarded<InProcessUSB<SimulatedCCID>?>(nil)
        let count = Guarded(0)
        let counter = try #require(
            try await ChipCounter(
                try Self.profile(),
                chooser: { question in
                    let isFirst = count.withLock { count in
                        count += 1
                        return count == 1
                    }
                    if isFirst {
                        usb.withLock { $0 }?.happen(CounterEvent.removeCard)
                        await Self.waitForCancel()
                    }
                    return question.applications.last
                }))
        usb.withLock { $0 = counter.usb }
        let card = try await counter.collect().get()
        #expect(card.card.receipt?.dedicatedFileName == Self.common)
        #expect(count.withLock { $0 } == 2)
        #expect(counter.count("cardRemovedTooEarly") == 1)
    }

    @Test(.timeLimit(.minutes(1))) func aReaderThatIsUnpluggedWithdrawsTheQuestion() async throws {
        let (asked, ask) = AsyncStream<Void>.makeStream()
        let isWithdrawn = Guarded(false)
        let counter = try #require(
            try await ChipCounter(
                try Self.profile(),
                chooser: { _ in
                    ask.yield()
                    await Self.waitForCancel()
                    isWithdrawn.withLock { $0 = true }
                    return nil
                }))
        let sale = Task { await counter.collect() }
        for await _ in asked { break }
        counter.usb.happen(.unplug)
        #expect(await sale.value == .failure(.disconnected(.usbDisconnected)))
        try await waitUntil { isWithdrawn.withLock { $0 } }
    }

    /// Whatever ends a question first ends it, and only once.
    @Test func anAnswerTheDeadlineAndACancelMayComeAtOnce() async throws {
        var wrong: [String] = []
        for round in 0..<30 {
            let clock = TestClock()
            let (released, release) = AsyncStream<Void>.makeStream()
            let counter = try #require(
                try await ChipCounter(
                    try Self.profile(),
                    chooser: { question in
                        for await _ in released { break }
                        return question.applications.last
                    }, clock: clock))
            let sale = Task { await counter.collect() }
            await clock.waitForSleepers(1)
            async let answer: Void = { release.yield() }()
            async let deadline: Void = clock.advance(by: .seconds(90))
            async let cancel: Void = sale.cancel()
            _ = await (answer, deadline, cancel)
            switch await sale.value {
            case .success, .failure(.timedOut), .failure(.canceled(by: .application)): break
            case .failure(let error): wrong.append("\(round): \(error)")
            }
            counter.usb.happen(.unplug)
        }
        #expect(wrong == [])
    }

    @Test func whatACardCallsAnApplicationIsShownInLettersOnly() {
        let names: [(bytes: [UInt8], table: UInt8?, shown: String)] = [
            (Array("VISA DEBIT".utf8), nil, "VISA DEBIT"), (Array("  A   B ".utf8), nil, "A B"),
            (Array("\u{1B}[2JA\r\nB\u{0}\u{7F}".utf8), nil, "[2JAB"), ([0x43, 0xE9, 0x42], 1, "CéB"),
            ([0x43, 0xE9, 0x42], nil, "CB"), ([0x9B, 0x32, 0x4A, 0x85, 0xA0, 0xAD], 1, "2J"),
            ([0xE2, 0x80, 0xAE, 0x41], nil, "A"), ([], nil, "A0000000031010"), ([0x20, 0x0A], 1, "A0000000031010"),
        ]
        let identifier: [UInt8] = [0xA0, 0, 0, 0, 3, 0x10, 0x10]
        let wrong = names.filter {
            let name = ApplicationName(identifier: identifier, name: $0.bytes, codeTable: $0.table)
            return ApplicationQuestion.Application(name) != .init(id: Self.global, name: $0.shown)
        }
        #expect(wrong.map(\.shown) == [])
    }

    @Test(
        arguments: [
            ("1", "A"), ("2", "B"), ("a0000000980840", "B"), ("0", nil), ("3", nil), ("-1", nil), ("", nil),
            ("A000000003", nil),
        ] as [(String, String?)])
    func anApplicationIsNamedByItsPlaceOrIdentifier(text: String, name: String?) {
        let question = ApplicationQuestion(
            .choice, [.init(id: Self.global, name: "A"), .init(id: Self.common, name: "B")])
        #expect(question.application(named: text)?.name == name)
    }
}
