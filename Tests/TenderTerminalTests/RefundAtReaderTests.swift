import SimulatedCard
import SimulatedReader
import TenderFlow
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

/// Refunds to the card that is presented at the reader.
@Suite struct RefundAtReaderTests {
    private static func wish(_ intent: PaymentIntent, key: String? = nil) -> RefundParameters {
        RefundParameters(
            paymentIntent: intent.id, amount: Amount(minorUnits: 400, currency: .eur), idempotencyKey: key)
    }

    private static func paid(_ shop: Shop) async throws -> PaymentIntent {
        guard case .approved(let intent) = try await shop.terminal.processPaymentIntent(shop.open()) else {
            throw UnexpectedOutcome()
        }
        return intent
    }

    private static func shop(_ second: [ReaderStep], _ policy: PaymentPolicy = Shop.policy) -> Shop {
        Shop(
            ReaderScript(
                collections: [[.swipe(.visa, after: .zero)], second], afterLast: .repeatLast, readDuration: .zero),
            policy: policy)
    }

    private static func word(_ outcome: RefundOutcome) -> String {
        switch outcome {
        case .succeeded(let refund): "succeeded \(refund.amount.minorUnits)"
        case .pending: "pending"
        case .failed: "failed"
        case .unknown: "unknown"
        }
    }

    /// Returns the outcome, or the error's code.
    private static func word(_ work: () async throws -> RefundOutcome) async -> String {
        do { return word(try await work()) } catch { return (error as? TenderError)?.code.rawValue ?? "\(error)" }
    }

    @Test func theCardIsCollectedAndRefundedTo() async throws {
        let shop = Self.shop([.swipe(.visa, after: .zero)])
        let intent = try await Self.paid(shop)
        let events = shop.terminal.events()
        let collected = try await shop.terminal.collectRefund(Self.wish(intent))
        let before = shop.gateway.refunds.count
        let confirmed = await Self.word { try await shop.terminal.confirmRefund(collected) }
        let again = await Self.word { try await shop.terminal.confirmRefund(collected) }
        let processed = await Self.word { try await shop.terminal.processRefund(Self.wish(intent)) }
        var statuses: [PaymentStatus] = []
        for await event in events {
            if case .paymentStatus(let status) = event.kind { statuses.append(status) }
            if statuses.count == 6 { break }
        }
        #expect(
            [
                collected.card?.last4, "\(before)", confirmed, again, processed, "\(shop.gateway.refundCardCount)",
                "\(statuses)",
            ] == [
                "4242", "0", "succeeded 400", "unexpectedOperation", "succeeded 400", "2",
                "\([PaymentStatus.waitingForInput, .ready, .processing, .ready, .waitingForInput, .processing])",
            ])
    }

    @Test func whoeverNamesNoPaymentOrNoAmountIsAskedForNoCard() async throws {
        let shop = Self.shop([])
        let intent = try await Self.paid(shop)
        var (both, none, whole) = (Self.wish(intent), Self.wish(intent), Self.wish(intent))
        both.charge = "ch_1"
        none.paymentIntent = nil
        whole.amount = nil
        var found: [String] = []
        for wish in [both, none, whole] {
            let error = await #expect(throws: TenderError.self) { try await shop.terminal.processRefund(wish) }
            found.append(error?.errorCode.rawValue ?? "")
        }
        #expect(found == Array(repeating: "invalidRefundParameters", count: 3))
    }

    @Test func theCustomersCancelRefundsNothing() async throws {
        let shop = Self.shop([ReaderStep(.cancelOnReader, after: .zero)])
        let intent = try await Self.paid(shop)
        let word = await Self.word { try await shop.terminal.processRefund(Self.wish(intent)) }
        #expect(word == "canceled")
        #expect(shop.gateway.calls(.refund).isEmpty)
        #expect(try await shop.terminal.openRefund(Self.wish(intent)) == nil)
    }

    @Test func theApplicationsCancelStopsTheReader() async throws {
        let shop = Self.shop([])
        let intent = try await Self.paid(shop)
        let (events, cancelable) = (shop.terminal.events(), Cancelable())
        let refund = Task {
            await Self.word { try await shop.terminal.processRefund(Self.wish(intent), cancelable: cancelable) }
        }
        for await event in events { if case .inputOptions(let options) = event.kind, !options.isEmpty { break } }
        #expect(await cancelable.cancel() == .canceled(by: .application))
        #expect(await refund.value == "canceled")
        #expect(shop.gateway.calls(.refund).isEmpty)
    }

    @Test func aPaymentWaitsForTheRefundOrTakesItsPlace() async throws {
        let shop = Self.shop([])
        let intent = try await Self.paid(shop)
        let next = try await shop.intent()
        let events = shop.terminal.events()
        let refund = Task { await Self.word { try await shop.terminal.processRefund(Self.wish(intent)) } }
        for await event in events { if case .inputOptions(let options) = event.kind, !options.isEmpty { break } }
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.collectPaymentMethod(next) }
        #expect(error?.code == .busy)
        #expect(error?.message.contains("processRefund") == true)
        let replaced = Task { try await shop.terminal.processPaymentIntent(next, busy: .replace) }
        #expect(await refund.value == "canceled")
        replaced.cancel()
        #expect(try await replaced.value.word == "canceled by application")
    }

    @Test func aLostAnswerIsTheSameRefundAndNeedsNoSecondCard() async throws {
        let shop = Self.shop([.swipe(.visa, after: .zero)])
        let intent = try await Self.paid(shop)
        shop.gateway.always(.refund, .loseAnswer)
        shop.gateway.always(.listRefunds, .loseAnswer)
        let lost = await Self.word { try await shop.terminal.processRefund(Self.wish(intent)) }
        let sent = shop.gateway.calls(.refund).count
        shop.gateway.always(.refund, nil)
        shop.gateway.always(.listRefunds, nil)
        let found = await Self.word { try await shop.terminal.processRefund(Self.wish(intent)) }
        #expect(
            [lost, found, "\(shop.gateway.refunds.count)", "\(shop.gateway.calls(.refund).count - sent)"] == [
                "unknown", "succeeded 400", "1", "0",
            ])
    }

    /// The card is gone with the process: the next one asks and never sends.
    @Test(arguments: [ScriptedGateway.Behavior.loseAnswer, .loseRequest])
    func theNextProcessAsksAndNeverSends(fault: ScriptedGateway.Behavior) async throws {
        let premises = try Premises()
        let first = try await premises.process()
        let intent = try await Self.paid(first)
        premises.gateway.always(.refund, fault)
        premises.gateway.always(.listRefunds, .loseRequest)
        let lost = await Self.word { try await first.terminal.processRefund(Self.wish(intent, key: "r")) }
        premises.gateway.always(.refund, nil)
        premises.gateway.always(.listRefunds, nil)
        let sent = premises.gateway.calls(.refund).count
        let shop = try await premises.process()
        await shop.terminal.waitForRecovery()
        try await shop.connect()
        let again = await Self.word { try await shop.terminal.processRefund(Self.wish(intent, key: "r")) }
        let isMade = !premises.gateway.refunds.isEmpty
        #expect([lost, again] == ["unknown", isMade ? "succeeded 400" : "unknown"])
        #expect(premises.gateway.calls(.refund).count == sent)
    }

    /// A refused card's key is spent: the next card has a key of its own, though the caller's is the same.
    @Test func anotherCardHasAnotherKey() async throws {
        let shop = Self.shop([.swipe(.visa, after: .zero)])
        let intent = try await Self.paid(shop)
        shop.gateway.script(
            .refund, .fail(GatewayError(.cardNotSupported, fate: .answered(status: 400), message: "another card")))
        let refused = await Self.word { try await shop.terminal.processRefund(Self.wish(intent, key: "r")) }
        let made = await Self.word { try await shop.terminal.processRefund(Self.wish(intent, key: "r")) }
        let keys = shop.gateway.calls(.refund).compactMap(\.key?.rawValue)
        #expect([refused, made] + keys == ["cardNotSupported", "succeeded 400", "r/1/refund", "r/2/refund"])
    }

    @Test func aCollectedCardThatNobodyConfirmsIsDropped() async throws {
        var policy = Shop.policy
        policy.confirmWindow = .milliseconds(1)
        let shop = Self.shop([.swipe(.visa, after: .zero)], policy)
        let intent = try await Self.paid(shop)
        let dropped = try await shop.terminal.collectRefund(Self.wish(intent))
        await shop.terminal.dropRefund(dropped)
        let late = try await shop.terminal.collectRefund(Self.wish(intent))
        try await waitUntil { await shop.terminal.keptCards == 0 }
        var found: [String] = []
        for refund in [dropped, late] {
            let error = await #expect(throws: TenderError.self) { try await shop.terminal.confirmRefund(refund) }
            found.append(error?.errorCode.rawValue ?? "")
        }
        #expect(found == ["nilRefundPaymentMethod", "nilRefundPaymentMethod"])
        #expect(shop.gateway.calls(.refund).isEmpty)
    }
}
