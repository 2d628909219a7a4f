import SimulatedCard
import SimulatedReader
import TenderFlow
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

/// Cards that are saved at the reader.
@Suite struct SetupIntentTests {
    private static func shop(_ collections: [ReaderStep]..., policy: PaymentPolicy = Shop.policy) -> Shop {
        Shop(
            ReaderScript(
                collections: collections.isEmpty ? [[.swipe(.visa, after: .zero)]] : collections,
                afterLast: .repeatLast, readDuration: .zero),
            policy: policy)
    }

    private static func intent(_ shop: Shop) async throws -> SetupIntent {
        _ = try await shop.open()
        return try await shop.terminal.createSetupIntent(
            SetupIntentParameters(customer: "cus_1", paymentMethodTypes: [.cardPresent]))
    }

    private static func word(_ outcome: SetupOutcome) -> String {
        switch outcome {
        case .saved(let intent): "saved \(intent.generatedCard ?? "nothing")"
        case .declined(let decline, let intent): "declined \(decline.reason) \(intent.status)"
        case .canceled(let origin, _): "canceled by \(origin)"
        case .unknown: "unknown"
        case .storedOffline: "stored offline"
        }
    }

    /// Returns the outcome, or the error's finest code.
    private static func word(_ work: () async throws -> SetupOutcome) async -> String {
        do { return word(try await work()) } catch { return (error as? TenderError)?.errorCode.rawValue ?? "\(error)" }
    }

    private static func save(_ intent: SetupIntent, _ shop: Shop) async -> String {
        await word { try await shop.terminal.processSetupIntent(intent, allowRedisplay: .always) }
    }

    @Test func aCardIsCollectedAndSaved() async throws {
        let shop = Self.shop()
        let intent = try await Self.intent(shop)
        let collected = try await shop.terminal.collectSetupIntentPaymentMethod(intent, allowRedisplay: .limited)
        let before = shop.gateway.savedCards.count
        let confirmed = await Self.word { try await shop.terminal.confirmSetupIntent(collected) }
        let again = await Self.word { try await shop.terminal.confirmSetupIntent(collected) }
        let secret = try #require(intent.clientSecret)
        let read = try await shop.terminal.retrieveSetupIntent(clientSecret: secret)
        #expect(
            [
                "\(collected.status)", "\(before)", confirmed, again, "\(read.status)",
                "\(shop.gateway.savedCards.count)",
            ]
                == ["requires_confirmation", "0", "saved pm_1", "saved pm_1", "succeeded", "1"])
    }

    @Test func whoeverHasCollectedNoCardConfirmsNothing() async throws {
        let shop = Self.shop()
        let intent = try await Self.intent(shop)
        let none = await Self.word { try await shop.terminal.confirmSetupIntent(intent) }
        _ = try await shop.terminal.collectSetupIntentPaymentMethod(intent, allowRedisplay: .always)
        let canceled = try await shop.terminal.cancelSetupIntent(intent)
        let gone = await Self.word { try await shop.terminal.confirmSetupIntent(intent) }
        #expect(
            [none, "\(canceled.status)", gone] == [
                "confirmInvalidSetupIntent", "canceled", "confirmInvalidSetupIntent",
            ])
        #expect(shop.gateway.calls(.confirmSetup).isEmpty)
    }

    @Test func consentAndACertifiedReaderAreNeeded() async throws {
        let shop = Self.shop()
        let intent = try await Self.intent(shop)
        let typed = SetupIntent(id: "seti_9", status: .requiresPaymentMethod)
        let keyed = CollectSetupIntentConfiguration(motoConfiguration: MotoConfiguration(skipsCVC: true))
        let found = [
            await Self.word { try await shop.terminal.processSetupIntent(intent, allowRedisplay: .unspecified) },
            await Self.word { try await shop.terminal.processSetupIntent(typed, allowRedisplay: .always) },
            await Self.word {
                try await shop.terminal.processSetupIntent(intent, allowRedisplay: .always, configuration: keyed)
            },
        ]
        #expect(
            found == [
                "commandInvalidAllowRedisplay", "invalidRequiredParameter", "featureNotAvailableWithConnectedReader",
            ])
        let error = await #expect(throws: TenderError.self) {
            try await shop.terminal.collectPaymentMethod(
                shop.intent(), configuration: CollectConfiguration(motoConfiguration: MotoConfiguration()))
        }
        #expect(error?.errorCode == .featureNotAvailableWithConnectedReader)
    }

    @Test func afterADeclineTheSameIntentTakesAnotherCard() async throws {
        let shop = Self.shop()
        let intent = try await Self.intent(shop)
        shop.gateway.decline("insufficient_funds")
        let found = [await Self.save(intent, shop), await Self.save(intent, shop)]
        #expect(found == ["declined insufficient_funds requires_payment_method", "saved pm_1"])
        #expect(Set(shop.gateway.calls(.confirmSetup).compactMap(\.key)).count == 2)
    }

    /// Also when the answer was lost first: the same key has the same answer.
    @Test func aDeclineWhoseAnswerWasLostIsOne() async throws {
        let shop = Self.shop()
        let intent = try await Self.intent(shop)
        shop.gateway.decline("lost_card")
        shop.gateway.script(.confirmSetup, .loseAnswer)
        #expect(await Self.save(intent, shop) == "declined lost_card requires_payment_method")
        #expect(Set(shop.gateway.calls(.confirmSetup).compactMap(\.key)).count == 1)
    }

    @Test func aLostAnswerSavesOneCardAndAsksForNoSecond() async throws {
        let shop = Self.shop()
        let intent = try await Self.intent(shop)
        shop.gateway.always(.confirmSetup, .loseAnswer)
        shop.gateway.always(.retrieveSetup, .loseRequest)
        let unknown = await Self.save(intent, shop)
        let open = try await shop.terminal.openSetup(customer: "cus_1", allowRedisplay: .always)
        let found = [unknown, await Self.save(intent, shop), await Self.save(intent, shop)]
        #expect(found == ["unknown", "saved pm_1", "saved pm_1"])
        #expect(open?.parameters.setupIntent == intent.id)
        #expect(shop.gateway.savedCards.count == 1)
    }

    /// What an earlier process left is asked about without anybody asking for it.
    @Test func aCardThatWasSavedUnheardIsFoundByTheNextProcess() async throws {
        let premises = try Premises()
        let first = try await premises.process()
        let intent = try await Self.intent(first)
        premises.gateway.always(.confirmSetup, .loseAnswer)
        premises.gateway.always(.retrieveSetup, .loseRequest)
        let told = await Self.save(intent, first)
        premises.mendAnswers()
        let next = try await premises.process()
        await next.terminal.waitForRecovery()
        let listed = try await next.terminal.pendingAttempts().map { "\($0.state) \($0.setup?.object ?? "")" }
        #expect([told] + listed == ["unknown", "saved pm_1"])
    }

    /// The card is gone: whoever asks again cancels the intent, which proves that nothing will be saved with it.
    @Test func aRequestThatNeverArrivedIsDisproved() async throws {
        let shop = Self.shop()
        let intent = try await Self.intent(shop)
        shop.gateway.always(.confirmSetup, .loseRequest)
        shop.gateway.always(.retrieveSetup, .loseRequest)
        let found = [await Self.save(intent, shop), await Self.save(intent, shop)]
        #expect(found == ["unknown", "canceled by engine"])
        #expect(shop.gateway.savedCards.isEmpty)
        #expect(try await shop.terminal.openSetup(customer: "cus_1", allowRedisplay: .always) == nil)
    }

    /// The card is gone, so that nobody needs the reader to ask what became of it.
    @Test func whatIsRecordedIsAskedForWhileTheReaderIsInUse() async throws {
        let shop = Self.shop([.swipe(.visa, after: .zero)], [])
        let intent = try await Self.intent(shop)
        shop.gateway.always(.confirmSetup, .loseAnswer)
        shop.gateway.always(.retrieveSetup, .loseRequest)
        let unknown = await Self.save(intent, shop)
        let payment = try await shop.intent()
        let events = shop.terminal.events()
        let sale = Task { try await shop.terminal.processPaymentIntent(payment) }
        for await event in events {
            if case .inputOptions(let options) = event.kind, !options.isEmpty { break }
        }
        let asked = await Self.word { try await shop.terminal.confirmSetupIntent(intent) }
        sale.cancel()
        #expect([unknown, asked, try await sale.value.word] == ["unknown", "saved pm_1", "canceled by application"])
    }

    /// Whoever asks once more, after it was disproved, is asked for no card.
    @Test func whatWasDisprovedIsNotConfirmedAgain() async throws {
        let shop = Self.shop()
        let intent = try await Self.intent(shop)
        shop.gateway.always(.confirmSetup, .loseRequest)
        shop.gateway.always(.retrieveSetup, .loseRequest)
        let unknown = await Self.save(intent, shop)
        let asked = await Self.word { try await shop.terminal.confirmSetupIntent(intent) }
        let again = await Self.word { try await shop.terminal.confirmSetupIntent(intent) }
        #expect([unknown, asked, again] == ["unknown", "canceled by engine", "confirmInvalidSetupIntent"])
    }

    @Test func aSavedCardStaysListedUntilItWasShown() async throws {
        var policy = Shop.policy
        policy.claimsOnReturn = false
        let shop = Self.shop(policy: policy)
        let intent = try await Self.intent(shop)
        let saved = await Self.save(intent, shop)
        let before = try await shop.terminal.pendingAttempts().map { "\($0.state) \($0.setup?.object ?? "")" }
        try await shop.terminal.claim(intent)
        let after = try await shop.terminal.pendingAttempts()
        #expect([saved] + before == ["saved pm_1", "saved pm_1"])
        #expect(after.isEmpty)
    }

    @Test func theCustomersCancelSavesNothing() async throws {
        let shop = Self.shop([ReaderStep(.cancelOnReader, after: .zero)])
        let intent = try await Self.intent(shop)
        #expect(await Self.save(intent, shop) == "canceled by customer")
        #expect(shop.gateway.calls(.confirmSetup).isEmpty)
    }
}
