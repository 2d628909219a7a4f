import SimulatedCard
import SimulatedReader
import TenderFlow
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

/// An offer to pay in the card's currency, and the customer's choice on the reader.
@Suite struct CurrencyConversionTests {
    private static let dollars = ConversionChoice.accepted(Amount(minorUnits: 1200, currency: .usd))
    private static let asking = CollectConfiguration(updatePaymentIntent: true, requestDynamicCurrencyConversion: true)

    private static func shop(_ consent: ConsentAnswer?) -> Shop {
        var script = Shop.quickly([.visa])
        script.consent = consent
        return Shop(script)
    }

    private static func confirmed(_ shop: Shop) async throws -> PaymentOutcome {
        let intent = try await shop.terminal.collectPaymentMethod(shop.open(), configuration: asking)
        return try await shop.terminal.confirmPaymentIntent(intent)
    }

    private static func waitForQuestion(_ shop: Shop) async {
        while shop.source.connected()?.question == nil { await Task.yield() }
    }

    @Test func aYesConvertsAndTheShopIsPaidInItsCurrency() async throws {
        let shop = Self.shop(.accepted)
        guard case .approved(let paid) = try await Self.confirmed(shop) else { throw UnexpectedOutcome() }
        #expect(shop.gateway.conversions == [Self.dollars])
        #expect(paid.amountReceived == Amount(minorUnits: 1000, currency: .eur))
        #expect(paid.card?.dynamicCurrencyConversion?.status == .accepted)
    }

    @Test func withoutAYesTheCardIsChargedInTheShopsCurrency() async throws {
        var wrong: [String] = []
        for answer in [ConsentAnswer.declined, .timedOut, .unsupported, .failed("x")] {
            let shop = Self.shop(answer)
            let outcome = try await Self.confirmed(shop)
            if outcome.word != "approved" || shop.gateway.conversions != [.declined] {
                wrong.append("\(answer): \(outcome.word)")
            }
        }
        #expect(wrong == [])
    }

    @Test func oneCallAsksTheCustomerToo() async throws {
        let shop = Self.shop(.accepted)
        let outcome = try await shop.terminal.processPaymentIntent(shop.open(), configuration: Self.asking)
        #expect(outcome.word == "approved")
        #expect(shop.gateway.conversions == [Self.dollars])
    }

    @Test func anotherAmountThanTheChosenOneIsNoApproval() async throws {
        let shop = Self.shop(.accepted)
        shop.gateway.charge(otherConversion: Amount(minorUnits: 1201, currency: .usd))
        let outcome = try await Self.confirmed(shop)
        #expect(outcome.word == "unknown: answerMismatch")
    }

    /// The same request is sent again, and nobody asks the customer twice.
    @Test func aLostAnswerOrRequestChargesOnceAndConvertsOnce() async throws {
        var wrong: [String] = []
        for fault in [ScriptedGateway.Behavior.loseAnswer, .loseRequest, .refuseConnection] {
            let shop = Self.shop(.accepted)
            shop.gateway.script(.confirm, fault)
            guard case .approved(let paid) = try await Self.confirmed(shop) else {
                wrong.append("\(fault): not approved")
                continue
            }
            let once = shop.gateway.approvals(paid.id) == 1 && shop.gateway.conversions == [Self.dollars]
            if !once { wrong.append("\(fault): \(shop.gateway.conversions)") }
        }
        #expect(wrong == [])
    }

    /// Each of these charges nothing, and names its cause.
    @Test func whatCannotBeOfferedIsRefused() async throws {
        let table: [(CollectConfiguration, SurchargeConfiguration?, Bool, ErrorCode)] = [
            (
                .init(requestDynamicCurrencyConversion: true), nil, true,
                .requestDynamicCurrencyConversionRequiresUpdatePaymentIntent
            ),
            (
                .init(
                    updatePaymentIntent: true, surchargeNotice: "1 percent", requestDynamicCurrencyConversion: true),
                nil, true, .surchargeUnavailableWithDynamicCurrencyConversion
            ),
            (
                Self.asking, SurchargeConfiguration(amount: Amount(minorUnits: 10, currency: .eur)), true,
                .surchargeUnavailableWithDynamicCurrencyConversion
            ),
            (Self.asking, nil, false, .dynamicCurrencyConversionNotAvailable),
        ]
        var wrong: [String] = []
        for (configuration, surcharge, converts, code) in table {
            let shop = Self.shop(.accepted)
            if !converts { shop.gateway.convertNothing() }
            let intent = try await shop.open()
            do {
                let collected = try await shop.terminal.collectPaymentMethod(intent, configuration: configuration)
                let outcome = try await shop.terminal.confirmPaymentIntent(
                    collected, configuration: ConfirmConfiguration(surcharge: surcharge))
                wrong.append("\(code): \(outcome.word)")
            } catch let error as TenderError {
                if error.errorCode != code { wrong.append("\(code): \(error.errorCode)") }
            }
            if shop.gateway.approvals(intent.id) != 0 { wrong.append("\(code): charged") }
        }
        #expect(wrong == [])
    }

    @Test func cancelingStopsTheQuestionAndTheCardCanStillPay() async throws {
        let shop = Self.shop(nil)
        let intent = try await shop.terminal.collectPaymentMethod(shop.open(), configuration: Self.asking)
        let cancelable = Cancelable()
        let confirming = Task { try await shop.terminal.confirmPaymentIntent(intent, cancelable: cancelable) }
        await Self.waitForQuestion(shop)
        _ = await cancelable.cancel()
        let error = await #expect(throws: TenderError.self) { try await confirming.value }
        #expect(error?.code == .canceled)
        #expect(shop.source.connected()?.question == nil)
        #expect(shop.gateway.approvals(intent.id) == 0)
        async let again = shop.terminal.confirmPaymentIntent(intent)
        await Self.waitForQuestion(shop)
        shop.source.connected()?.answer(.accepted)
        #expect(try await again.word == "approved")
    }

    @Test func aCanceledCallHasTheOutcomeCanceled() async throws {
        let shop = Self.shop(nil)
        let intent = try await shop.open()
        let cancelable = Cancelable()
        async let outcome = shop.terminal.processPaymentIntent(
            intent, configuration: Self.asking, cancelable: cancelable)
        await Self.waitForQuestion(shop)
        _ = await cancelable.cancel()
        #expect(try await outcome.word == "canceled by application")
    }

    @Test func aConvertedHoldIsNotRaisedAndTheReasonIsTold() async throws {
        let shop = Self.shop(.accepted)
        let open = try await shop.open(capture: .manual)
        let collected = try await shop.terminal.collectPaymentMethod(open, configuration: Self.asking)
        guard case .approved(let held) = try await shop.terminal.confirmPaymentIntent(collected) else {
            throw UnexpectedOutcome()
        }
        let more = Amount(minorUnits: 1500, currency: .eur)
        let raising = await #expect(throws: TenderError.self) {
            try await shop.terminal.incrementAuthorization(held, amount: more)
        }
        let capturing = await #expect(throws: TenderError.self) {
            try await shop.terminal.capturePaymentIntent(held, amount: more)
        }
        #expect([raising, capturing].allSatisfy { $0?.message.contains("in the card's currency") == true })
    }
}
