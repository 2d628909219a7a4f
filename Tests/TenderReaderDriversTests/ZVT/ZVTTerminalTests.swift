import SimulatedCard
import SimulatedDevices
import TenderFlow
import TenderJournal
import TenderModel
import TenderReaderDrivers
import TenderReaders
import TenderTerminal
import TenderTestSupport
import Testing

/// The semi-integrated terminal in a payment, from the collection to the recorded outcome.
@Suite struct ZVTTerminalTests {
    @Test func aSaleIsApproved() async throws {
        let journal = InMemoryJournal()
        let shop = ZVTShop(journal: journal)
        try await shop.connect()
        let outcome = try await shop.sell(try await shop.intent())
        guard case .approved(let intent) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(intent.amountReceived?.minorUnits == 1000)
        #expect(intent.card?.last4 == "4242")
        #expect(intent.card?.brand == .visa)
        #expect(shop.host.moved == 1000)
        #expect(shop.host.sales == 1)
        let words = journal.entries.map { Self.word($0.event) }
        #expect(Array(words.prefix(5)) == ["opened", "request", "leaving", "told", "settled"], "\(words)")
        let leaving = journal.entries.compactMap { entry in
            if case .terminal(.leaving(let command)) = entry.event { command } else { nil }
        }
        #expect(leaving.map(\.lastReceipt) == [41])
        #expect(leaving.map(\.terminal) == ["52500001"])
    }

    private static func word(_ event: JournalEntry.Event) -> String {
        switch event {
        case .attemptOpened: "opened"
        case .requestLeaving: "request"
        case .terminal(.leaving): "leaving"
        case .terminal(.told): "told"
        case .settled: "settled"
        default: "other"
        }
    }

    @Test func aDeclineHasItsCodeAndTheNextCardPays() async throws {
        let shop = ZVTShop()
        try await shop.connect()
        let card = try SimulatedCard.named("chargeDeclined")
        shop.host.change { $0.card = card }
        let intent = try await shop.intent()
        guard case .declined(let decline, let declined) = try await shop.sell(intent) else {
            Issue.record("not declined")
            return
        }
        #expect(decline.declineCode == "zvt_05")
        #expect(shop.host.moved == 0)
        shop.host.change { $0.card = .visa }
        #expect(try await shop.sell(declined).word == "approved")
        #expect(shop.host.moved == 1000)
    }

    @Test(arguments: [1, 2]) func aLostCompletionIsOnePayment(_ place: Int) async throws {
        let shop = ZVTShop()
        try await shop.connect()
        shop.host.change { $0.add(DeviceFault(.loseCompletion, at: place)) }
        #expect(try await shop.sell(try await shop.intent()).word == "approved")
        #expect(shop.host.moved == 1000)
        #expect(shop.host.sales == 1)
    }

    @Test func whatIsUnknownBlocksAndIsResolvedWhenTheTerminalIsBack() async throws {
        let shop = ZVTShop()
        try await shop.connect()
        let intent = try await shop.intent()
        shop.host.change { $0.add(DeviceFault(.loseCompletion, at: 1)) }
        // The connection that is open goes on; no other is made.
        shop.host.setReachable(false)
        #expect(try await shop.sell(intent).word == "unknown")
        await #expect(throws: TenderError.self) { _ = try await shop.sell(try await shop.intent(500)) }
        await #expect { try await shop.zvt.endOfDay() } throws: { ($0 as? GatewayError)?.code == .notAvailable }
        #expect(shop.host.change { $0.batch } == 1)
        shop.host.setReachable(true)
        #expect(try await shop.terminal.resolvePaymentIntent(intent).word == "approved")
        #expect(shop.host.moved == 1000)
        #expect(shop.host.sales == 1)
        try await shop.zvt.endOfDay()
        #expect(shop.host.change { $0.batch } == 2)
    }

    @Test func aRestartedTerminalIsConnectedAgainAndSells() async throws {
        let shop = ZVTShop()
        try await shop.connect()
        let events = shop.terminal.events()
        try await shop.terminal.rebootReader()
        for await event in events { if event.kind == .reconnectSucceeded { break } }
        #expect(shop.host.connections == 2)
        #expect(try await shop.sell(try await shop.intent()).word == "approved")
        #expect(shop.host.moved == 1000)
    }

    @Test func whatIsUnknownIsResolvedBeforeARestart() async throws {
        let shop = ZVTShop()
        try await shop.connect()
        let intent = try await shop.intent()
        shop.host.change { $0.add(DeviceFault(.loseCompletion, at: 1)) }
        shop.host.setReachable(false)
        #expect(try await shop.sell(intent).word == "unknown")
        await #expect { try await shop.zvt.reboot() } throws: { ($0 as? GatewayError)?.code == .notAvailable }
        await #expect(throws: TenderError.self) { try await shop.terminal.rebootReader() }
        shop.host.setReachable(true)
        #expect(try await shop.terminal.resolvePaymentIntent(intent).word == "approved")
        try await shop.terminal.rebootReader()
        #expect(shop.host.sales == 1)
    }

    /// The newest receipt is of another sale of the same amount.
    @Test func theSameReceiptProvesNothing() async throws {
        let host = SimulatedTerminalHost(.init(.stream, presentsCard: false))
        let shop = ZVTShop(host)
        try await shop.connect()
        let first = try await shop.intent()
        let sale = Task { try await shop.sell(first).word }
        try await waitUntil { host.sales > 0 }
        while host.moved == 0 {
            host.counter(.presentCard)
            await Task.yield()
        }
        #expect(try await sale.value == "approved")
        host.change { $0.forgetEntries() }
        let intent = try await shop.intent()
        await host.add(.unplug, at: 2)
        #expect(try await shop.sell(intent).word == "unknown")
        #expect(host.moved == 0)
        // The customer presents the card after the till was told nothing.
        host.counter(.presentCard)
        #expect(try await shop.terminal.resolvePaymentIntent(intent).word == "approved")
        #expect(host.moved == 1000)
    }

    @Test func anEarlierSaleOfTheSameAmountProvesNothing() async throws {
        let clock = TestClock()
        let shop = ZVTShop(clock: clock)
        try await shop.connect()
        #expect(try await shop.sell(try await shop.intent()).word == "approved")
        let intent = try await shop.intent()
        #expect(try await shop.sellInSilence(intent, clock).word == "unknown")
        #expect(try await shop.terminal.resolvePaymentIntent(intent).word == "unknown")
        // Another receipt than the next one is not proof either.
        for _ in 0..<2 { shop.host.change { $0.sellByHand(amount: 1000) } }
        #expect(try await shop.terminal.resolvePaymentIntent(intent).word == "unknown")
        #expect(shop.host.sales == 1)
        #expect(shop.host.moved == 3000)
    }

    @Test func aPersonDecidesWhatTheTerminalDoesNotShow() async throws {
        let clock = TestClock()
        let shop = ZVTShop(clock: clock)
        try await shop.connect()
        let intent = try await shop.intent()
        #expect(try await shop.sellInSilence(intent, clock).word == "unknown")
        try await shop.zvt.decide(intent.id, isExecuted: false, by: "Ada")
        #expect(try await shop.terminal.resolvePaymentIntent(intent).word == "declined")
        #expect(try await shop.sell(try await shop.intent(500)).word == "approved")
        #expect(shop.host.moved == 500)
    }

    @Test func aSecondConfirmationUnderTheKeyOnlyAsks() async throws {
        let shop = ZVTShop()
        let intent = try await shop.zvt.createPaymentIntent(
            PaymentIntentParameters(amount: 700, currency: .eur), key: IdempotencyKey("k/0/create"))
        let again = try await shop.zvt.createPaymentIntent(
            PaymentIntentParameters(amount: 700, currency: .eur), key: IdempotencyKey("k/0/create"))
        let payload = EncryptedPayload(scheme: ZVTTerminal.payloadScheme, keySerial: "", ciphertext: "", tag: "")
        let key = IdempotencyKey("k/1/confirm")
        for _ in 0..<3 {
            let paid = try await shop.zvt.confirmPaymentIntent(
                PaymentIntentReference(intent), payload: payload, key: key)
            #expect(paid.status == .succeeded)
        }
        await #expect {
            try await shop.zvt.confirmPaymentIntent(
                PaymentIntentReference(intent), payload: payload, key: IdempotencyKey("k/2/confirm"))
        } throws: { ($0 as? GatewayError)?.code == .unexpectedState }
        #expect(again == intent)
        #expect(shop.host.sales == 1)
        #expect(shop.host.moved == 700)
    }

    @Test func twoConfirmationsAtOnceAreOne() async throws {
        let shop = ZVTShop()
        let zvt = shop.zvt
        let intent = try await zvt.createPaymentIntent(
            PaymentIntentParameters(amount: 700, currency: .eur), key: IdempotencyKey("k/0/create"))
        let payload = EncryptedPayload(scheme: ZVTTerminal.payloadScheme, keySerial: "", ciphertext: "", tag: "")
        let statuses = try await withThrowingTaskGroup(of: PaymentIntentStatus.self) { group in
            for _ in 0..<5 {
                group.addTask {
                    try await zvt.confirmPaymentIntent(
                        PaymentIntentReference(intent), payload: payload, key: IdempotencyKey("k/1/confirm")
                    ).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: .succeeded, count: 5))
        #expect(shop.host.sales == 1)
    }

    @Test func aWholeSaleOfTheBatchIsReversedAndAnythingElseRefunded() async throws {
        let shop = ZVTShop()
        try await shop.connect()
        var ids: [String] = []
        for _ in 0..<3 {
            let intent = try await shop.intent()
            ids.append(intent.id)
            #expect(try await shop.sell(intent).word == "approved")
        }
        #expect(try await command(shop, RefundParameters(paymentIntent: ids[0])) == "06 30")
        #expect(shop.host.moved == 2000)
        let part = Amount(minorUnits: 300, currency: .eur)
        #expect(try await command(shop, RefundParameters(paymentIntent: ids[1], amount: part)) == "06 31")
        #expect(shop.host.moved == 1700)
        try await shop.zvt.endOfDay()
        #expect(try await command(shop, RefundParameters(paymentIntent: ids[2])) == "06 31")
        #expect(shop.host.moved == 700)
        let tooMuch = RefundParameters(paymentIntent: ids[1], amount: Amount(minorUnits: 701, currency: .eur))
        await #expect(throws: TenderError.self) { _ = try await shop.terminal.refund(tooMuch) }
        #expect(shop.host.moved == 700)
    }

    private func command(_ shop: ZVTShop, _ parameters: RefundParameters) async throws -> String? {
        guard case .succeeded(let refund) = try await shop.terminal.refund(parameters) else { return nil }
        return refund.metadata["zvt_command"]
    }

    @Test(arguments: [1, 2]) func aRefundWhoseEndIsLostIsOneRefund(_ place: Int) async throws {
        let shop = ZVTShop()
        try await shop.connect()
        let intent = try await shop.intent()
        _ = try await shop.sell(intent)
        shop.host.change { $0.add(DeviceFault(.loseCompletion, at: place)) }
        #expect(try await command(shop, RefundParameters(paymentIntent: intent.id)) == "06 30")
        #expect(shop.host.moved == 0)
        #expect(shop.host.change { $0.taken.count } == 2)
    }

    /// What is found under a key is compared with what is asked for.
    @Test func aKeyOfARefundIsForOneAmount() async throws {
        let shop = ZVTShop()
        try await shop.connect()
        let intent = try await shop.intent()
        _ = try await shop.sell(intent)
        func code(_ units: Int64) async -> TenderError.Code? {
            let amount = Amount(minorUnits: units, currency: .eur)
            let parameters = RefundParameters(paymentIntent: intent.id, amount: amount)
            do throws(GatewayError) {
                _ = try await shop.zvt.createRefund(parameters, key: IdempotencyKey("r/1/refund"))
                return nil
            } catch {
                return error.code
            }
        }
        #expect(await [code(400), code(500), code(400)] == [nil, .idempotencyMismatch, nil])
        #expect(shop.host.moved == 600)
    }

    /// A refund under another key is not sent before what became of the first is known, nor in the same breath.
    @Test func anOpenRefundIsAskedAboutBeforeAnother() async throws {
        let shop = ZVTShop()
        try await shop.connect()
        let intent = try await shop.intent()
        _ = try await shop.sell(intent)
        func refund(_ key: String) async -> GatewayError.Fate? {
            let amount = Amount(minorUnits: 400, currency: .eur)
            let parameters = RefundParameters(paymentIntent: intent.id, amount: amount)
            do throws(GatewayError) {
                _ = try await shop.zvt.createRefund(parameters, key: IdempotencyKey(key))
                return nil
            } catch {
                return error.fate
            }
        }
        shop.host.change { $0.add(DeviceFault(.loseCompletion, at: 1)) }
        shop.host.setReachable(false)
        #expect(await [refund("a/1/refund"), refund("b/1/refund")] == [.unknown, .notSent])
        shop.host.setReachable(true)
        #expect(await refund("b/1/refund") == .notSent)
        #expect(try await shop.journal.history(of: intent.id)?.terminal?.undecided == nil)
        #expect(await refund("a/1/refund") == nil)
        #expect(shop.host.moved == 600)
    }

    /// A sale that waits behind an open one of another payment is sent when that one is known.
    @Test func anOpenCommandOfAnotherPaymentIsAskedAboutFirst() async throws {
        let shop = ZVTShop()
        try await shop.connect()
        let first = try await shop.intent()
        shop.host.change { $0.add(DeviceFault(.loseCompletion, at: 1)) }
        shop.host.setReachable(false)
        #expect(try await shop.sell(first).word == "unknown")
        shop.host.setReachable(true)
        let second = try await shop.zvt.createPaymentIntent(
            PaymentIntentParameters(amount: 700, currency: .eur), key: IdempotencyKey("k/0/create"))
        let payload = EncryptedPayload(scheme: ZVTTerminal.payloadScheme, keySerial: "", ciphertext: "", tag: "")
        let paid = try await shop.zvt.confirmPaymentIntent(
            PaymentIntentReference(second), payload: payload, key: IdempotencyKey("k/1/confirm"))
        #expect(paid.status == .succeeded)
        #expect(shop.host.moved == 1700)
        #expect(try await shop.terminal.resolvePaymentIntent(first).word == "approved")
    }

    @Test func aHoldIsBookedOrGivenUp() async throws {
        let shop = ZVTShop()
        try await shop.connect()
        guard case .approved(let first) = try await shop.sell(try await shop.intent(capture: .manual)),
            case .approved(let second) = try await shop.sell(try await shop.intent(capture: .manual))
        else {
            Issue.record("not approved")
            return
        }
        #expect(first.status == .requiresCapture)
        #expect(shop.host.moved == 0)
        let captured = try await shop.terminal.capturePaymentIntent(
            first, amount: Amount(minorUnits: 800, currency: .eur))
        #expect(captured.status == .succeeded)
        #expect(captured.amountReceived?.minorUnits == 800)
        #expect(try await shop.terminal.cancelPaymentIntent(second).status == .canceled)
        #expect(shop.host.entries.map(\.moved) == [800, 0])
        #expect(shop.host.entries.map(\.isReversed) == [false, true])
    }

    @Test func aCanceledIntentIsNeverCharged() async throws {
        let shop = ZVTShop()
        let intent = try await shop.zvt.createPaymentIntent(
            PaymentIntentParameters(amount: 700, currency: .eur), key: IdempotencyKey("k/0/create"))
        let canceled = try await shop.zvt.cancelPaymentIntent(
            PaymentIntentReference(intent), reason: nil, key: IdempotencyKey("k/1/cancel"))
        let payload = EncryptedPayload(scheme: ZVTTerminal.payloadScheme, keySerial: "", ciphertext: "", tag: "")
        await #expect(throws: GatewayError.self) {
            _ = try await shop.zvt.confirmPaymentIntent(
                PaymentIntentReference(intent), payload: payload, key: IdempotencyKey("k/1/confirm"))
        }
        #expect(canceled.status == .canceled)
        #expect(shop.host.sales == 0)
    }

    @Test func anotherTerminalIsRefused() async throws {
        let shop = ZVTShop(SimulatedTerminalHost(.init(.stream, terminalID: "99999999")))
        await #expect(throws: TenderError.self) { try await shop.connect() }
        #expect(shop.host.sales == 0)
    }

    /// Every fault at every message of a sale: at most one charge, and nothing told that is not so.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            DeviceFault.Kind.mute, .unplug, .drop, .garbage, .timeExtension, .loseCompletion,
        ]) func everyFaultIsOnePaymentOrUnknown(_ kind: DeviceFault.Kind) async throws
    {
        var faults: [String] = []
        for message in 1...9 {
            let clock = TestClock()
            let shop = ZVTShop(clock: clock)
            try await shop.connect()
            let intent = try await shop.intent()
            let word = try await shop.sell(intent, kind, at: message, clock).word
            let moved = shop.host.moved
            if shop.host.sales > 1 || moved > 1000 { faults.append("\(message): twice") }
            if word == "approved", moved != 1000 { faults.append("\(message): false approval") }
            if word == "declined", moved != 0 { faults.append("\(message): false decline") }
        }
        #expect(faults.isEmpty, "\(faults)")
    }
}
