import SimulatedCard
import SimulatedReader
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

@Suite struct BusyTests {
    private func begin(_ shop: Shop, _ intent: PaymentIntent) async -> Task<PaymentOutcome, any Error> {
        let events = shop.terminal.events()
        let task = Task { try await shop.terminal.processPaymentIntent(intent) }
        for await event in events {
            if case .inputOptions(let options) = event.kind, !options.isEmpty { break }
        }
        return task
    }

    @Test func aSecondPaymentIsRefusedAndTheFirstNamed() async throws {
        let shop = Shop(.noCard)
        let first = await begin(shop, try await shop.open())
        let second = try await shop.intent()
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.collectPaymentMethod(second) }
        #expect(error?.code == .busy)
        #expect(error?.message.contains("processPaymentIntent") == true)
        first.cancel()
        #expect(try await first.value.word == "canceled by application")
    }

    @Test func aSecondPaymentTakesTheFirstOnesPlace() async throws {
        let shop = Shop(ReaderScript(collections: [[], [.swipe(.visa, after: .zero)]], readDuration: .zero))
        let first = await begin(shop, try await shop.open())
        let second = try await shop.intent()
        #expect(try await shop.terminal.processPaymentIntent(second, busy: .replace).word == "approved")
        #expect(try await first.value.word == "canceled by application")
    }

    @Test func aSecondPaymentWaitsItsTurn() async throws {
        let shop = Shop(ReaderScript(collections: [[], [.swipe(.visa, after: .zero)]], readDuration: .zero))
        let first = await begin(shop, try await shop.open())
        let second = try await shop.intent()
        async let waiting = shop.terminal.processPaymentIntent(second, busy: .queue)
        first.cancel()
        #expect(try await first.value.word == "canceled by application")
        #expect(try await waiting.word == "approved")
    }

    @Test(arguments: [false, true])
    func whoeverWaitsInLineCanLeave(byTask: Bool) async throws {
        let shop = Shop(.noCard)
        let first = await begin(shop, try await shop.open())
        let second = try await shop.intent()
        let cancelable = Cancelable()
        let waiting = Task {
            try await shop.terminal.processPaymentIntent(second, busy: .queue, cancelable: cancelable)
        }
        if byTask {
            waiting.cancel()
        } else {
            try await waitUntil { await cancelable.cancel() == .canceled(by: .application) }
        }
        let error = await #expect(throws: TenderError.self) { try await waiting.value }
        #expect(error?.code == .canceled)
        first.cancel()
        #expect(try await first.value.word == "canceled by application")
        #expect(shop.gateway.calls(.confirm).isEmpty)
    }

    @Test func anUnknownOutcomeIsResolvedWhileTheNextCustomerPays() async throws {
        let shop = Shop(
            ReaderScript(collections: [[.swipe(.visa, after: .zero)], []], afterLast: .noCard, readDuration: .zero)
        )
        let unknown = try await shop.open()
        shop.gateway.always(.confirm, .loseAnswer)
        shop.gateway.always(.retrieve, .loseRequest)
        #expect(try await shop.terminal.processPaymentIntent(unknown).word == "unknown: noAnswer")
        let next = await begin(shop, try await shop.intent())
        shop.gateway.always(.retrieve, nil)
        #expect(try await shop.terminal.resolvePaymentIntent(unknown).word == "approved")
        next.cancel()
        #expect(try await next.value.word == "canceled by application")
    }

    @Test func aConfirmationIsNotReplaced() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        shop.gateway.script(.confirm, .holdAnswer)
        async let first = shop.terminal.processPaymentIntent(intent)
        await shop.gateway.waitForCalls(.confirm, 1)
        let second = try await shop.intent()
        let error = await #expect(throws: TenderError.self) {
            try await shop.terminal.processPaymentIntent(second, busy: .replace)
        }
        #expect(error?.code == .busy)
        shop.gateway.release(.confirm)
        #expect(try await first.word == "approved")
    }
}
