import SimulatedCard
import TenderFlow
import TenderJournal
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

@Suite struct RequestTests {
    @Test func aLostCreateIsFoundBeforeAnotherIsMade() async throws {
        let shop = Shop()
        shop.gateway.always(.create, .loseAnswer)
        let intent = try await shop.intent()
        #expect(shop.gateway.intentCount == 1)
        #expect(intent.metadata["tender_attempt"] != nil)
        #expect(Set(shop.gateway.calls(.create).map(\.key)).count == 1)
    }

    @Test func aCanceledCreateStopsAndIsFoundUnderItsKey() async throws {
        let shop = Shop(policy: PaymentPolicy(firstPause: .seconds(3600), longestPause: .seconds(3600)))
        shop.gateway.script(.create, .loseAnswer)
        var parameters = PaymentIntentParameters(amount: 1000, currency: .eur)
        parameters.idempotencyKey = "order-7"
        let task = Task { [parameters] in try await shop.terminal.createPaymentIntent(parameters) }
        await shop.gateway.waitForCalls(.create, 1)
        task.cancel()
        let error = await #expect(throws: TenderError.self) { try await task.value }
        #expect(error?.advice == .sameCall)
        _ = try await shop.terminal.createPaymentIntent(parameters)
        #expect(shop.gateway.intentCount == 1)
    }

    @Test func aCreateThatIsRefusedIsNotRepeated() async throws {
        let shop = Shop()
        let refusal = GatewayError(
            .invalidAmount, fate: .answered(status: 400), message: "amount_too_small",
            apiError: APIError(type: .invalidRequestError, code: "amount_too_small")
        )
        shop.gateway.script(.create, .fail(refusal))
        let error = await #expect(throws: TenderError.self) { try await shop.intent() }
        #expect(error?.apiError?.code == "amount_too_small")
        #expect(shop.gateway.calls(.create).count == 1)
    }

    @Test func anUnknownIdIsNamed() async throws {
        let error = await #expect(throws: TenderError.self) {
            try await Shop().terminal.retrievePaymentIntent(id: "pi_missing")
        }
        #expect(error?.code == .resourceMissing)
        #expect(error?.message.contains("pi_missing") == true)
    }

    @Test(arguments: [0, 1, 3, 9])
    func aLostRefundIsMadeOnce(lost: Int) async throws {
        let shop = Shop()
        let intent = try await shop.open()
        _ = try await shop.terminal.processPaymentIntent(intent)
        for _ in 0..<lost { shop.gateway.script(.refund, .loseAnswer) }
        guard case .succeeded(let refund) = try await shop.terminal.refund(.init(paymentIntent: intent.id)) else {
            throw UnexpectedOutcome()
        }
        #expect(shop.gateway.refunds == [refund])
    }

    /// The key belongs to another request: the caller is told both amounts, and gets no intent over the other one.
    @Test func aKeyThatWasUsedForAnotherAmountIsAnErrorThatNamesBoth() async throws {
        let shop = Shop()
        var parameters = PaymentIntentParameters(amount: 1000, currency: .eur)
        parameters.idempotencyKey = "order-7"
        _ = try await shop.terminal.createPaymentIntent(parameters)
        let mismatch = GatewayError(
            .idempotencyMismatch, fate: .answered(status: 400), message: "the key was used with other parameters")
        shop.gateway.always(.create, .fail(mismatch))
        parameters.amount = Amount(minorUnits: 1200, currency: .eur)
        let other = parameters
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.createPaymentIntent(other) }
        #expect(error?.code == .idempotencyMismatch)
        #expect(error?.advice == .never)
        #expect(["10.00 EUR", "12.00 EUR"].filter { error?.message.contains($0) != true } == [])
    }

    /// Whoever asks for a refund knows the payment: a 404 is no evidence that nothing was executed.
    @Test func aRefundThatIsAnsweredWith404IsLookedFor() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        _ = try await shop.terminal.processPaymentIntent(intent)
        shop.gateway.script(.refund, .loseAnswer)
        let missing = GatewayError(.resourceMissing, fate: .answered(status: 404), message: "no such payment")
        shop.gateway.always(.refund, .fail(missing))
        guard case .succeeded(let refund) = try await shop.terminal.refund(.init(paymentIntent: intent.id)) else {
            throw UnexpectedOutcome()
        }
        #expect(shop.gateway.refunds == [refund])
    }

    @Test func aRefundUnderAKeyThatGaveAnotherAmountBackIsAnError() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        _ = try await shop.terminal.processPaymentIntent(intent)
        var wish = RefundParameters(
            paymentIntent: intent.id, amount: Amount(minorUnits: 300, currency: .eur), idempotencyKey: "r")
        guard case .succeeded = try await shop.terminal.refund(wish) else { throw UnexpectedOutcome() }
        wish.amount = Amount(minorUnits: 400, currency: .eur)
        let other = wish
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.refund(other) }
        #expect(error?.code == .idempotencyMismatch)
        #expect(shop.gateway.refunds.count == 1)
    }

    @Test func aRefundThatNobodyAnswersIsUnknown() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        _ = try await shop.terminal.processPaymentIntent(intent)
        shop.gateway.always(.refund, .loseAnswer)
        shop.gateway.always(.listRefunds, .loseRequest)
        guard case .unknown = try await shop.terminal.refund(.init(paymentIntent: intent.id)) else {
            throw UnexpectedOutcome()
        }
    }
}

@Suite struct RepeatedCommandTests {
    @Test func aRefundUnderTheSameKeyIsLookedForBeforeItIsSentAgain() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        _ = try await shop.terminal.processPaymentIntent(intent)
        shop.gateway.always(.refund, .loseAnswer)
        shop.gateway.always(.listRefunds, .loseRequest)
        var parameters = RefundParameters(paymentIntent: intent.id)
        parameters.idempotencyKey = "back-1"
        guard case .unknown = try await shop.terminal.refund(parameters) else { throw UnexpectedOutcome() }
        shop.gateway.always(.refund, nil)
        shop.gateway.always(.listRefunds, nil)
        let (sent, asked) = (shop.gateway.calls(.refund).count, shop.gateway.calls(.listRefunds).count)
        guard case .succeeded(let refund) = try await shop.terminal.refund(parameters) else {
            throw UnexpectedOutcome()
        }
        #expect(shop.gateway.refunds == [refund])
        #expect(shop.gateway.calls(.refund).count == sent)
        #expect(shop.gateway.calls(.listRefunds).count == asked + 1)
    }

    /// The intent in hand is as old as before the sale: only the journal knows that it was paid.
    @Test(arguments: [CaptureMethod.automatic, .manual])
    func aPaymentThatIsOverIsNotCollectedAgain(capture: CaptureMethod) async throws {
        let shop = Shop(Shop.quickly([.visa, .visa]))
        let intent = try await shop.open(capture: capture)
        #expect(try await shop.terminal.processPaymentIntent(intent).word == "approved")
        await shop.terminal.flushJournal()
        let confirmed = shop.gateway.calls(.confirm).count
        let error = await #expect(throws: TenderError.self) {
            try await shop.terminal.processPaymentIntent(intent)
        }
        #expect(error?.code == .unexpectedState)
        #expect(shop.gateway.calls(.confirm).count == confirmed)
        #expect(shop.gateway.approvals(intent.id) == 1)
    }
}

@Suite struct JournalTests {
    /// A journal that stops taking records after a number of them.
    private actor FullDisk: Journal {
        private var left: Int

        init(after count: Int) { left = count }

        func append(_ entry: JournalEntry) async throws(JournalError) {
            guard left > 0 else { throw JournalError(message: "no space left on device") }
            left -= 1
        }

        func takeUnresolved() -> [PaymentHistory] { [] }
        func openPayments() -> [PaymentHistory] { [] }
        func history(of intentID: String) -> PaymentHistory? { nil }

        func payments(of order: String) -> [PaymentHistory] { [] }
    }

    @Test(arguments: LogLevel.allCases)
    func aFullDiskIsADiagnosticForWhoeverWantsIt(level: LogLevel) async throws {
        let shop = Shop(journal: FullDisk(after: 0), logLevel: level)
        let events = shop.terminal.events()
        _ = try? await shop.terminal.processPaymentIntent(shop.open())
        try await shop.terminal.disconnect()
        var sequences: [UInt64] = []
        var diagnostics = 0
        for await event in events {
            sequences.append(event.sequence)
            if case .diagnostic = event.kind { diagnostics += 1 }
            if event.kind == .disconnected(.disconnectRequested) { break }
        }
        #expect((diagnostics > 0) == (level == .verbose))
        #expect(sequences == Array(1...UInt64(sequences.count)))
    }

    @Test(arguments: [0, 1])
    func withoutAJournalNothingIsSent(records: Int) async throws {
        let shop = Shop(journal: FullDisk(after: records))
        let intent = try await shop.open()
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.processPaymentIntent(intent) }
        #expect(error?.code == .journalUnavailable)
        #expect(shop.gateway.calls(.confirm).isEmpty)
    }

    @Test func anApprovalThatCannotBeRecordedIsNotShown() async throws {
        let shop = Shop(journal: FullDisk(after: 2))
        #expect(try await shop.terminal.processPaymentIntent(shop.open()).word == "unknown: notRecorded")
    }

    @Test func eachSendHasARecordBeforeIt() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        shop.gateway.script(.confirm, .loseRequest, .loseAnswer)
        _ = try await shop.terminal.processPaymentIntent(intent)
        await shop.terminal.flushJournal()
        let entries = try #require(shop.journal as? InMemoryJournal).entries
        let leaving = entries.count { if case .requestLeaving(.confirm, _) = $0.event { true } else { false } }
        #expect(leaving == shop.gateway.calls(.confirm).count)
        guard case .attemptOpened? = entries.first?.event, case .claimed? = entries.last?.event else {
            throw UnexpectedOutcome()
        }
    }
}
