import SimulatedCard
import SimulatedGateway
import SimulatedPayments
import Tender
import Testing

/// The product's terminal on a registered simulated smart reader of the simulated gateway, measured by the issuer's ledger.
@Suite(.timeLimit(.minutes(2))) struct SmartReaderSaleTests {
    @Test func aRegisteredReaderSells() async throws {
        let counter = try SmartReaderCounter()
        let outcome = try await counter.sell(try await counter.open())
        guard case .approved(let intent) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(intent.card?.last4 == "4242")
        #expect(counter.ledger(intent)?.captured == 1000)
        #expect(counter.ledger(intent)?.authorizations == 1)
    }

    @Test func theNextCardPaysAfterADecline() async throws {
        let counter = try SmartReaderCounter()
        let declined = try SimulatedCard.named("chargeDeclinedInsufficientFunds")
        let outcome = try await counter.sell(try await counter.open(), [declined, .visa])
        guard case .approved(let intent) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(counter.ledger(intent)?.captured == 1000)
    }

    @Test func everyDecliningCardIsToldAsTheIssuerSaid() async throws {
        let counter = try SmartReaderCounter()
        let reader = try await counter.open()
        var found: [String] = []
        for name in ["chargeDeclined", "chargeDeclinedExpiredCard", "chargeDeclinedProcessingError"] {
            let outcome = try await counter.sell(reader, [SimulatedCard.named(name)])
            guard case .declined(let decline, _) = outcome else { continue }
            found.append(decline.code)
        }
        #expect(found == ["card_declined", "expired_card", "processing_error"])
    }

    @Test func aHoldIsCapturedLater() async throws {
        let counter = try SmartReaderCounter()
        let outcome = try await counter.sell(try await counter.open(), capture: .manual)
        guard case .approved(let held) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(held.status == .requiresCapture)
        #expect(counter.ledger(held)?.captured == 0)
        let captured = try await counter.terminal.capturePaymentIntent(held)
        #expect(captured.status == .succeeded)
        #expect(counter.ledger(held)?.captured == 1000)
    }

    @Test(arguments: [
        "drop-answer:terminal.readers.refund_payment:1", "drop-request:terminal.readers.refund_payment:1",
        "drop-answer:list-refunds:1",
    ])
    func aLostMessageRefundsOnceToTheCardThatIsPresented(fault: String) async throws {
        let counter = try SmartReaderCounter(faults: fault)
        let reader = try await counter.open()
        guard case .approved(let paid) = try await counter.sellToInterac(reader),
            case .succeeded = try await counter.refund(paid, 400, at: reader)
        else {
            Issue.record("another outcome")
            return
        }
        #expect(counter.ledger(paid)?.refunded == 400)
    }

    @Test func whatNeedsNoCardIsNotRefundedAtTheReader() async throws {
        let counter = try SmartReaderCounter()
        let reader = try await counter.open()
        guard case .approved(let paid) = try await counter.sell(reader) else {
            Issue.record("another outcome")
            return
        }
        let error = await #expect(throws: TenderError.self) { try await counter.refund(paid, 400, at: reader) }
        #expect(error?.apiError?.code == "charge_not_refundable")
        #expect(counter.ledger(paid)?.refunded == 0)
    }

    @Test func aStopLeavesTheReaderIdle() async throws {
        let counter = try SmartReaderCounter()
        let reader = try await counter.open()
        let intent = try await counter.terminal.createPaymentIntent(.init(amount: 1000, currency: .usd))
        let cancelable = Cancelable()
        let events = counter.terminal.events()
        let sale = Task { try await counter.terminal.processPaymentIntent(intent, cancelable: cancelable) }
        for await event in events {
            if case .inputOptions(let options) = event.kind, !options.isEmpty { break }
        }
        #expect(await cancelable.cancel() == .canceled(by: .application))
        guard case .canceled(.application, _) = try await sale.value else {
            Issue.record("another outcome")
            return
        }
        #expect(try await counter.client.retrieveReader(reader.id).action == nil)
    }

    @Test func aReaderInUseIsTakenOverUnlessThatIsNotWanted() async throws {
        var found: [String] = []
        for failsIfInUse in [false, true] {
            let gateway = try SimulatedGateway()
            let owner = try SmartReaderCounter(gateway)
            let reader = try await owner.open()
            let intent = try await owner.terminal.createPaymentIntent(.init(amount: 1000, currency: .usd))
            _ = try await owner.client.collectPaymentMethod(intent.id, on: reader.id, key: IdempotencyKey("collect"))
            let other = try SmartReaderCounter(gateway, failsIfInUse: failsIfInUse)
            do {
                _ = try await other.open()
                found.append("connected")
            } catch let error as TenderError {
                found.append(error.errorCode.rawValue)
            }
            let action = try await owner.client.retrieveReader(reader.id).action
            found.append(action?.kind.rawValue ?? "nothing")
        }
        #expect(found == ["connected", "nothing", "connectFailedReaderIsInUse", "collect_payment_method"])
    }

    @Test func noFaultOfTheReaderChargesTwiceOrLosesAnApproval() async throws {
        let cases: [(fault: String, count: Int, word: String, captured: Int64)] = [
            ("lost_acknowledgement", 1, "approved", 1000), ("timeout", 1, "approved", 1000),
            ("timeout", 99, "canceled", 0), ("connection_error", 1, "approved", 1000),
            ("busy", 1, "readerBusy", 0), ("offline", 1, "approved", 1000), ("offline", 99, "canceled", 0),
            ("hardware_fault", 1, "approved", 1000), ("hardware_fault", 99, "canceled", 0),
        ]
        var wrong: [String] = []
        for (fault, count, word, captured) in cases {
            let counter = try SmartReaderCounter()
            let reader = try await counter.open()
            let intent = try await counter.collect(reader)
            try await counter.arm(reader, fault, count: count)
            let found = await counter.confirm(intent)
            let ledger = counter.ledger(intent)
            if found != word || ledger?.captured ?? 0 != captured || ledger?.authorizations ?? 0 != captured / 1000 {
                wrong.append("\(fault) \(count): \(found), \(String(describing: ledger))")
            }
        }
        #expect(wrong == [])
    }

    @Test func aCustomerCancelsOnTheReader() async throws {
        let counter = try SmartReaderCounter()
        let reader = try await counter.open()
        try await counter.arm(reader, "customer_cancel")
        let intent = try await counter.terminal.createPaymentIntent(.init(amount: 1000, currency: .usd))
        guard case .canceled(.customer, _) = try await counter.terminal.processPaymentIntent(intent) else {
            Issue.record("another outcome")
            return
        }
    }

    @Test func aCartIsShownAndCleared() async throws {
        let counter = try SmartReaderCounter()
        let reader = try await counter.open()
        let price = Amount(minorUnits: 250, currency: .usd)
        let cart = ReaderCart(total: price, tax: price, lineItems: [.init("Tea", amount: price)])
        try await counter.terminal.setReaderDisplay(cart)
        #expect(try await counter.client.retrieveReader(reader.id).action?.cart == cart)
        try await counter.terminal.clearReaderDisplay()
        #expect(try await counter.client.retrieveReader(reader.id).action == nil)
    }

    @Test func formsAreFilledIn() async throws {
        let counter = try SmartReaderCounter()
        let reader = try await counter.open()
        let inputs = [
            ReaderInput(
                .selection, title: "Size?", required: true, choices: [.init(id: "s", text: "Small", style: "primary")]),
            ReaderInput(.email, title: "Mail?"),
        ]
        _ = try await counter.client.collectInputs(inputs, on: reader.id, key: IdempotencyKey("forms"))
        let filled = try await counter.client.succeedInputCollection(
            on: reader.id, skipsOptional: true, key: IdempotencyKey("fill"))
        #expect(filled.action?.status == .succeeded)
        #expect(filled.action?.inputs.map(\.value) == ["s", nil])
        #expect(filled.action?.inputs.map(\.isSkipped) == [false, true])
        _ = try await counter.client.collectInputs(inputs, on: reader.id, key: IdempotencyKey("more-forms"))
        let left = try await counter.client.timeoutInputCollection(on: reader.id, key: IdempotencyKey("leave"))
        #expect(left.action?.formFailure == .collectInputsTimedOut)
    }
}
