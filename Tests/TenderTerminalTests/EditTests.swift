import SimulatedCard
import SimulatedReader
import TenderFlow
import TenderJournal
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

@Suite struct EditTests {
    private let more = Amount(minorUnits: 1500, currency: .eur)

    @Test func anotherAmountNeedsTheCardAgain() async throws {
        let shop = Shop(Shop.quickly([.visa, .visa]))
        let collected = try await shop.terminal.collectPaymentMethod(shop.open())
        let edited = try await shop.terminal.updatePaymentIntent(collected, PaymentIntentChanges(amount: more))
        #expect(edited.amount == more)
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.confirmPaymentIntent(edited) }
        #expect(error?.advice == .collectAgain)
        #expect(try await shop.terminal.processPaymentIntent(edited).word == "approved")
        #expect(shop.gateway.intent(edited.id)?.amountReceived == more)
    }

    @Test func otherTextsKeepTheCard() async throws {
        let shop = Shop()
        let collected = try await shop.terminal.collectPaymentMethod(shop.open())
        let named = try await shop.terminal.updatePaymentIntent(
            collected, PaymentIntentChanges(description: .set("Tea"), metadata: ["table": .set("7")]))
        let cleared = try await shop.terminal.updatePaymentIntent(named, PaymentIntentChanges(description: .cleared))
        #expect([named.description, cleared.description] == ["Tea", nil])
        #expect(cleared.metadata["table"] == "7")
        #expect(try await shop.terminal.confirmPaymentIntent(cleared).word == "approved")
    }

    @Test(arguments: [1, 2, 9])
    func aLostEditIsMadeOnce(lost: Int) async throws {
        let shop = Shop()
        let intent = try await shop.open()
        for _ in 0..<lost { shop.gateway.script(.edit, .loseAnswer) }
        let edited = try await shop.terminal.updatePaymentIntent(intent, PaymentIntentChanges(amount: more))
        #expect(edited.amount == more)
        #expect(Set(shop.gateway.calls(.edit).map(\.key)).count == 1)
        #expect(try await shop.terminal.processPaymentIntent(edited).word == "approved")
    }

    @Test func anEditThatNeverArrivesIsNotTakenForMade() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        shop.gateway.always(.edit, .loseRequest)
        let error = await #expect(throws: TenderError.self) {
            try await shop.terminal.updatePaymentIntent(intent, PaymentIntentChanges(amount: more))
        }
        #expect(error?.advice == .sameCall)
        shop.gateway.always(.edit, nil)
        let edited = try await shop.terminal.updatePaymentIntent(intent, PaymentIntentChanges(amount: more))
        #expect(try await shop.terminal.processPaymentIntent(edited).word == "approved")
    }

    /// Nobody knows which amount a card would be charged.
    @Test func aDoubtfulEditTakesNoCardUntilTheIntentWasRead() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        shop.gateway.always(.edit, .loseAnswer)
        shop.gateway.always(.retrieve, .loseRequest)
        await #expect(throws: TenderError.self) {
            try await shop.terminal.updatePaymentIntent(intent, PaymentIntentChanges(amount: more))
        }
        let collected = await #expect(throws: TenderError.self) {
            try await shop.terminal.collectPaymentMethod(intent)
        }
        let canceled = await #expect(throws: TenderError.self) {
            try await shop.terminal.cancelPaymentIntent(intent)
        }
        #expect([collected?.code, canceled?.code] == [.outcomeUnknown, .outcomeUnknown])
        shop.gateway.always(.retrieve, nil)
        let read = try await shop.terminal.retrievePaymentIntent(id: intent.id)
        #expect(read.amount == more)
        #expect(try await shop.terminal.processPaymentIntent(read).word == "approved")
    }

    @Test func aCanceledEditIsInDoubt() async throws {
        let shop = Shop(policy: PaymentPolicy(firstPause: .seconds(3600), longestPause: .seconds(3600)))
        let intent = try await shop.open()
        shop.gateway.script(.edit, .loseAnswer)
        let task = Task { try await shop.terminal.updatePaymentIntent(intent, PaymentIntentChanges(amount: more)) }
        await shop.gateway.waitForCalls(.edit, 1)
        task.cancel()
        let error = await #expect(throws: TenderError.self) { try await task.value }
        #expect(error?.code == .canceled)
        let collected = await #expect(throws: TenderError.self) {
            try await shop.terminal.collectPaymentMethod(intent)
        }
        #expect(collected?.code == .outcomeUnknown)
        let read = try await shop.terminal.retrievePaymentIntent(id: intent.id)
        #expect(try await shop.terminal.cancelPaymentIntent(read).status == .canceled)
    }

    @Test func aRefusedEditLeavesThePaymentAsItWas() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        let refusal = GatewayError(.invalidAmount, fate: .answered(status: 400), message: "amount_too_large")
        shop.gateway.script(.edit, .fail(refusal), .fail(refusal))
        let error = await #expect(throws: TenderError.self) {
            try await shop.terminal.updatePaymentIntent(intent, PaymentIntentChanges(amount: more))
        }
        #expect([error?.code.rawValue, error?.phase.rawValue] == ["invalidAmount", "edit"])
        #expect(try await shop.terminal.processPaymentIntent(intent).word == "approved")
        let other = try await shop.intent()
        await #expect(throws: TenderError.self) {
            try await shop.terminal.updatePaymentIntent(other, PaymentIntentChanges(amount: more))
        }
        #expect(try await shop.terminal.cancelPaymentIntent(other).status == .canceled)
    }

    @Test func aPaymentUnderWayUnknownOrOverIsNotEdited() async throws {
        let shop = Shop(Shop.quickly([.visa, .visa]))
        let paid = try await shop.open(capture: .manual)
        _ = try await shop.terminal.processPaymentIntent(paid)
        let canceled = try await shop.terminal.cancelPaymentIntent(shop.intent())
        let unknown = try await shop.intent()
        for verb in [ScriptedGateway.Verb.confirm, .retrieve, .cancel] { shop.gateway.always(verb, .loseAnswer) }
        #expect(try await shop.terminal.processPaymentIntent(unknown).word == "unknown: noAnswer")
        var codes: [TenderError.Code?] = []
        for intent in [paid, canceled, unknown] {
            let error = await #expect(throws: TenderError.self) {
                try await shop.terminal.updatePaymentIntent(intent, PaymentIntentChanges(description: .set("Tea")))
            }
            codes.append(error?.code)
        }
        #expect(codes == [.unexpectedState, .unexpectedState, .outcomeUnknown])
        #expect(shop.gateway.calls(.edit).isEmpty)
    }

    @Test func collectingAndEditingExcludeEachOther() async throws {
        let shop = Shop(ReaderScript(collections: [[]]))
        let intent = try await shop.open()
        shop.gateway.script(.edit, .holdAnswer)
        let edit = Task { try await shop.terminal.updatePaymentIntent(intent, PaymentIntentChanges(amount: more)) }
        await shop.gateway.waitForCalls(.edit, 1)
        let early = await #expect(throws: TenderError.self) { try await shop.terminal.collectPaymentMethod(intent) }
        #expect(early?.message.contains("editing is running") == true)
        shop.gateway.release(.edit)
        let edited = try await edit.value
        let events = shop.terminal.events()
        let collect = Task { try await shop.terminal.collectPaymentMethod(edited) }
        for await event in events where event.kind == .paymentStatus(.waitingForInput) { break }
        let late = await #expect(throws: TenderError.self) {
            try await shop.terminal.updatePaymentIntent(edited, PaymentIntentChanges(description: .cleared))
        }
        #expect(late?.code == .busy)
        collect.cancel()
        _ = try? await collect.value
    }

    @Test func whatCannotBeEditedIsRefusedBeforeAnythingIsSent() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        let usd = try #require(Currency("usd"))
        var local = intent
        local.id = "offline_1"
        let wishes: [(PaymentIntent, PaymentIntentChanges)] = [
            (intent, PaymentIntentChanges(amount: Amount(minorUnits: 0, currency: .eur))),
            (intent, PaymentIntentChanges(amount: Amount(minorUnits: 1500, currency: usd))),
            (intent, PaymentIntentChanges(applicationFeeAmount: .set(Amount(minorUnits: -1, currency: .eur)))),
            (intent, PaymentIntentChanges(metadata: ["tender_attempt": .cleared])),
            (intent, PaymentIntentChanges(metadata: ["tender_journal": .cleared])),
            (local, PaymentIntentChanges(amount: more)),
        ]
        var codes: [TenderError.Code?] = []
        for (intent, changes) in wishes {
            let error = await #expect(throws: TenderError.self) {
                try await shop.terminal.updatePaymentIntent(intent, changes)
            }
            codes.append(error?.code)
        }
        #expect(
            codes == [
                .invalidAmount, .invalidAmount, .invalidAmount, .invalidParameter, .invalidParameter, .unexpectedState,
            ])
        #expect(shop.gateway.calls(.edit).isEmpty)
    }
}

@Suite struct CaptureFeeTests {
    @Test func aCaptureWithAFeeWhoseAnswerIsLostIsOneCapture() async throws {
        let shop = Shop()
        guard case .approved(let held) = try await shop.terminal.processPaymentIntent(shop.open(capture: .manual))
        else { throw UnexpectedOutcome() }
        shop.gateway.script(.capture, .loseRequest, .loseAnswer)
        let (part, fee) = (Amount(minorUnits: 800, currency: .eur), Amount(minorUnits: 50, currency: .eur))
        let captured = try await shop.terminal.capturePaymentIntent(held, amount: part, applicationFee: fee)
        #expect([captured.amountReceived, captured.applicationFeeAmount] == [part, fee])
        #expect(Set(shop.gateway.calls(.capture).map(\.key)).count == 1)
        await shop.terminal.flushJournal()
        let entries = try #require(shop.journal as? InMemoryJournal).entries
        let leaving: [String] = entries.compactMap {
            guard case .requestLeaving(.capture(_, let amount, let fee), _) = $0.event else { return nil }
            return "\(amount ?? 0) \(fee ?? 0)"
        }
        #expect(leaving == ["800 50", "800 50", "800 50"])
    }

    @Test func aFeeInAnotherCurrencyIsRefused() async throws {
        let shop = Shop()
        guard case .approved(let held) = try await shop.terminal.processPaymentIntent(shop.open(capture: .manual))
        else { throw UnexpectedOutcome() }
        let fee = Amount(minorUnits: 50, currency: try #require(Currency("usd")))
        let error = await #expect(throws: TenderError.self) {
            try await shop.terminal.capturePaymentIntent(held, applicationFee: fee)
        }
        #expect(error?.code == .invalidAmount)
        #expect(shop.gateway.calls(.capture).isEmpty)
    }
}
