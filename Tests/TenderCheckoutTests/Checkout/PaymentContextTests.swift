import TenderPaymentSheet
import TenderBytes
import TenderFlow
import TenderModel
import TenderCheckout
import TenderTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct PaymentContextTests {
    private typealias Fixture = CheckoutFixture
    private let customer = ScriptedCustomer()

    private func context(
        _ payer: (any CheckoutPayer)? = nil, shipping: ShippingFields = [], validator: (any ShippingValidator)? = nil
    ) -> PaymentContext {
        PaymentContext(
            customer: customer, configuration: Fixture.configuration(shipping), payer: payer, validator: validator)
    }

    @Test func aSavedCardPaysOnce() async throws {
        let payer = ScriptedPayer(.success(Fixture.intent()))
        let context = context(payer)
        await context.prefetch()
        try await context.load()
        let finish = try await context.requestPayment()
        #expect(finish.status == .success)
        #expect(finish.intent == Fixture.intent())
        await #expect(throws: CheckoutRefusal.alreadyPaid) { try await context.requestPayment() }
        let payments = await payer.payments
        #expect(payments.map(\.key.rawValue) == ["order-1/1/pay"])
        #expect(payments.first?.paymentMethod == Fixture.two)
        #expect(await customer.calls == ["load"])
    }

    @Test func manyRequestsAtOnceAreOnePayment() async throws {
        let payer = ScriptedPayer(.success(nil), .success(nil))
        let context = context(payer)
        try await context.load()
        let ends = await withTaskGroup(of: CheckoutFinish.Status?.self) { group in
            for _ in 0..<20 { group.addTask { try? await context.requestPayment().status } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ends.compactMap(\.self) == [.success])
        #expect(await payer.payments.count == 1)
    }

    @Test func anUnknownOutcomeIsRepeatedUnderItsKey() async throws {
        let payer = ScriptedPayer(.unknown(Fixture.lost), .failure(Fixture.declined), .success(nil))
        let context = context(payer)
        try await context.load()
        var ends: [CheckoutFinish.Status] = []
        for _ in 0..<3 { ends.append(try await context.requestPayment().status) }
        #expect(ends == [.unknown, .error, .success])
        let payments = await payer.payments
        #expect(payments.map(\.key.rawValue) == ["order-1/1/pay", "order-1/1/pay", "order-1/2/pay"])
        #expect(payments.map(\.isRepetition) == [false, true, false])
    }

    @Test func delegateAndSequenceHearTheSame() async throws {
        let context = context(shipping: [.address])
        let app = ListeningApp(.success(Fixture.intent()))
        context.addDelegate(app)
        let events = context.events()
        await customer.fail(with: Fixture.offline)
        await #expect(throws: CheckoutError.failed(Fixture.offline)) { try await context.load() }
        try await context.retryLoading()
        try await context.enterShipping(Fixture.home)
        try await context.select("pm_1")
        let finish = try await context.requestPayment()
        #expect(finish.payment.amount == CheckoutFixture.euros(1990))
        #expect(finish.payment.paymentMethod == Fixture.one)
        for await _ in app.ends { break }
        let heard = app.heard.withLock { $0 }
        var seen: [String] = []
        var sequence: [UInt64] = []
        for await event in events {
            seen.append(event.kind.word)
            sequence.append(event.sequence)
            if seen.count == heard.count { break }
        }
        #expect(seen == heard)
        #expect(sequence == Array(1...UInt64(heard.count)))
        #expect(heard.contains("failed to load: \(Fixture.offline)"))
        #expect(heard.last?.hasPrefix("finished") == true)
    }

    @Test func whatNobodyAnswersIsUnknownAndNotForgotten() async throws {
        let context = context()
        try await context.load()
        #expect(try await context.requestPayment().status == .unknown)
        let app = ListeningApp(nil)
        context.addDelegate(app)
        let finish = try await context.requestPayment()
        #expect(finish.status == .unknown)
        #expect(finish.payment.isRepetition)
        try await context.settlePayment(.paid(nil))
        guard case .paid = await context.state.payment else {
            Issue.record("the payment is not settled")
            return
        }
    }

    @Test func theFirstAnswerCounts() async throws {
        let context = context()
        try await context.load()
        let events = context.events()
        let answering = Task {
            for await event in events {
                guard case .didCreatePaymentResult(_, let reply) = event.kind else { continue }
                let wasOpen = reply.isOpen
                reply.answer(.userCancellation)
                reply.answer(.success(nil))
                return wasOpen && !reply.isOpen
            }
            return false
        }
        #expect(try await context.requestPayment().status == .userCancellation)
        #expect(await answering.value)
    }

    @Test func nothingOfTheLastCustomerIsShownToTheNext() async throws {
        let context = context(ScriptedPayer())
        await customer.close()
        let loading = Task { () -> CheckoutError? in
            do throws(CheckoutError) {
                try await context.load()
                return nil
            } catch { return error }
        }
        while await customer.calls.isEmpty { await Task.yield() }
        await context.clearCachedCustomer()
        guard case .failed(let error) = await loading.value else {
            Issue.record("the load was not given up")
            return
        }
        #expect(error.code == .canceled)
        await customer.open()
        try await context.load()
        #expect(await customer.calls == ["load", "clear", "load"])
        await context.clearCachedCustomer()
        let state = await context.state
        #expect(state.methods.isEmpty)
        #expect(state.customer == nil)
        #expect(state.loading == .idle)
    }

    @Test func cardsAreAddedAndRemovedUnderKeysOfTheirOwn() async throws {
        let context = context()
        try await context.load()
        try await context.add("pm_new")
        #expect(await context.state.selectedMethodID == "pm_new")
        try await context.remove("pm_1")
        #expect(await context.state.methods.map(\.id) == ["pm_new", "pm_2"])
        await customer.fail(with: Fixture.lost)
        await #expect(throws: CheckoutError.failed(Fixture.lost)) { try await context.remove("pm_2") }
        await #expect(throws: CheckoutError.refused(.unknownPaymentMethod)) { try await context.remove("pm_1") }
        let keys = await customer.keys
        #expect(Set(keys).count == keys.count)
        #expect(keys.allSatisfy { $0.rawValue.hasPrefix("checkout_") })
    }

    @Test func aChoiceThatCannotBeKeptIsTold() async throws {
        let context = context()
        try await context.load()
        let events = context.events()
        await customer.fail(with: Fixture.offline)
        try await context.select("pm_1")
        for await event in events {
            if event.kind == .didFailToRemember(Fixture.offline) { break }
        }
        #expect(await context.state.selectedMethodID == "pm_1")
    }

    @Test func theAppRefusesAnAddress() async throws {
        let context = context(shipping: [.address], validator: ScriptedValidator(verdict: .invalid("too far")))
        try await context.load()
        var message: String?
        do throws(CheckoutError) {
            try await context.enterShipping(Fixture.home)
        } catch { if case .failed(let failure) = error { message = failure.message } }
        #expect(message == "too far")
        await #expect(throws: CheckoutRefusal.shippingMissing) { try await context.requestPayment() }
    }

    @Test func aNewOrderIsPaidUnderItsOwnKey() async throws {
        let payer = ScriptedPayer(.success(nil), .success(nil))
        let context = context(payer)
        try await context.load()
        try await context.setItems([PaymentSummaryItem("Tea", CheckoutFixture.euros(300))])
        _ = try await context.requestPayment()
        try await context.beginOrder(amount: CheckoutFixture.euros(700), orderKey: "order-2")
        _ = try await context.requestPayment()
        let payments = await payer.payments
        #expect(payments.map(\.key.rawValue) == ["order-1/1/pay", "order-2/1/pay"])
        #expect(payments.map(\.amount) == [CheckoutFixture.euros(300), CheckoutFixture.euros(700)])
    }
}
