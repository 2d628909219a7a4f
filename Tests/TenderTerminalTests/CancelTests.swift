import SimulatedReader
import TenderFlow
import TenderJournal
import TenderModel
@testable import TenderTerminal
import TenderTestSupport
import Testing

@Suite struct CancelTests {
    private func waitForCard(_ events: AsyncStream<TerminalEvent>) async {
        for await event in events {
            if case .inputOptions(let options) = event.kind, !options.isEmpty { return }
        }
    }

    @Test func aCancelWhileACardIsWaitedForWins() async throws {
        let shop = Shop(.noCard)
        let intent = try await shop.open()
        let events = shop.terminal.events()
        let cancelable = Cancelable()
        async let outcome = shop.terminal.processPaymentIntent(intent, cancelable: cancelable)
        await waitForCard(events)
        #expect(await cancelable.cancel() == .canceled(by: .application))
        #expect(try await outcome.word == "canceled by application")
        #expect(shop.gateway.calls(.confirm).isEmpty)
        #expect(await shop.terminal.paymentStatus == .ready)
    }

    @Test func aCanceledTaskStopsTheReader() async throws {
        let shop = Shop(.noCard)
        let intent = try await shop.open()
        let events = shop.terminal.events()
        let task = Task { try await shop.terminal.collectPaymentMethod(intent) }
        await waitForCard(events)
        task.cancel()
        let error = await #expect(throws: TenderError.self) { try await task.value }
        #expect(error?.code == .canceled)
        #expect(await shop.terminal.paymentStatus == .ready)
    }

    @Test func aCancelDuringTheAuthorizationIsTooLate() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        shop.gateway.script(.confirm, .holdAnswer)
        let cancelable = Cancelable()
        async let outcome = shop.terminal.processPaymentIntent(intent, cancelable: cancelable)
        await shop.gateway.waitForCalls(.confirm, 1)
        async let answer = cancelable.cancel()
        shop.gateway.release(.confirm)
        guard case .approved = try await outcome, case .tooLate(.approved) = await answer else {
            throw UnexpectedOutcome()
        }
        #expect(shop.gateway.refunds.isEmpty)
        #expect(shop.gateway.calls(.cancel).isEmpty)
    }

    @Test(arguments: [CaptureMethod.automatic, .manual])
    func onlyACancelThatAsksForItGivesAnApprovalBack(capture: CaptureMethod) async throws {
        let shop = Shop()
        let intent = try await shop.open(capture: capture)
        shop.gateway.script(.confirm, .holdAnswer)
        let cancelable = Cancelable()
        async let outcome = shop.terminal.processPaymentIntent(intent, cancelable: cancelable)
        await shop.gateway.waitForCalls(.confirm, 1)
        let asked = Task { await cancelable.cancel(.reverseIfApproved) }
        await cancelIsJournalled(shop)
        shop.gateway.release(.confirm)
        #expect(await asked.value == .reversed)
        #expect(try await outcome.word == "canceled by application")
        #expect(
            capture == .manual ? shop.gateway.intent(intent.id)?.status == .canceled : shop.gateway.refunds.count == 1)
    }

    /// The cancel is known to have reached the machine once its record is in the journal.
    private func cancelIsJournalled(_ shop: Shop) async {
        guard let journal = shop.journal as? InMemoryJournal else { return }
        while !Task.isCancelled,
            !journal.entries.contains(where: { if case .cancelAsked = $0.event { true } else { false } })
        {
            await Task.yield()
        }
    }

    @Test func anOperationThatHasEndedAnswersWithItsOutcome() async throws {
        let shop = Shop()
        let cancelable = Cancelable()
        _ = try await shop.terminal.processPaymentIntent(shop.open(), cancelable: cancelable)
        guard case .tooLate(.approved) = await cancelable.cancel() else { throw UnexpectedOutcome() }
        #expect(cancelable.isCompleted)
    }

    @Test func aCancelBeforeTheOperationBeginsEndsItAsItBegins() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        let cancelable = Cancelable()
        #expect(await cancelable.cancel() == .canceled(by: .application))
        let outcome = try await shop.terminal.processPaymentIntent(intent, cancelable: cancelable)
        #expect(outcome.word == "canceled by application")
        #expect(shop.gateway.calls(.confirm).isEmpty)
    }

    @Test func aCancelOfAnEndedCollectionDoesNotStopTheConfirmation() async throws {
        let shop = Shop()
        let cancelable = Cancelable()
        let collected = try await shop.terminal.collectPaymentMethod(shop.open(), cancelable: cancelable)
        let collection = await shop.terminal.lastCommand
        shop.gateway.script(.confirm, .holdAnswer)
        async let outcome = shop.terminal.confirmPaymentIntent(collected)
        await shop.gateway.waitForCalls(.confirm, 1)
        #expect(await cancelable.cancel(.reverseIfApproved) == .notCancellable(nil))
        // One that was under way when the collection ended: no record of it may appear.
        let late = await withTaskGroup(of: CancelResult?.self) { group in
            group.addTask { await shop.terminal.cancel(collection, .reverseIfApproved) }
            group.addTask {
                await cancelIsJournalled(shop)
                shop.gateway.release(.confirm)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        #expect(late == .notCancellable(nil))
        shop.gateway.release(.confirm)
        #expect(try await outcome.word == "approved")
    }

    @Test func theCustomersCancelIsNamed() async throws {
        let shop = Shop(ReaderScript(collections: [[ReaderStep(.cancelOnReader, after: .zero)]]))
        #expect(try await shop.terminal.processPaymentIntent(shop.open()).word == "canceled by customer")
    }

    @Test func cancelingTheIntentStopsItsCollectionFirst() async throws {
        let shop = Shop(.noCard)
        let intent = try await shop.open()
        let events = shop.terminal.events()
        async let outcome = shop.terminal.processPaymentIntent(intent)
        await waitForCard(events)
        #expect(try await shop.terminal.cancelPaymentIntent(intent).status == .canceled)
        #expect(try await outcome.word == "canceled by application")
    }

    @Test func aReaderThatDoesNotStopIsGivenUp() async throws {
        let clock = TestClock()
        let shop = Shop(
            ReaderScript(collections: [[ReaderStep(.mute, after: .zero)]]), clock: clock,
            connection: .init(reconnects: false))
        let intent = try await shop.open()
        let events = shop.terminal.events()
        let cancelable = Cancelable()
        async let outcome = shop.terminal.processPaymentIntent(intent, cancelable: cancelable)
        await waitForCard(events)
        async let answer = cancelable.cancel()
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(10))
        #expect(await answer == .canceled(by: .application))
        #expect(try await outcome.word == "canceled by application")
        #expect(await shop.terminal.connectionStatus == .notConnected)
    }

    @Test func aDeadlineWithoutACardCancels() async throws {
        let clock = TestClock()
        let shop = Shop(.noCard, clock: clock)
        let intent = try await shop.open()
        async let outcome = shop.terminal.processPaymentIntent(intent, total: .seconds(10))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(10))
        #expect(try await outcome.word == "canceled by deadline")
    }

    @Test func aDeadlineWithoutAnAnswerIsUnknownAndTheTruthFollows() async throws {
        let clock = TestClock()
        let shop = Shop(clock: clock)
        let intent = try await shop.open()
        let events = shop.terminal.events()
        shop.gateway.script(.confirm, .holdAnswer)
        async let outcome = shop.terminal.processPaymentIntent(intent, total: .seconds(10))
        await shop.gateway.waitForCalls(.confirm, 1)
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(10))
        #expect(try await outcome.word == "unknown: noAnswer")
        shop.gateway.release(.confirm)
        for await event in events {
            guard case .outcomeResolved(let resolved, intent.id) = event.kind else { continue }
            #expect(resolved.word == "approved")
            return
        }
    }
}
